package extract

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The corpus grew in steps. The rules were made on first.json; each later file was written and scored before any rule
// was changed for it, and gave (precision/recall, codes then links):
//
//	second.json      0.967/0.819  1.000/0.958
//	third.json       0.871/0.761  0.833/0.952  written to be hard
//	fourth.json      1.000/0.946  0.958/0.958
//	fifth.json       0.906/0.853  1.000/0.917
//	sixth.json       0.973/0.878  1.000/0.938
//	seventh.json     0.985/0.928  1.000/0.760
//	eighth.json      1.000/0.818  1.000/0.929
//	ninth.json       1.000/0.768  1.000/0.848  a door pad in half of the languages
//	tenth.json       0.966/0.949  1.000/1.000
//	eleventh.json    0.975/0.609  1.000/1.000  "tell the driver 3107" in a quarter of the mails
//	twelfth.json     0.983/0.922  1.000/0.960
//	thirteenth.json  1.000/0.986  1.000/1.000
//	fourteenth.json  1.000/0.861  1.000/0.889  half of it news of sign-ins without a code
//	fifteenth.json   1.000/0.654  1.000/0.947  a card to activate in a third of the mails
//	sixteenth.json   0.965/0.872  1.000/0.730  47 languages; half of the links with tokens of two to four characters
//	seventeenth.json 0.905/0.938  1.000/0.974  news of sign-ins from a town with its post code in ten languages
//	eighteenth.json  0.957/0.957  1.000/1.000  marks around the number, the code in the subject alone
//	nineteenth.json  0.984/0.984  1.000/0.882  written with sixteenth.json and put aside until the end
//	twentieth.json   no codes     1.000/0.977  links alone
//	twentyfirst.json 0.983/0.950  no links     one step left, said in thirty languages
//	twentysecond.json 1.000/1.000  1.000/0.926
//	twentythird.json 1.000/0.985  1.000/0.889
//	twentyfourth.json 0.985/1.000  1.000/1.000
//	twentyfifth.json 0.968/0.923  0.952/0.833
//	twentysixth.json 1.000/1.000  1.000/0.892  links of every shape
//	twentyseventh.json 1.000/1.000  1.000/0.968
//	twentyeighth.json 1.000/0.987  1.000/0.968
//	twentyninth.json 1.000/1.000  1.000/0.909  links that what stands near them speaks against
//	thirtieth.json   0.986/0.972  1.000/0.929
//	thirtyfirst.json 0.976/0.931  0.954/0.883  the default texts of well-known software and services, their hosts and names changed
//	thirtysecond.json 1.000/0.950  1.000/0.923
//	thirtythird.json 1.000/1.000  1.000/1.000
//	thirtyfourth.json 1.000/1.000  1.000/0.963
//	thirtyfifth.json 0.700/0.311  no links     no space between a code and the element beside it
//	thirtysixth.json 0.778/0.280  no links     its other half, read when the rules stood: 1.000/0.940
//	thirtyseventh.json 0.487/0.905 no links    codes that are said to be old, expired, used or replaced
//	thirtyeighth.json 0.486/0.783 no links     its other half: 1.000/1.000
//	thirtyninth.json 0.853/1.000  no links     telephone numbers in 31 languages
//	fortieth.json    0.833/0.926  no links     its other half: 1.000/0.926
//	fortyfirst.json  0.603/0.628  no links     codes in the place of others, that will end, with edges that are not seen; short numbers to dial
//
// One mail of seventh.json was reworded since, for what was to be a trap was a door code. Fifteen codes are still missed;
// they stand there as what to do next.

// labelled is one mail of the corpus and what a careful reader finds in it.
type labelled struct {
	Name  string   `json:"name"`
	Lang  string   `json:"lang"`
	Kind  string   `json:"kind"`
	Subj  string   `json:"subject"`
	Text  string   `json:"text"`
	HTML  string   `json:"html"`
	Codes []string `json:"want_codes"`
	Magic []string `json:"want_magic_links"`
	file  string
}

func readCorpus(tb testing.TB) []labelled {
	tb.Helper()
	files, err := filepath.Glob("testdata/*.json")
	require.NoError(tb, err)
	var all []labelled
	names := map[string]bool{}
	for _, f := range files {
		b, err := os.ReadFile(f)
		require.NoError(tb, err)
		var cases []labelled
		require.NoError(tb, json.Unmarshal(b, &cases), f)
		for _, c := range cases {
			require.False(tb, names[c.Name], "two cases named %s", c.Name)
			names[c.Name] = true
			c.file = filepath.Base(f)
			all = append(all, c)
		}
	}
	return all
}

// score counts single findings over a corpus, and mails whose list is exact.
type score struct{ right, wrong, missed, exact, mails int }

func (s *score) count(want, got []string) bool {
	s.mails++
	for _, g := range got {
		if slices.Contains(want, g) {
			s.right++
		} else {
			s.wrong++
		}
	}
	for _, w := range want {
		if !slices.Contains(got, w) {
			s.missed++
		}
	}
	if slices.Equal(want, got) {
		s.exact++
		return true
	}
	return false
}

func (s *score) precision() float64 { return float64(s.right) / float64(max(1, s.right+s.wrong)) }
func (s *score) recall() float64    { return float64(s.right) / float64(max(1, s.right+s.missed)) }

func values(codes []Code) []string {
	out := []string{}
	for _, c := range codes {
		out = append(out, c.Value)
	}
	return out
}

func urls(links []Link) []string {
	out := []string{}
	for _, l := range links {
		out = append(out, l.URL)
	}
	return out
}

// The whole corpus, codes and magic links apart: at least 0.99 of what is found is right, at least 0.98 of what is there
// is found.
func TestCorpus(t *testing.T) {
	t.Parallel()
	var codes, links score
	inFile := map[string]*[2]score{}
	for _, c := range readCorpus(t) {
		if inFile[c.file] == nil {
			inFile[c.file] = &[2]score{}
		}
		got := Find(c.Subj, c.Text, c.HTML)
		assert.Equal(t, Find("", c.Text, c.HTML).Links, Links(c.Text, c.HTML), c.Name)
		inFile[c.file][0].count(c.Codes, values(got.Codes))
		inFile[c.file][1].count(c.Magic, urls(got.MagicLinks))
		if !codes.count(c.Codes, values(got.Codes)) {
			t.Logf("%s (%s): codes %v, want %v", c.Name, c.Lang, got.Codes, c.Codes)
		}
		if !links.count(c.Magic, urls(got.MagicLinks)) {
			t.Logf("%s (%s): want magic %v, got links", c.Name, c.Lang, c.Magic)
			for _, l := range got.Links {
				t.Logf("    %-12s %s  %q: %s", l.Kind, l.URL, l.Text, l.Why)
			}
		}
	}
	for _, f := range slices.Sorted(maps.Keys(inFile)) {
		s := inFile[f]
		t.Logf("%-12s codes %.3f/%.3f, links %.3f/%.3f", f, s[0].precision(), s[0].recall(), s[1].precision(), s[1].recall())
	}
	codes.require(t, "codes")
	links.require(t, "magic links")
}

func (s *score) require(t *testing.T, kind string) {
	t.Helper()
	t.Logf("%s: precision %.3f, recall %.3f, %d of %d mails exact", kind, s.precision(), s.recall(), s.exact, s.mails)
	assert.GreaterOrEqual(t, s.precision(), 0.99, kind)
	assert.GreaterOrEqual(t, s.recall(), 0.98, kind)
}
