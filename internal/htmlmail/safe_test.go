package htmlmail

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/mailsim/mailsim/internal/racing"
)

// The lists below are written out a second time on purpose: a slip in those of
// the package must not pass the tests.
var (
	safeElements = regexp.MustCompile(`^(?:html|head|body|a|abbr|acronym|address|article|aside|b|bdi|bdo|big|blockquote|br|` +
		`caption|center|cite|code|col|colgroup|dd|del|details|dfn|div|dl|dt|em|figcaption|figure|font|footer|h[1-6]|` +
		`header|hr|i|img|ins|kbd|li|main|mark|nav|ol|p|pre|q|rp|rt|ruby|s|samp|section|small|span|strike|strong|sub|` +
		`summary|sup|table|tbody|td|tfoot|th|thead|time|tr|tt|u|ul|var|wbr)$`)
	safeAttributes = regexp.MustCompile(`^(?:align|alt|aria-hidden|aria-label|background|bgcolor|border|cellpadding|` +
		`cellspacing|color|colspan|datetime|dir|face|height|hidden|href|hspace|lang|noshade|nowrap|open|rel|role|` +
		`rowspan|scope|size|span|src|start|style|target|title|type|valign|value|vspace|width)$`)
	safeHref   = regexp.MustCompile(`^(?:https?://[^/\\]|mailto:.|tel:.)`)
	localImage = regexp.MustCompile(`^(?:cid:[^"<>\s]+|data:image/(?:png|jpg|jpeg|gif|webp);base64,[A-Za-z0-9+/]+=*)$`)
	anyImage   = regexp.MustCompile(`^(?:https?://[^/\\]\S*|` + localImage.String()[1:len(localImage.String())-1] + `)$`)
	unsafeCSS  = regexp.MustCompile(`(?i)url|expression\(|binding|behaviou?r|position|z-index|@|\\|/\*|-[0-9.]|[<>{}"]|import|var\(`)
	remoteCSS  = regexp.MustCompile(`background-image:url\('https?://[^'()\\\s]+'\);`)
)

// requireSafe parses the output with a browser's algorithm, with and without
// scripting, and looks at every node.
func requireSafe(t testing.TB, out string, remote bool) {
	t.Helper()
	for _, scripting := range []bool{false, true} {
		doc, err := html.ParseWithOptions(strings.NewReader(out), html.ParseOptionEnableScripting(scripting))
		require.NoError(t, err)
		for n := range doc.Descendants() {
			switch n.Type {
			case html.TextNode:
			case html.ElementNode:
				require.Empty(t, n.Namespace, out)
				require.Regexp(t, safeElements, n.Data, out)
				requireSafeAttributes(t, n, remote)
			default:
				t.Fatalf("node of type %v in %q", n.Type, out)
			}
		}
	}
}

func requireSafeAttributes(t testing.TB, n *html.Node, remote bool) {
	t.Helper()
	for _, a := range n.Attr {
		require.Empty(t, a.Namespace)
		require.Regexp(t, safeAttributes, a.Key)
		switch a.Key {
		case "href":
			require.Equal(t, "a", n.Data)
			require.Regexp(t, safeHref, a.Val)
		case "src", "background":
			if remote {
				require.Regexp(t, anyImage, a.Val)
			} else {
				require.Regexp(t, localImage, a.Val)
			}
		case "style":
			style := a.Val
			if remote {
				style = remoteCSS.ReplaceAllString(style, "")
			}
			require.NotRegexp(t, unsafeCSS, style)
		}
	}
	if n.Data == "a" {
		rel := map[string]string{}
		for _, a := range n.Attr {
			rel[a.Key] = a.Val
		}
		require.Equal(t, "_blank", rel["target"])
		require.Equal(t, "noopener noreferrer nofollow", rel["rel"])
	}
}

