package extract

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Where an inline element ends, a word and a number are two; a code that is styled piece by piece is one.
func TestEdges(t *testing.T) {
	t.Parallel()
	for html, want := range map[string]string{
		"code<em>739215</em>valid":                                            "739215",
		"<p>Your code is<b>739215</b></p>":                                    "739215",
		"Code <b>739215</b>expires":                                           "739215",
		"Your code<b>73</b><i>92</i><u>15</u>is valid":                        "739215",
		"Your code: 73<b>92</b>15":                                            "739215",
		"Your code: <b>73</b>92<b>15</b>":                                     "739215",
		"Your code: 7<b>3</b>9<b>2</b>1<b>5</b>":                              "739215",
		"Your code: <span>7</span><span>3</span><span>9</span><span>2</span>": "7392",
		"Your code: <b>739</b><b>215</b>":                                     "739215",
		"Your code: <b>7392</b>15.":                                           "739215",
		"Your code: <b>7392</b><b>1548</b>":                                   "73921548",
		"Your code: 7<wbr>3<wbr>9<wbr>2<wbr>1<wbr>5":                          "739215",
		"Your code<b>739 215</b>works once":                                   "739215",
		"Your code<b>739-215</b>works once":                                   "739215",
		"Your code<b>739215</b><sup>1</sup>":                                  "739215",
		"Your code<b>739215</b>10 minutes valid":                              "739215",
		"Your code<b>K7X2P9</b>works once":                                    "K7X2P9",
		"CODE<b>K7X2P9</b>":                                                   "K7X2P9",
		"CODE<b>739215</b>VALID":                                              "739215",
		"Your code: <b>K</b><b>7</b><b>X</b><b>2</b><b>P</b><b>9</b>":         "K7X2P9",
		"Your code: <b>k</b><b>7</b><b>x</b><b>2</b><b>p</b><b>9</b>":         "k7x2p9",
		"Your code: <b>K7X</b>2P9":                                            "K7X2P9",
		"Your code: HX<b>42</b>Q9":                                            "HX42Q9",
		"Your code<b>HXQV-7M2K</b>works once":                                 "HXQV-7M2K",
		"Your code: HXQV-<b>7M2K</b>":                                         "HXQV-7M2K",
		"Your code: G-<b>493805</b>":                                          "493805",
		"Code<span style='display:block'>739215</span>valid":                  "739215",
		"код<b>739215</b>действителен":                                        "739215",
		"código<b>739215</b>válido":                                           "739215",
		"<b>V</b>erification code: 739215":                                    "739215",
		"<p>Your code is&#8203;739215&#8203;today</p>":                        "739215",
		"<p>Enter&zwnj;739215&#xFEFF;today</p>":                               "739215",
		"<p>Your code is 7&#8203;3&#8203;9&#8203;2&#8203;1&#8203;5</p>":       "739215",
		"code <b>739215</b>verbatim":                                          "739215",
	} {
		assert.Equal(t, []string{want}, values(Find("", "", html).Codes), html)
	}
	for _, html := range []string{
		"Your code weighs<b>1500</b>kg", "Enter the 21<sup>st</sup> of the code <b>1080</b>p", "a code of<b>2350</b>EUR",
		"Order code<b>771204</b>shipped", "Your code names our iPhone<b>15</b>Pro",
	} {
		assert.Empty(t, Find("", "", html).Codes, html)
	}
	assert.Equal(t, "code739215valid", Find("", "", "code<em>739215</em>valid").Text, "what is seen has no space")
}

// What stands behind an edge on a line is found where it stands: loud text and links.
func TestEdgesMoveSpans(t *testing.T) {
	t.Parallel()
	got := Find("", "", `Your code<b>739215</b>works once, or <a href="https://a.example/x/9fk29dkal2">sign in</a>now<i>1234</i>x`)
	assert.Equal(t, []string{"739215"}, values(got.Codes))
	if assert.Len(t, got.MagicLinks, 1) {
		assert.Equal(t, "signin", got.MagicLinks[0].Kind)
	}
}

func TestManyEdges(t *testing.T) {
	t.Parallel()
	checkResult(t, "", "", strings.Repeat("<b>1</b>a<i>12345</i>", 20000))
}

// A link begins with the space that a browser shows before it.
func TestTextBesideLinks(t *testing.T) {
	t.Parallel()
	for html, want := range map[string]string{
		`see <a href="https://x.example/a">one</a> <b>two</b>`:                                     "see one two",
		`<a href="https://x.example/a">one</a> <a href="https://x.example/b">two</a>`:              "one two",
		`see <a href="https://x.example/a"> one </a> two`:                                          "see one two",
		`see<a href="https://x.example/a">one</a>two`:                                              "seeonetwo",
		`see <a href="https://x.example/a"><img src=x></a><p>two</p>`:                              "see\n\ntwo",
		`see <a href="https://x.example/a"><b>one</b></a>, <a href="https://x.example/b">two</a>.`: "see one, two.",
	} {
		assert.Equal(t, want, Find("", "", html).Text, html)
	}
}

func TestManyRunesWithoutWidth(t *testing.T) {
	t.Parallel()
	checkResult(t, "", strings.Repeat("1\u200ba\u200b12345", 20000), "")
	checkResult(t, "", strings.Repeat("\u200b", 100000)+"code 111111 replaced by 222222", "")
}
