package archive

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/mailsim/mailsim"
)

func readJSONL(l *lines, name string, o Options, yield yields) bool {
	l.most = o.MaxMail/3*4 + 1<<20 // base64, and the rest
	for {
		line, cut, err := l.next()
		if errors.Is(err, io.EOF) {
			return true
		}
		place := shown(name) + ":" + strconv.Itoa(max(1, l.n))
		switch {
		case err != nil:
			return yield(mailsim.Archived{Place: place}, err)
		case len(bytes.TrimSpace(line)) == 0:
			continue
		case cut:
			err = tooBig(o)
		}
		var m mailsim.Archived
		if err == nil {
			err = json.Unmarshal(line, &m)
		}
		if err == nil && int64(len(m.Raw)) > o.MaxMail {
			err = tooBig(o)
		}
		if err != nil {
			m = mailsim.Archived{}
			err = fmt.Errorf("the line cannot be read: %w", err)
		}
		m.Place = place
		if !yield(m, err) {
			return false
		}
	}
}

func writeJSONL(w io.Writer, m mailsim.Archived) error {
	line, err := json.Marshal(m)
	if err != nil {
		return err
	}
	_, err = w.Write(append(line, '\n'))
	return err
}
