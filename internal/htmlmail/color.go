package htmlmail

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"
)

// Color is an sRGB colour with its opacity.
type Color struct {
	R, G, B int // 0 to 255
	Alpha   int // 0 to 1000
}

// ParseColor reads a colour as CSS writes it: a name, #rgb, #rrggbb (with
// opacity: #rgba, #rrggbbaa), rgb(), rgba(), hsl() and hsla(). Names that take
// their colour from elsewhere (inherit, currentcolor, transparent) are none.
func ParseColor(s string) (Color, bool) {
	s = strings.ToLower(strings.TrimSpace(s))
	if hex, ok := strings.CutPrefix(s, "#"); ok {
		return parseHex(hex)
	}
	if hex, ok := namedColors()[s]; ok {
		return Color{hex >> 16, hex >> 8 & 0xff, hex & 0xff, 1000}, true
	}
	name, args, ok := strings.Cut(s, "(")
	if !ok || !strings.HasSuffix(args, ")") {
		return Color{}, false
	}
	fields := strings.FieldsFunc(args[:len(args)-1], func(r rune) bool {
		return r == ',' || r == '/' || r == ' '
	})
	if len(fields) != 3 && len(fields) != 4 {
		return Color{}, false
	}
	alpha := 1000
	if len(fields) == 4 {
		if alpha, ok = parseScaled(fields[3], 1000, 1000); !ok {
			return Color{}, false
		}
	}
	switch name {
	case "rgb", "rgba":
		return parseRGB(fields, alpha)
	case "hsl", "hsla":
		return parseHSL(fields, alpha)
	}
	return Color{}, false
}

// parseLegacyColor reads the value of bgcolor and of font's color, where the
// number sign may be missing.
func parseLegacyColor(s string) (Color, bool) {
	if c, ok := ParseColor(s); ok {
		return c, true
	}
	if s = strings.ToLower(strings.TrimSpace(s)); len(s) == 6 {
		return parseHex(s)
	}
	return Color{}, false
}

func parseHex(hex string) (Color, bool) {
	v, err := strconv.ParseUint(hex, 16, 32)
	if err != nil {
		return Color{}, false
	}
	alpha := uint64(255)
	switch len(hex) {
	case 4:
		alpha = v & 0xf * 17
		v >>= 4
		fallthrough
	case 3:
		v = (v>>8*17)<<16 | (v>>4&0xf*17)<<8 | v&0xf*17
	case 8:
		alpha = v & 0xff
		v >>= 8
	case 6:
	default:
		return Color{}, false
	}
	return Color{int(v >> 16), int(v >> 8 & 0xff), int(v & 0xff), int(alpha * 1000 / 255)}, true
}

func parseRGB(f []string, alpha int) (Color, bool) {
	var v [3]int
	for i := range v {
		n, ok := parseScaled(f[i], 1, 255)
		if !ok {
			return Color{}, false
		}
		v[i] = n
	}
	return Color{v[0], v[1], v[2], alpha}, true
}

// parseHSL reckons in whole thousandths: the result is the same on every
// machine.
func parseHSL(f []string, alpha int) (Color, bool) {
	h, okH := parseScaled(strings.TrimSuffix(f[0], "deg"), 1, 360)
	s, okS := parseScaled(f[1], 10, 1000)
	l, okL := parseScaled(f[2], 10, 1000)
	if !okH || !okS || !okL {
		return Color{}, false
	}
	chroma := (1000 - abs(2*l-1000)) * s / 1000
	channel := func(n int) int {
		// The f(n) of CSS Color 4 section 7.1, its k in degrees.
		k := (n*30 + h) % 360
		t := min(k-90, 270-k, 30)
		return ((l-chroma*max(t, -30)/60)*255 + 500) / 1000
	}
	return Color{channel(0), channel(8), channel(4), alpha}, true
}

// parseScaled reads a decimal number times scale, or a percentage of limit,
// cut to [0, limit].
func parseScaled(s string, scale, limit int) (int, bool) {
	num, percent := strings.CutSuffix(s, "%")
	if len(num) > 12 {
		return 0, false
	}
	f, err := strconv.ParseFloat(num, 64)
	if err != nil || f != f {
		return 0, false
	}
	if percent {
		f = f * float64(limit) / 100
	} else {
		f *= float64(scale)
	}
	return int(min(max(f, 0), float64(limit))), true
}

func abs(n int) int { return max(n, -n) }

// String returns the colour as #rrggbb, or as rgba() when it lets through.
func (c Color) String() string {
	if c.Alpha < 1000 {
		return fmt.Sprintf("rgba(%d,%d,%d,%s)", c.R, c.G, c.B, strconv.FormatFloat(float64(c.Alpha)/1000, 'g', -1, 64))
	}
	return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)
}

// Luminance is the relative luminance of WCAG 2.2, in millionths, of the
// opaque colour.
func (c Color) Luminance() int {
	t := linear()
	return int((2126*t[c.R] + 7152*t[c.G] + 722*t[c.B]) / 10000)
}

// linear maps a channel to the light it sends, in millionths: whole numbers
// are the same on every machine.
var linear = sync.OnceValue(func() (t [256]int64) {
	for i := range t {
		s := float64(i) / 255
		if s <= 0.04045 {
			s /= 12.92
		} else {
			s = math.Pow((s+0.055)/1.055, 2.4)
		}
		t[i] = int64(math.Round(s * 1e6))
	}
	return t
})

// role is what a colour is used for.
type role int

const (
	roleNone role = iota
	roleText
	roleBackground
	roleBorder
)

// The ends of the dark scale, and the luminances that keep text readable: any
// adapted text on any adapted background has a contrast of at least 4.5 to 1.
const (
	darkest   = 0x1b
	lightest  = 0xe8
	middle    = 200_000
	minText   = 420_000
	maxBehind = 50_000
)