func corpus(t testing.TB) []string {
	b, err := os.ReadFile("testdata/xss.txt")
	require.NoError(t, err)
	var vectors []string
	for line := range strings.Lines(string(b)) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || line[0] == '#' {
			continue
		}
		if line[0] == '"' && strings.HasSuffix(line, `"`) {
			if s, err := strconv.Unquote(line); err == nil {
				line = s
			}
		}
		vectors = append(vectors, line)
	}
	return vectors
}

var allOptions = []Options{
	{}, {Light: true}, {Remote: true}, {Remote: true, Light: true},
	{CID: func(id string) (string, bool) { return "data:image/svg+xml;base64," + id, true }},
	{CID: func(id string) (string, bool) { return "data:image/png;base64,AAAA", true }},
}

// wrappings are the places where a vector may stand.
var wrappings = []string{"%", "<p>%</p>", "<table><tr><td>%", `<a href="https://a.test">%</a>`, `<div title="%">`,
	"<style>%</style>", "<!-- % -->", "<svg>%</svg>", "<select>%"}

// spec: messages.safe.html
func TestSanitizeAttacks(t *testing.T) {
	racing.Skip(t)
	t.Parallel()
	vectors := corpus(t)
	require.GreaterOrEqual(t, len(vectors), 150)
	for _, v := range vectors {
		for _, w := range wrappings {
			src := strings.ReplaceAll(w, "%", v)
			for _, o := range allOptions {
				out, blocked := Sanitize(src, o)
				requireSafe(t, out, o.Remote)
				if o.Remote {
					require.Zero(t, blocked, src)
				}
			}
		}
	}
}

// Output is a fixed point: a second pass has nothing left to change, so there
// is no input whose output means something else to the same rules.
func requireStable(t testing.TB, src string) {
	t.Helper()
	for _, remote := range []bool{false, true} {
		o := Options{Light: true, Remote: remote}
		once, _ := Sanitize(src, o)
		twice, blocked := Sanitize(once, o)
		require.Equal(t, once, twice, "%q", src)
		require.Zero(t, blocked)
	}
}

func TestSanitizeStable(t *testing.T) {
	t.Parallel()
	for _, v := range corpus(t) {
		requireStable(t, v)
	}
}

func FuzzSanitize(f *testing.F) {
	for _, v := range corpus(f) {
		f.Add(v)
	}
	f.Fuzz(func(t *testing.T, src string) {
		for _, o := range allOptions {
			out, blocked := Sanitize(src, o)
			requireSafe(t, out, o.Remote)
			require.False(t, o.Remote && blocked > 0)
		}
		requireStable(t, src)
	})
}

func FuzzRead(f *testing.F) {
	for _, v := range corpus(f) {
		f.Add(v)
	}
	f.Fuzz(func(t *testing.T, src string) {
		text, visible := Text(src), VisibleText(src)
		require.LessOrEqual(t, len(text), maxText)
		require.LessOrEqual(t, len(visible), maxText)
		for _, l := range Links(src) {
			require.Regexp(t, safeHref, l.URL)
			require.Equal(t, strings.Join(strings.Fields(l.Text), " "), l.Text)
		}
	})
}

// The last step holds by itself: what it gets is not trusted to be what the
// steps before it write.
func TestPolicyAlone(t *testing.T) {
	t.Parallel()
	for _, v := range corpus(t) {
		out := policies().local.filter(v)
		doc, err := html.Parse(strings.NewReader(out))
		require.NoError(t, err)
		for n := range doc.Descendants() {
			require.NotEqual(t, html.CommentNode, n.Type, v)
			if n.Type != html.ElementNode {
				continue
			}
			require.Regexp(t, safeElements, n.Data, v)
			for _, a := range n.Attr {
				require.Regexp(t, safeAttributes, a.Key, v)
				switch a.Key {
				case "href":
					require.Regexp(t, safeHref, a.Val, v)
				case "src", "background":
					require.Regexp(t, `^(?:cid:|data:image/(?:png|jpe?g|gif|webp);base64,)`, a.Val, v)
				case "style":
					require.NotRegexp(t, `(?i)url|\(|position|behavio|@|\\`, a.Val, v)
				}
			}
		}
	}
}
