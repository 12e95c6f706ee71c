package imapd

import (
	"errors"
	"io"
)

var errDeflate = errors.New("imapd: invalid deflate data")

const (
	windowSize = 32 << 10
	maxPending = 16 << 10
	maxCodeLen = 15
	endOfBlock = 256
)

// inflater decompresses DEFLATE (RFC 1951). The reader of compress/flate
// keeps what it decoded until a stored block or the end of the stream comes;
// common clients flush with neither (zlib's Z_PARTIAL_FLUSH), so their
// commands would never be seen. This one hands out what it has after each block.
type inflater struct {
	src   io.ByteReader
	bits  uint32
	nbits uint
	err   error

	window     [windowSize]byte // the last bytes, as a ring
	head, tail uint64           // decoded and handed out so far

	left      int // of a stored block
	lit, dist *huffman
	inBlock   bool
	final     bool
}

// Read returns decoded bytes as soon as a block ends.
func (z *inflater) Read(p []byte) (int, error) {
	for z.head == z.tail && z.err == nil {
		z.err = z.decode()
	}
	n := 0
	for n < len(p) && z.tail < z.head {
		p[n] = z.window[z.tail%windowSize]
		z.tail++
		n++
	}
	if n == 0 && len(p) > 0 {
		return 0, z.err
	}
	return n, nil
}

func (z *inflater) put(b byte) {
	z.window[z.head%windowSize] = b
	z.head++
}

// decode goes on until the block ends or enough waits to be read.
func (z *inflater) decode() error {
	if !z.inBlock {
		if z.final {
			return io.EOF
		}
		if err := z.openBlock(); err != nil {
			return err
		}
		z.inBlock = true
	}
	if z.lit != nil {
		return z.decodeSymbols()
	}
	for ; z.left > 0 && z.head-z.tail < maxPending; z.left-- {
		b, err := z.src.ReadByte()
		if err != nil {
			return err
		}
		z.put(b)
	}
	z.inBlock = z.left > 0
	return nil
}

// take returns the next n bits.
func (z *inflater) take(n uint) (uint32, error) {
	for z.nbits < n {
		b, err := z.src.ReadByte()
		if err != nil {
			return 0, err
		}
		z.bits |= uint32(b) << z.nbits
		z.nbits += 8
	}
	v := z.bits & (1<<n - 1)
	z.bits >>= n
	z.nbits -= n
	return v, nil
}

// openBlock reads the head of a block (RFC 1951 section 3.2.3).
func (z *inflater) openBlock() error {
	head, err := z.take(3)
	if err != nil {
		return err
	}
	z.final = head&1 == 1
	z.lit, z.dist = nil, nil
	switch head >> 1 {
	case 0:
		z.bits, z.nbits = 0, 0 // up to the byte: less than 8 are ever left
		n, err := z.take(16)
		if err != nil {
			return err
		}
		check, err := z.take(16)
		if err != nil {
			return err
		}
		if n != ^check&0xffff {
			return errDeflate
		}
		z.left = int(n)
		return nil
	case 1:
		z.lit, z.dist = fixedLit, fixedDist
		return nil
	case 2:
		return z.readCodes()
	}
	return errDeflate
}

