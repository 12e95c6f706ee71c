package yamlfile

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/fail"
)

// Node is a value of a YAML file, its aliases and merges resolved.
type Node struct {
	line   int
	scalar ast.Node  // of a single value; nil is null
	keys   []yamlKey // of a mapping, in order
	items  []*Node   // of a list
	Kind   yamlKind
}

type yamlKey struct {
	name  string
	line  int
	value *Node
}

type yamlKind int

const (
	Null yamlKind = iota
	yamlScalar
	yamlMap
	yamlList
)

// at returns the value of a key, nil when there is none.
func (n *Node) at(key string) *Node {
	if n != nil {
		for _, k := range n.keys {
			if k.name == key {
				return k.value
			}
		}
	}
	return nil
}

// is names a value's kind for an error.
func (n *Node) is() string {
	switch {
	case n.Kind == yamlMap:
		return "a mapping"
	case n.Kind == yamlList:
		return "a list"
	case n.Kind == Null:
		return "empty"
	}
	switch n.scalar.(type) {
	case *ast.BoolNode:
		return n.scalar.GetToken().Value
	case *ast.StringNode, *ast.LiteralNode:
		return fmt.Sprintf("the text %.50q", n.text())
	}
	return n.scalar.GetToken().Value
}

// text is a scalar as it is written; of a text its value.
func (n *Node) text() string {
	switch s := n.scalar.(type) {
	case *ast.StringNode:
		return s.Value
	case *ast.LiteralNode:
		return s.Value.Value
	}
	return n.scalar.GetToken().Value
}

// Bounds of a file: what aliases expand to counts.
const (
	MaxYAMLBytes = 16 << 20
	maxYAMLNodes = 1_000_000
	maxYAMLDepth = 50
)

// Parse reads a file of one document; nil is an empty one.
func Parse(file string, data []byte) (*Node, error) {
	if len(data) > MaxYAMLBytes {
		return nil, fail.Invalidf("%s: a file may have at most %d MiB", file, MaxYAMLBytes>>20)
	}
	tokens, err := tokenizeYAML(file, data)
	if err != nil {
		return nil, err
	}
	parsed, err := parser.Parse(tokens, 0)
	if err != nil {
		var syntax interface {
			GetToken() *token.Token
			GetMessage() string
		}
		if errors.As(err, &syntax) {
			return nil, fail.Invalidf("%s:%d: %s", file, syntax.GetToken().Position.Line, syntax.GetMessage())
		}
		return nil, fail.Invalidf("%s: %s", file, err)
	}
	r := yamlReader{file: file, anchors: map[string]ast.Node{}}
	var root *Node
	for _, d := range parsed.Docs {
		if d.Body == nil {
			continue
		}
		if root != nil {
			return nil, r.errorAt(d.Body, "a file holds one document")
		}
		if root, err = r.read(d.Body, 0); err != nil {
			return nil, err
		}
	}
	return root, nil
}

type yamlReader struct {
	file    string
	anchors map[string]ast.Node
	open    []string // aliases being resolved
	nodes   int
}

func (r *yamlReader) errorAt(n ast.Node, format string, args ...any) error {
	return fail.Invalidf("%s:%d: %s", r.file, n.GetToken().Position.Line, fmt.Sprintf(format, args...))
}

func (r *yamlReader) read(n ast.Node, depth int) (*Node, error) {
	if r.nodes++; r.nodes > maxYAMLNodes || depth > maxYAMLDepth {
		return nil, r.errorAt(n, "the file is too large or too deep")
	}
	line := n.GetToken().Position.Line
	switch n := n.(type) {
	case *ast.NullNode:
		return &Node{line: line}, nil
	case *ast.AnchorNode:
		r.anchors[n.Name.GetToken().Value] = n.Value
		return r.read(n.Value, depth+1)
	case *ast.AliasNode:
		return r.alias(n, depth)
	case *ast.TagNode:
		if tag := n.GetToken().Value; tag != "!!str" {
			return nil, r.errorAt(n, "tag %.50s is not known here: write the plain value", tag)
		}
		return r.read(&ast.StringNode{Token: n.Value.GetToken(), Value: n.Value.GetToken().Value}, depth+1)
	case *ast.SequenceNode:
		out := &Node{line: line, Kind: yamlList}
		for _, v := range n.Values {
			item, err := r.read(v, depth+1)
			if err != nil {
				return nil, err
			}
			out.items = append(out.items, item)
		}
		return out, nil
	case *ast.MappingValueNode:
		return r.mapping(line, []*ast.MappingValueNode{n}, depth)
	case *ast.MappingNode:
		return r.mapping(line, n.Values, depth)
	case *ast.StringNode, *ast.LiteralNode, *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		return &Node{line: line, Kind: yamlScalar, scalar: n}, nil
	}
	return nil, r.errorAt(n, "%.50q is not understood", n.GetToken().Value)
}

// alias reads what an anchor stands for, as if it were written here.
func (r *yamlReader) alias(n *ast.AliasNode, depth int) (*Node, error) {
	name := n.Value.GetToken().Value
	value, ok := r.anchors[name]
	if !ok || slices.Contains(r.open, name) {
		return nil, r.errorAt(n, "alias *%.50s has no anchor before it", name)
	}
	r.open = append(r.open, name)
	defer func() { r.open = r.open[:len(r.open)-1] }()
	out, err := r.read(value, depth+1)
	if err != nil {
		return nil, err
	}
	out.line = n.GetToken().Position.Line
	return out, nil
}

