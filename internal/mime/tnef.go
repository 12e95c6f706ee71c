package mime

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"
)

// The parts of TNEF that hold files, from [MS-OXTNEF] sections 2.1.3.3 and 2.1.3.4.
const (
	tnefSignature      = 0x223e9f78
	tnefAttachRendData = 0x00069002 // starts an attachment
	tnefAttachTitle    = 0x00018010
	tnefAttachData     = 0x0006800f
	tnefAttachment     = 0x00069005 // more properties of the attachment

	mapiLongFilename = 0x3707
	mapiFilename     = 0x3704
	mapiMimeTag      = 0x370e
)

// tnefFile is a file inside a TNEF container, as offsets into it.
type tnefFile struct {
	name, mediaType string
	from, to        int
}

// addTNEF lists the files in a TNEF container after the container itself.
func (c *collector) addTNEF(p *Part) {
	files, ok := readTNEF(p.Decode())
	if !ok {
		c.p.note("damaged TNEF container")
	} else {
		c.p.note("TNEF container: its files are listed after it")
	}
	for _, f := range files {
		if len(c.m.Attachments) >= c.p.limits.Parts {
			c.p.noteParts()
			return
		}
		a := Attachment{Filename: CleanFilename(f.name), ContentType: f.mediaType, part: p, Size: f.to - f.from, from: f.from, to: f.to}
		if a.ContentType == "" {
			a.ContentType = "application/octet-stream"
		}
		c.m.Attachments = append(c.m.Attachments, a)
	}
}

// readTNEF finds the files in a container; false when it is damaged, with what was
// read before the damage.
func readTNEF(data []byte) (files []tnefFile, ok bool) {
	if len(data) < 6 || binary.LittleEndian.Uint32(data) != tnefSignature {
		return nil, false
	}
	current := tnefFile{}
	flush := func() {
		if current.to > current.from {
			files = append(files, current)
		}
		current = tnefFile{}
	}
	defer flush()
	for at := 6; at < len(data); {
		if at+9 > len(data) {
			return files, false
		}
		id, size := binary.LittleEndian.Uint32(data[at+1:]), int(binary.LittleEndian.Uint32(data[at+5:]))
		from := at + 9
		to := from + size
		if to < from || to+2 > len(data) {
			return files, false
		}
		switch id {
		case tnefAttachRendData:
			flush()
		case tnefAttachTitle:
			if current.name == "" {
				current.name = tnefText(data[from:to])
			}
		case tnefAttachData:
			current.from, current.to = from, to
		case tnefAttachment:
			readMAPI(data[from:to], &current)
		}
		at = to + 2 // a checksum, which nobody keeps
	}
	return files, true
}

// readMAPI reads the properties of an attachment that say what it is called.
func readMAPI(data []byte, f *tnefFile) {
	r := mapiReader{data: data}
	for n := r.uint32(); n > 0 && !r.bad; n-- {
		kind, id := r.uint16(), r.uint16()
		if id >= 0x8000 {
			r.skipName()
		}
		value := r.value(kind)
		if r.bad {
			return
		}
		switch {
		case id == mapiLongFilename && len(value) > 0:
			f.name = mapiText(kind, value)
		case id == mapiFilename && f.name == "":
			f.name = mapiText(kind, value)
		case id == mapiMimeTag && len(value) > 1:
			f.mediaType = mediaType(mapiText(kind, value), false, "attachment")
		}
	}
}

// mapiReader reads the property stream of [MS-OXTNEF] section 2.1.3.4.
type mapiReader struct {
	data []byte
	bad  bool // the data ended too early
}

func (r *mapiReader) bytes(n int) []byte {
	if n < 0 || n > len(r.data) {
		r.bad, r.data = true, nil
		return nil
	}
	out := r.data[:n]
	r.data = r.data[n:]
	return out
}

func (r *mapiReader) uint16() int {
	if b := r.bytes(2); b != nil {
		return int(binary.LittleEndian.Uint16(b))
	}
	return 0
}

func (r *mapiReader) uint32() int {
	if b := r.bytes(4); b != nil {
		return int(binary.LittleEndian.Uint32(b))
	}
	return 0
}

// padded reads a value that is filled up to four bytes.
func (r *mapiReader) padded(n int) []byte {
	out := r.bytes(n)
	r.bytes(min(-n&3, len(r.data)))
	return out
}

// skipName passes over the name of a named property.
func (r *mapiReader) skipName() {
	r.bytes(16)
	if n := r.uint32(); n == 0 {
		r.bytes(4)
	} else {
		r.padded(r.uint32())
	}
}

// value reads the value of a property; of several the last.
func (r *mapiReader) value(kind int) (out []byte) {
	size := 0 // 0 for values that carry their own
	switch kind &^ 0x1000 {
	case 0x02, 0x03, 0x04, 0x0a, 0x0b:
		size = 4
	case 0x05, 0x06, 0x07, 0x14, 0x40:
		size = 8
	case 0x48:
		size = 16
	case 0x0d, 0x1e, 0x1f, 0x102:
	default:
		r.bad = true
		return nil
	}
	n := 1
	if kind&0x1000 != 0 || size == 0 {
		n = r.uint32()
	}
	for ; n > 0 && !r.bad; n-- {
		if size > 0 {
			out = r.bytes(size)
		} else {
			out = r.padded(r.uint32())
		}
	}
	return out
}

func mapiText(kind int, value []byte) string {
	if kind != 0x1f {
		return tnefText(value)
	}
	units := make([]uint16, 0, len(value)/2)
	for i := 0; i+1 < len(value) && (value[i] != 0 || value[i+1] != 0); i += 2 {
		units = append(units, binary.LittleEndian.Uint16(value[i:]))
	}
	return string(utf16.Decode(units))
}

// tnefText reads a text that ends at a NUL.
func tnefText(b []byte) string {
	if i := bytes.IndexByte(b, 0); i >= 0 {
		b = b[:i]
	}
	return DecodeWords(string(b))
}
