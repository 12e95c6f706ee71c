package imapd

import (
	"bufio"
	"bytes"
	"compress/flate"
	"encoding/hex"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestInflate(t *testing.T) {
	t.Parallel()
	texts := []string{"", "a", plainMail, strings.Repeat(plainMail, 500), strings.Repeat("x", 200_000)}
	for level := flate.HuffmanOnly; level <= flate.BestCompression; level++ {
		for _, text := range texts {
			var b bytes.Buffer
			w, err := flate.NewWriter(&b, level)
			require.NoError(t, err)
			io.WriteString(w, text)
			require.NoError(t, w.Close())
			got, err := io.ReadAll(&inflater{src: &b})
			require.NoError(t, err)
			require.Equal(t, text, string(got), "level %d", level)
		}
	}
}

// What a client flushed is there at once, however it flushes.
func TestInflateHandsOutEachBlock(t *testing.T) {
	t.Parallel()
	var sent bytes.Buffer
	z := &inflater{src: &sent}
	p := make([]byte, 100)
	for _, c := range []struct{ hex, want string }{
		{"4a54f0f3f70fe0e502000000ffff", "a NOOP\r\n"},           // zlib's Z_SYNC_FLUSH
		{"4a5270760c7074f2f4f10c89e4e50208", "b CAPABILITY\r\n"}, // Z_PARTIAL_FLUSH
		{"a064a82840", "c NOOP\r\n"},
	} {
		raw, err := hex.DecodeString(c.hex)
		require.NoError(t, err)
		sent.Write(raw)
		n, err := z.Read(p)
		require.NoError(t, err)
		require.Equal(t, c.want, string(p[:n]))
	}
}

func FuzzInflate(f *testing.F) {
	for _, text := range []string{"", "hello hello hello", strings.Repeat(plainMail, 3)} {
		for _, level := range []int{flate.NoCompression, flate.HuffmanOnly, flate.BestSpeed, flate.BestCompression} {
			var b bytes.Buffer
			w, _ := flate.NewWriter(&b, level)
			io.WriteString(w, text)
			w.Flush()
			w.Close()
			f.Add(b.Bytes())
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		const most = 1 << 20
		want, wantErr := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(data)), most))
		got, gotErr := io.ReadAll(io.LimitReader(&inflater{src: bufio.NewReader(bytes.NewReader(data))}, most))
		if wantErr == nil {
			require.NoError(t, gotErr)
			require.Equal(t, want, got)
		}
	})
}