func (r *yamlReader) mapping(line int, values []*ast.MappingValueNode, depth int) (*Node, error) {
	out := &Node{line: line, Kind: yamlMap}
	var merged []yamlKey
	there := map[string]bool{}
	for _, v := range values {
		value, err := r.read(v.Value, depth+1)
		if err != nil {
			return nil, err
		}
		at := v.Key.GetToken().Position.Line
		if _, merge := v.Key.(*ast.MergeKeyNode); merge {
			if value.Kind != yamlMap {
				return nil, r.errorAt(v.Key, "<< takes an alias of a mapping")
			}
			merged = append(merged, value.keys...)
			continue
		}
		name, err := r.key(v.Key)
		if err != nil {
			return nil, err
		}
		if there[name] {
			return nil, r.errorAt(v.Key, "%s: the key is there twice", name)
		}
		if value.Kind == Null {
			value.line = at
		}
		there[name] = true
		out.keys = append(out.keys, yamlKey{name, at, value})
	}
	for _, k := range merged {
		if !there[k.name] {
			there[k.name] = true
			out.keys = append(out.keys, k)
		}
	}
	return out, nil
}

func (r *yamlReader) key(k ast.MapKeyNode) (string, error) {
	switch k := k.(type) {
	case *ast.StringNode:
		return k.Value, nil
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.NullNode:
		return k.GetToken().Value, nil
	}
	return "", r.errorAt(k, "a key must be a plain text")
}

// Place is a value's place in a file. The zero place is that of a Config made in
// Go: its errors name the key alone.
type Place struct {
	File string
	Node *Node
	path string // of keys, such as personas[0].style
	Line int
}

// at is where a universe stands in its file.
func At(c *mailsim.UniverseConfig) Place {
	p, _ := c.Source.(Place)
	return p
}

// In goes to a key (string) or list item (int).
func (p Place) In(steps ...any) Place {
	for _, step := range steps {
		switch s := step.(type) {
		case string:
			p = p.Key(s)
		case int:
			p = p.item(s)
		}
	}
	return p
}

func (p Place) Key(name string) Place {
	next := Place{p.File, p.Node.at(name), name, p.Line}
	if p.path != "" {
		next.path = p.path + "." + name
	}
	if next.Node != nil {
		next.Line = p.Node.lineOf(name)
	}
	return next
}

func (p Place) item(i int) Place {
	next := Place{p.File, nil, p.path + "[" + strconv.Itoa(i) + "]", p.Line}
	if p.Node != nil && i < len(p.Node.items) {
		next.Node = p.Node.items[i]
		next.Line = next.Node.line
	}
	return next
}

// lineOf is where a key stands.
func (n *Node) lineOf(key string) int {
	i := slices.IndexFunc(n.keys, func(k yamlKey) bool { return k.name == key })
	return n.keys[i].line
}

// Errorf makes an error that begins with the place.
func (p Place) Errorf(format string, args ...any) error {
	return &mailsim.Error{Kind: mailsim.ErrInvalid, Message: p.prefix(": ") + fmt.Sprintf(format, args...)}
}

func (p Place) prefix(sep string) string {
	out := p.path
	if out != "" {
		out += sep
	}
	if p.File == "" {
		return out
	}
	return fmt.Sprintf("%s:%d: %s", p.File, max(1, p.Line), out)
}

// Wrap puts the place before an error. When the message begins with a key below
// the place, it is that key's.
func (p Place) Wrap(err error) error {
	if err == nil {
		return nil
	}
	text := err.Error()
	deepest := p
	for rest := leadingKeys().FindString(text); rest != ""; {
		next, left, ok := deepest.step(rest)
		if !ok {
			break
		}
		deepest, rest = next, left
	}
	out := &mailsim.Error{Kind: mailsim.KindOf(err), Err: err}
	if deepest.path == p.path {
		out.Message = p.prefix(": ") + text
	} else {
		at := p
		at.Line = deepest.Line
		out.Message = at.prefix(".") + text
	}
	return out
}

// leadingKeys is the path of keys that a message may begin with.
var leadingKeys = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[^\s:]+`) })

// step takes the longest key off a path that stands below the place.
func (p Place) step(path string) (next Place, rest string, ok bool) {
	if digits, found := strings.CutPrefix(path, "["); found {
		n, after, closed := strings.Cut(digits, "]")
		if i, err := strconv.Atoi(n); closed && err == nil && p.Node != nil && i >= 0 && i < len(p.Node.items) {
			return p.item(i), strings.TrimPrefix(after, "."), true
		}
		return p, "", false
	}
	if p.Node == nil {
		return p, "", false
	}
	best := ""
	for _, k := range p.Node.keys {
		if after, found := strings.CutPrefix(path, k.name); found && len(k.name) > len(best) && (after == "" || after[0] == '.' || after[0] == '[') {
			best, rest = k.name, strings.TrimPrefix(after, ".")
		}
	}
	if best == "" {
		return p, "", false
	}
	return p.Key(best), rest, true
}

// secretRef is the one form in which the environment may hold a value.
var secretRef = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\$\{([A-Za-z_][A-Za-z0-9_]*)\}$`) })

// secretText reads a key, password or secret: ${NAME} as the whole value is that
// of the environment, and is not looked into again.
func secretText(text string) (string, error) {
	m := secretRef().FindStringSubmatch(text)
	if m == nil {
		return text, nil
	}
	value, ok := os.LookupEnv(m[1])
	if !ok {
		return "", fail.Invalidf("%s is not set in the environment", m[0])
	}
	return value, nil
}
