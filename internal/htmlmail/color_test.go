package htmlmail

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParseColor(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"red": "#ff0000", " RED ": "#ff0000", "rebeccapurple": "#663399", "#abc": "#aabbcc", "#ABCDEF": "#abcdef",
		"#abcd": "rgba(170,187,204,0.866)", "#00000080": "rgba(0,0,0,0.501)", "#ffffffff": "#ffffff",
		"rgb(1,2,3)": "#010203", "rgb(1 2 3 / 50%)": "rgba(1,2,3,0.5)", "rgb(100%, 0%, 50%)": "#ff007f",
		"rgba(1,2,3,.5)": "rgba(1,2,3,0.5)", "rgb(300,-5,1e9)": "#ff00ff",
		"hsl(0,100%,50%)": "#ff0000", "hsl(120deg 100% 25%)": "#008000", "hsl(240,100%,50%)": "#0000ff",
		"hsl(210,80%,70%)": "#75b3f0", "hsla(60,100%,50%,0.25)": "rgba(255,255,0,0.25)", "hsl(0,0%,50%)": "#808080",
		"": "", "#ab": "", "#ggg": "", "rgb(1,2)": "", "rgb(1,2,3": "", "rgb(a,b,c)": "", "url(x)": "",
		"inherit": "", "transparent": "", "currentcolor": "", "rgb(NaN,0,0)": "", "hsl(x,1%,1%)": "", "rgba(1,2,3,x)": "",
	} {
		c, ok := ParseColor(in)
		require.Equal(t, want != "", ok, in)
		if ok {
			require.Equal(t, want, c.String(), in)
		}
	}
}

func TestDarkIsReadable(t *testing.T) {
	t.Parallel()
	dimmest, brightest := 1_000_000, 0
	for r := 0; r <= 255; r += 15 {
		for g := 0; g <= 255; g += 15 {
			for b := 0; b <= 255; b += 15 {
				c := Color{r, g, b, 1000}
				dimmest = min(dimmest, c.dark(roleText).Luminance())
				brightest = max(brightest, c.dark(roleBackground).Luminance())
			}
		}
	}
	contrast := float64(dimmest+50_000) / float64(brightest+50_000)
	require.GreaterOrEqual(t, contrast, 4.5)
	t.Logf("least contrast %.2f", contrast)
}

func TestDarkKeepsWhatSuits(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ in, role, want string }{
		{"#000000", "text", "#e8e8e8"}, {"#ffffff", "text", "#ffffff"},
		{"#ffffff", "background", "#1b1b1b"}, {"#101020", "background", "#101020"},
		{"#cccccc", "border", "#444444"},
	} {
		c, _ := ParseColor(tt.in)
		r := map[string]role{"text": roleText, "background": roleBackground, "border": roleBorder}[tt.role]
		require.Equal(t, tt.want, c.dark(r).String(), tt)
	}
}

func TestLuminance(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]int{"white": 1_000_000, "black": 0, "red": 212_600, "#777": 184_475} {
		c, _ := ParseColor(in)
		require.Equal(t, want, c.Luminance())
	}
}