// dark adapts a colour to a dark page: light backgrounds and dark texts
// change sides and keep their hue, what already suits a dark page stays.
func (c Color) dark(r role) Color {
	switch r {
	case roleText:
		if c.Luminance() < middle {
			c = c.invert().scale(0, lightest)
		}
		for c.Luminance() < minText {
			c = c.towards(255)
		}
	case roleBackground:
		if c.Luminance() >= middle {
			c = c.invert().scale(darkest, 255)
		}
		for c.Luminance() > maxBehind {
			c = c.towards(0)
		}
	case roleBorder:
		c = c.invert().scale(darkest, lightest)
	}
	return c
}

// invert mirrors the lightness of HSL. Hue and chroma stay, so that each
// channel moves by the same amount.
func (c Color) invert() Color {
	d := 255 - max(c.R, c.G, c.B) - min(c.R, c.G, c.B)
	return Color{c.R + d, c.G + d, c.B + d, c.Alpha}
}

// scale maps channels of 0 to 255 onto low to high.
func (c Color) scale(low, high int) Color {
	f := func(v int) int { return low + v*(high-low)/255 }
	return Color{f(c.R), f(c.G), f(c.B), c.Alpha}
}

// towards moves each channel a sixteenth of the way to a target.
func (c Color) towards(target int) Color {
	f := func(v int) int { return v + (target-v)/16 }
	return Color{f(c.R), f(c.G), f(c.B), c.Alpha}
}

// namedColors is the table of CSS Color 4 section 6.1.
var namedColors = sync.OnceValue(func() map[string]int {
	return parseNamed(`aliceblue f0f8ff antiquewhite faebd7 aqua 00ffff aquamarine 7fffd4 azure f0ffff
beige f5f5dc bisque ffe4c4 black 000000 blanchedalmond ffebcd blue 0000ff blueviolet 8a2be2 brown a52a2a
burlywood deb887 cadetblue 5f9ea0 chartreuse 7fff00 chocolate d2691e coral ff7f50 cornflowerblue 6495ed
cornsilk fff8dc crimson dc143c cyan 00ffff darkblue 00008b darkcyan 008b8b darkgoldenrod b8860b
darkgray a9a9a9 darkgreen 006400 darkgrey a9a9a9 darkkhaki bdb76b darkmagenta 8b008b darkolivegreen 556b2f
darkorange ff8c00 darkorchid 9932cc darkred 8b0000 darksalmon e9967a darkseagreen 8fbc8f darkslateblue 483d8b
darkslategray 2f4f4f darkslategrey 2f4f4f darkturquoise 00ced1 darkviolet 9400d3 deeppink ff1493
deepskyblue 00bfff dimgray 696969 dimgrey 696969 dodgerblue 1e90ff firebrick b22222 floralwhite fffaf0
forestgreen 228b22 fuchsia ff00ff gainsboro dcdcdc ghostwhite f8f8ff gold ffd700 goldenrod daa520 gray 808080
green 008000 greenyellow adff2f grey 808080 honeydew f0fff0 hotpink ff69b4 indianred cd5c5c indigo 4b0082
ivory fffff0 khaki f0e68c lavender e6e6fa lavenderblush fff0f5 lawngreen 7cfc00 lemonchiffon fffacd
lightblue add8e6 lightcoral f08080 lightcyan e0ffff lightgoldenrodyellow fafad2 lightgray d3d3d3
lightgreen 90ee90 lightgrey d3d3d3 lightpink ffb6c1 lightsalmon ffa07a lightseagreen 20b2aa lightskyblue 87cefa
lightslategray 778899 lightslategrey 778899 lightsteelblue b0c4de lightyellow ffffe0 lime 00ff00
limegreen 32cd32 linen faf0e6 magenta ff00ff maroon 800000 mediumaquamarine 66cdaa mediumblue 0000cd
mediumorchid ba55d3 mediumpurple 9370db mediumseagreen 3cb371 mediumslateblue 7b68ee mediumspringgreen 00fa9a
mediumturquoise 48d1cc mediumvioletred c71585 midnightblue 191970 mintcream f5fffa mistyrose ffe4e1
moccasin ffe4b5 navajowhite ffdead navy 000080 oldlace fdf5e6 olive 808000 olivedrab 6b8e23 orange ffa500
orangered ff4500 orchid da70d6 palegoldenrod eee8aa palegreen 98fb98 paleturquoise afeeee palevioletred db7093
papayawhip ffefd5 peachpuff ffdab9 peru cd853f pink ffc0cb plum dda0dd powderblue b0e0e6 purple 800080
rebeccapurple 663399 red ff0000 rosybrown bc8f8f royalblue 4169e1 saddlebrown 8b4513 salmon fa8072
sandybrown f4a460 seagreen 2e8b57 seashell fff5ee sienna a0522d silver c0c0c0 skyblue 87ceeb slateblue 6a5acd
slategray 708090 slategrey 708090 snow fffafa springgreen 00ff7f steelblue 4682b4 tan d2b48c teal 008080
thistle d8bfd8 tomato ff6347 turquoise 40e0d0 violet ee82ee wheat f5deb3 white ffffff whitesmoke f5f5f5
yellow ffff00 yellowgreen 9acd32`)
})

func parseNamed(table string) map[string]int {
	f := strings.Fields(table)
	m := make(map[string]int, len(f)/2)
	for i := 0; i < len(f); i += 2 {
		n, err := strconv.ParseInt(f[i+1], 16, 32)
		if err != nil {
			panic("htmlmail: colour table: " + err.Error())
		}
		m[f[i]] = int(n)
	}
	return m
}
