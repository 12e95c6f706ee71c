package mailpit

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	_ "image/gif" // formats that are shown
	"image/jpeg"
	_ "image/png"
	"net/http"
	"strings"
	"sync"
)

// A thumbnail has this size, in pixels; larger pictures than so many pixels are not read.
const (
	thumbWidth, thumbHeight = 180, 120
	maxPixels               = 20_000_000
)

// decoding lets one picture at a time be decoded: one may take 80 MB.
var decoding sync.Mutex

func (h *Handler) thumbnail(w http.ResponseWriter, r *http.Request) {
	e := h.entryOf(w, r, r.PathValue("id"))
	if e == nil {
		return
	}
	var p part
	found := false
	if l := h.view.letter(e); l != nil {
		p, found = l.find(r.PathValue("part"))
	}
	if !found {
		refuse(w, "attachment not found")
		return
	}
	var data []byte
	if strings.HasPrefix(p.Type, "image/") {
		data = p.Decode()
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, thumb(data), &jpeg.Options{Quality: 70}); err != nil {
		refuse(w, err.Error())
		return
	}
	w.Header().Set("Content-Type", "image/jpeg")
	w.Header().Set("Content-Disposition", `filename="`+strings.Map(quotable, p.name())+`"`)
	_, _ = w.Write(b.Bytes())
}

// quotable leaves out what cannot stand in a quoted parameter.
func quotable(r rune) rune {
	if r < ' ' || r >= 0x7f || r == '"' || r == '\\' {
		return '_'
	}
	return r
}

// thumb is a small picture of an image on white: it fills the frame when it is larger,
// and is white alone when it cannot be read.
func thumb(data []byte) image.Image {
	out := image.NewRGBA(image.Rect(0, 0, thumbWidth, thumbHeight))
	draw.Draw(out, out.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	size, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil || size.Width < 1 || size.Height < 1 || int64(size.Width)*int64(size.Height) > maxPixels {
		return out
	}
	decoding.Lock()
	defer decoding.Unlock()
	src, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return out
	}
	b := src.Bounds()
	width, height := float64(b.Dx()), float64(b.Dy())
	scale := min(thumbWidth/width, thumbHeight/height)
	if width >= thumbWidth && height >= thumbHeight {
		scale = max(thumbWidth/width, thumbHeight/height)
	}
	scale = min(scale, 1)
	shrink(out, src, scale)
	return out
}

// shrink draws an image in the middle, each pixel the mean of those of its area.
func shrink(out *image.RGBA, src image.Image, scale float64) {
	b := src.Bounds()
	width, height := float64(b.Dx())*scale, float64(b.Dy())*scale
	left, top := (thumbWidth-width)/2, (thumbHeight-height)/2
	for y := range thumbHeight {
		y0, y1 := area(float64(y)-top, scale, b.Dy())
		for x := range thumbWidth {
			x0, x1 := area(float64(x)-left, scale, b.Dx())
			if y0 >= y1 || x0 >= x1 {
				continue
			}
			out.SetRGBA(x, y, mean(src, image.Rect(b.Min.X+x0, b.Min.Y+y0, b.Min.X+x1, b.Min.Y+y1)))
		}
	}
}

// area is where a row or column of the small picture is in the large one.
func area(at, scale float64, size int) (from, to int) {
	if at < 0 {
		return 0, 0
	}
	from, to = int(at/scale), int((at+1)/scale)
	return min(from, size), min(max(to, from+1), size)
}

// mean is the color of an area on white. Of large areas some pixels are looked at.
func mean(src image.Image, area image.Rectangle) color.RGBA {
	step := max(1, max(area.Dx(), area.Dy())/8)
	var r, g, b, n uint64
	for y := area.Min.Y; y < area.Max.Y; y += step {
		for x := area.Min.X; x < area.Max.X; x += step {
			pr, pg, pb, pa := src.At(x, y).RGBA()
			r, g, b, n = r+uint64(pr+0xffff-pa), g+uint64(pg+0xffff-pa), b+uint64(pb+0xffff-pa), n+1
		}
	}
	return color.RGBA{uint8(r / n >> 8), uint8(g / n >> 8), uint8(b / n >> 8), 0xff}
}