// codeOrder is the order in which the lengths of the code length code come.
var codeOrder = [19]int{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

// readCodes reads the codes of a dynamic block (RFC 1951 section 3.2.7).
func (z *inflater) readCodes() error {
	counts, err := z.take(14)
	if err != nil {
		return err
	}
	nlit, ndist, ncode := int(counts&31)+257, int(counts>>5&31)+1, int(counts>>10)+4
	if nlit > 286 || ndist > 30 {
		return errDeflate
	}
	var lengths [286 + 30]uint8
	for _, i := range codeOrder[:ncode] {
		n, err := z.take(3)
		if err != nil {
			return err
		}
		lengths[i] = uint8(n)
	}
	codes, ok := newHuffman(lengths[:19])
	if !ok {
		return errDeflate
	}
	lengths = [286 + 30]uint8{}
	for i := 0; i < nlit+ndist; {
		symbol, err := z.symbol(codes)
		if err != nil {
			return err
		}
		if symbol < 16 {
			lengths[i] = uint8(symbol)
			i++
			continue
		}
		repeat, value, err := z.repeat(symbol)
		if err != nil {
			return err
		}
		if symbol == 16 {
			if i == 0 {
				return errDeflate
			}
			value = lengths[i-1]
		}
		if i+repeat > nlit+ndist {
			return errDeflate
		}
		for range repeat {
			lengths[i] = value
			i++
		}
	}
	if lengths[endOfBlock] == 0 {
		return errDeflate
	}
	lit, ok1 := newHuffman(lengths[:nlit])
	dist, ok2 := newHuffman(lengths[nlit : nlit+ndist])
	if !ok1 || !ok2 {
		return errDeflate
	}
	z.lit, z.dist = lit, dist
	return nil
}

// repeat reads how often a length is repeated.
func (z *inflater) repeat(symbol int) (n int, value uint8, err error) {
	bits, base := uint(2), 3
	switch symbol {
	case 17:
		bits = 3
	case 18:
		bits, base = 7, 11
	}
	extra, err := z.take(bits)
	return base + int(extra), 0, err
}

// The lengths and distances that symbols stand for (RFC 1951 section 3.2.5).
var (
	lengthBase = [29]int{3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258}
	lengthBits = [29]uint{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0}
	distBase   = [30]int{
		1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769,
		1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577,
	}
	distBits = [30]uint{
		0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
	}
)

func (z *inflater) decodeSymbols() error {
	for z.head-z.tail < maxPending {
		symbol, err := z.symbol(z.lit)
		switch {
		case err != nil:
			return err
		case symbol < endOfBlock:
			z.put(byte(symbol))
		case symbol == endOfBlock:
			z.inBlock = false
			return nil
		default:
			if err := z.copy(symbol - endOfBlock - 1); err != nil {
				return err
			}
		}
	}
	return nil
}

// copy repeats bytes from the window.
func (z *inflater) copy(length int) error {
	if length >= len(lengthBase) {
		return errDeflate
	}
	extra, err := z.take(lengthBits[length])
	if err != nil {
		return err
	}
	n := lengthBase[length] + int(extra)
	symbol, err := z.symbol(z.dist)
	if err != nil {
		return err
	}
	if symbol >= len(distBase) {
		return errDeflate
	}
	if extra, err = z.take(distBits[symbol]); err != nil {
		return err
	}
	distance := uint64(distBase[symbol]) + uint64(extra)
	if distance > z.head {
		return errDeflate
	}
	for range n {
		z.put(z.window[(z.head-distance)%windowSize])
	}
	return nil
}

// huffman is a canonical code: how many codes each length has, and the
// symbols in the order of their codes.
type huffman struct {
	counts  [maxCodeLen + 1]int
	symbols []uint16
}

// newHuffman makes the code of the given lengths; false if there are more
// codes than their lengths leave room for.
func newHuffman(lengths []uint8) (*huffman, bool) {
	h := &huffman{symbols: make([]uint16, len(lengths))}
	for _, n := range lengths {
		h.counts[n]++
	}
	h.counts[0] = 0
	room := 1
	var next [maxCodeLen + 2]int
	for n := 1; n <= maxCodeLen; n++ {
		if room = room*2 - h.counts[n]; room < 0 {
			return nil, false
		}
		next[n+1] = next[n] + h.counts[n]
	}
	for symbol, n := range lengths {
		if n > 0 {
			h.symbols[next[n]] = uint16(symbol)
			next[n]++
		}
	}
	return h, true
}

// symbol reads one code bit by bit: a command is short.
func (z *inflater) symbol(h *huffman) (int, error) {
	code, first, index := 0, 0, 0
	for n := 1; n <= maxCodeLen; n++ {
		bit, err := z.take(1)
		if err != nil {
			return 0, err
		}
		code |= int(bit)
		if code-first < h.counts[n] {
			return int(h.symbols[index+code-first]), nil
		}
		index += h.counts[n]
		first = (first + h.counts[n]) << 1
		code <<= 1
	}
	return 0, errDeflate
}

// The codes of a fixed block (RFC 1951 section 3.2.6).
var fixedLit, fixedDist = fixedCodes()

func fixedCodes() (lit, dist *huffman) {
	var lengths [288]uint8
	for i := range lengths {
		switch {
		case i < 144:
			lengths[i] = 8
		case i < 256:
			lengths[i] = 9
		case i < 280:
			lengths[i] = 7
		default:
			lengths[i] = 8
		}
	}
	lit, _ = newHuffman(lengths[:])
	var five [30]uint8
	for i := range five {
		five[i] = 5
	}
	dist, _ = newHuffman(five[:])
	return lit, dist
}
