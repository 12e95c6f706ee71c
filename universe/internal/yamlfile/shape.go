package yamlfile

import (
	"encoding/json"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/goccy/go-yaml/ast"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/decide"
	"github.com/mailsim/mailsim/internal/plain"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

type shapeKind int

const (
	shapeText shapeKind = iota
	shapeNumber
	shapeInteger
	shapeFlag
	ShapeList
	ShapeDict // any keys
	ShapeObject
)

// Shape is what a value may be.
type Shape struct {
	Kind     shapeKind
	names    []string // of an object's fields, in order
	Fields   map[string]*Shape
	index    map[string][]int // of an object's fields in the Go struct
	Elem     *Shape           // of a list or dict
	Enum     []string         // the texts there are
	format   string           // of a text: duration or date-time
	min      *float64
	secret   bool // ${NAME} is taken from the environment
	ReadOnly bool // taken, and passed over
	nonEmpty bool // a text that may be left out but says something
	orText   bool // an object that may be a text alone
}

// shapeFor makes the shape of a type, and of what it holds.
func shapeFor(t reflect.Type) *Shape {
	if t.Kind() == reflect.Pointer {
		return shapeFor(t.Elem())
	}
	if s := ownShape(t); s != nil {
		return s
	}
	switch t.Kind() {
	case reflect.String:
		return &Shape{Kind: shapeText, Enum: textEnums[t]}
	case reflect.Bool:
		return &Shape{Kind: shapeFlag}
	case reflect.Int, reflect.Int64:
		return &Shape{Kind: shapeInteger}
	case reflect.Float64:
		return &Shape{Kind: shapeNumber}
	case reflect.Slice:
		return &Shape{Kind: ShapeList, Elem: shapeFor(t.Elem())}
	case reflect.Map:
		return &Shape{Kind: ShapeDict, Elem: shapeFor(t.Elem())}
	case reflect.Struct:
		return objectShape(t)
	}
	panic("mailsim: no shape for " + t.String())
}

// ownShape is that of a type which reads itself.
func ownShape(t reflect.Type) *Shape {
	switch t {
	case reflect.TypeFor[time.Time]():
		return &Shape{Kind: shapeText, format: "date-time"}
	case reflect.TypeFor[time.Duration]():
		return &Shape{Kind: shapeText, format: "duration"}
	case reflect.TypeFor[mailsim.Delay]():
		return &Shape{Kind: ShapeObject, names: []string{"median", "spread"}, Fields: map[string]*Shape{
			"median": {Kind: shapeText, format: "duration"}, "spread": {Kind: shapeNumber, min: new(1.0)},
		}}
	}
	return nil
}

func objectShape(t reflect.Type) *Shape {
	s := &Shape{Kind: ShapeObject, Fields: map[string]*Shape{}, index: map[string][]int{}, orText: t == reflect.TypeFor[mailsim.CompanyMailbox]()}
	for _, f := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if !f.IsExported() || f.Anonymous || name == "" || name == "-" {
			continue
		}
		of := *shapeFor(f.Type)
		owner := t // of the field: the struct itself, or one embedded in it
		if n := len(f.Index) - 1; n > 0 {
			owner = t.FieldByIndex(f.Index[:n]).Type
		}
		key := owner.Name() + "." + name
		of.secret = name == "key" || name == "password" || name == "secret"
		of.ReadOnly, of.nonEmpty = slices.Contains(readOnlyFields, key), name == "tz"
		if e := fieldEnums[key]; e != nil {
			of.Enum = e()
		}
		s.names = append(s.names, name)
		s.Fields[name], s.index[name] = &of, f.Index
	}
	return s
}

// readOnlyFields are shown by the API and passed over in a file.
var readOnlyFields = []string{"Persona.provider", "Persona.created", "Stream.sent", "Stream.next", "Faults.scenarios", "FaultRule.hits"}

// textEnums are the values of named texts.
var textEnums = map[reflect.Type][]string{
	reflect.TypeFor[mailsim.Role]():          texts(mailsim.RoleViewer, mailsim.RoleMember, mailsim.RoleAdmin),
	reflect.TypeFor[mailsim.Feature]():       texts(valid.Features...),
	reflect.TypeFor[mailsim.MailboxStatus](): {"unknown", "domain", "full", "disabled", "blocked"},
	reflect.TypeFor[mailsim.FailAt]():        texts(mailsim.FailAtDSN, mailsim.FailAtRcpt),
	reflect.TypeFor[mailsim.WhenFull]():      texts(mailsim.FullRefuse, mailsim.FullOldest),
	reflect.TypeFor[mailsim.Stranger]():      texts(mailsim.StrangerOff, mailsim.StrangerBasic, mailsim.StrangerAI),
	reflect.TypeFor[mailsim.CaseStatus]():    texts(mailsim.CaseOpen, mailsim.CaseWaiting, mailsim.CaseClosed),
}

// fieldEnums are the values of plain texts, by type and field.
var fieldEnums = map[string]func() []string{
	"UniverseConfig.ai":       list("on", "off"),
	"Persona.knows":           list("all", "some", "little"),
	"Persona.temperament":     decide.TemperamentNames,
	"Style.length":            list("short", "medium", "long"),
	"Style.formality":         list("casual", "neutral", "formal"),
	"Style.client":            list("gmail", "outlook", "apple", "iphone", "android", "plain"),
	"Style.links":             list("usual", "curious", "wary", "never"),
	"Style.filter":            list("strict", "normal", "lenient", "none"),
	"Style.access":            list("screen_reader", "low_vision"),
	"Stream.kind":             mailsim.StreamKinds,
	"FaultRule.kind":          faultKinds,
	"FaultRule.where":         list("smtp", "delivery", "imap", "pop3", "webhook", "api", "provider"),
	"LinkPolicy.missing_site": list("imagine", "notice"),
	"LinkPolicy.local_links":  list("ignore", "click"),
}

// faultKinds are all kinds of faults, wherever they can act.
func faultKinds() []string {
	kinds := map[string]bool{}
	for _, at := range valid.FaultSpecs {
		for k := range at {
			kinds[string(k)] = true
		}
	}
	return slices.Sorted(maps.Keys(kinds))
}

func list(s ...string) func() []string { return func() []string { return s } }

func texts[T ~string](list ...T) []string {
	out := make([]string, len(list))
	for i, t := range list {
		out[i] = string(t)
	}
	return out
}

// Value reads a value as what JSON would hold.
func (s *Shape) Value(p Place) (any, error) {
	n := p.Node
	switch s.Kind {
	case shapeText:
		return s.textOf(p)
	case shapeNumber, shapeInteger:
		return s.numberOf(p)
	case shapeFlag:
		if b, ok := n.scalar.(*ast.BoolNode); ok {
			return b.Value, nil
		}
		return nil, p.Errorf("must be true or false, not %s", n.is())
	case ShapeList:
		if n.Kind != yamlList {
			return nil, p.Errorf("must be a list, not %s", n.is())
		}
		out := make([]any, len(n.items))
		for i := range n.items {
			var err error
			if out[i], err = s.Elem.Value(p.item(i)); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
	if s.orText && n.Kind == yamlScalar {
		return s.textOf(p)
	}
	out := map[string]any{}
	err := s.each(p, func(name string, of *Shape, at Place) (err error) {
		out[name], err = of.Value(at)
		return err
	})
	return out, err
}

// each goes through the keys of a mapping that hold something.
func (s *Shape) each(p Place, f func(name string, of *Shape, at Place) error) error {
	if p.Node.Kind != yamlMap {
		return p.Errorf("must be a mapping, not %s", p.Node.is())
	}
	for _, k := range p.Node.keys {
		of, at := s.Elem, p.Key(k.name)
		if s.Kind == ShapeObject {
			if of = s.Fields[k.name]; of == nil {
				return at.Errorf("unknown key: use %s", plain.OrList(s.writable()))
			}
		}
		if of.ReadOnly || k.value.Kind == Null && s.Kind == ShapeObject {
			continue
		}
		if err := f(k.name, of, at); err != nil {
			return err
		}
	}
	return nil
}

// writable are the names of the fields that a file may set.
func (s *Shape) writable() []string {
	return slices.DeleteFunc(slices.Clone(s.names), func(name string) bool { return s.Fields[name].ReadOnly })
}

// textOf reads a text; a number stands for how it is written.
func (s *Shape) textOf(p Place) (any, error) {
	n := p.Node
	switch n.scalar.(type) {
	case *ast.StringNode, *ast.LiteralNode, *ast.IntegerNode, *ast.FloatNode:
	default:
		return nil, p.Errorf("must be a text, not %s", n.is())
	}
	text := n.text()
	if s.secret {
		var err error
		if text, err = secretText(text); err != nil {
			return nil, p.Wrap(err)
		}
	}
	switch {
	case s.nonEmpty && text == "":
		return nil, p.Errorf("must not be empty: leave it out for the default")
	case s.Enum != nil && text != "" && !slices.Contains(s.Enum, text):
		return nil, p.Errorf("must be %s, not %.50q", plain.OrList(s.Enum), text)
	case s.format == "duration" && text != "":
		if _, err := mailsim.ParseDuration(text); err != nil {
			return nil, p.Wrap(err)
		}
	case s.format == "date-time":
		if _, err := time.Parse(time.RFC3339, text); err != nil {
			return nil, p.Errorf("must be a time such as 2026-01-05T09:00:00Z, not %.50q", text)
		}
	}
	return text, nil
}

func (s *Shape) numberOf(p Place) (any, error) {
	var v float64
	switch n := p.Node.scalar.(type) {
	case *ast.IntegerNode:
		switch i := n.Value.(type) {
		case int64:
			v = float64(i)
		case uint64:
			v = float64(i)
		}
	case *ast.FloatNode:
		v = n.Value
	default:
		return nil, p.Errorf("must be a number, not %s", p.Node.is())
	}
	switch {
	case s.Kind == shapeInteger && (v != math.Trunc(v) || math.Abs(v) > 1<<53):
		return nil, p.Errorf("must be a whole number, not %s", p.Node.is())
	case s.min != nil && v < *s.min:
		return nil, p.Errorf("must be %v or more", *s.min)
	case s.Kind == shapeInteger:
		return int64(v), nil
	}
	return v, nil
}

// Decode reads a value into a Go value of the shape's type. What is left out
// keeps what v holds.
func (s *Shape) Decode(p Place, v reflect.Value) error {
	if v.Kind() == reflect.Pointer {
		v.Set(reflect.New(v.Type().Elem()))
		v = v.Elem()
	}
	if _, own := v.Addr().Interface().(json.Unmarshaler); own || s.Kind <= shapeFlag {
		return s.decodeJSON(p, v)
	}
	if d, ok := defaults[v.Type()]; ok {
		v.Set(reflect.ValueOf(d()))
	}
	switch s.Kind {
	case ShapeList:
		if p.Node.Kind != yamlList {
			return p.Errorf("must be a list, not %s", p.Node.is())
		}
		v.Set(reflect.MakeSlice(v.Type(), len(p.Node.items), len(p.Node.items)))
		for i := range p.Node.items {
			if err := s.Elem.Decode(p.item(i), v.Index(i)); err != nil {
				return err
			}
		}
		return nil
	case ShapeDict:
		v.Set(reflect.MakeMap(v.Type()))
		return s.each(p, func(name string, of *Shape, at Place) error {
			e := reflect.New(v.Type().Elem()).Elem()
			err := of.Decode(at, e)
			v.SetMapIndex(reflect.ValueOf(name), e)
			return err
		})
	}
	if u, ok := v.Addr().Interface().(*mailsim.UniverseConfig); ok {
		u.Source = p
	}
	return s.each(p, func(name string, of *Shape, at Place) error {
		return of.Decode(at, v.FieldByIndex(s.index[name]))
	})
}

// decodeJSON reads a single value, or one of a type that reads itself.
func (s *Shape) decodeJSON(p Place, v reflect.Value) error {
	value, err := s.Value(p)
	if err != nil {
		return err
	}
	text, err := json.Marshal(value)
	if err == nil {
		err = json.Unmarshal(text, v.Addr().Interface())
	}
	if err != nil {
		return p.Wrap(mailsim.DecodeError(err))
	}
	return nil
}

// defaults are what settings begin with, where zero is not the default.
var defaults = map[reflect.Type]func() any{
	reflect.TypeFor[mailsim.Pace]():       func() any { return mailsim.Pace{Factor: 1} },
	reflect.TypeFor[mailsim.Rule]():       func() any { return mailsim.DefaultRule() },
	reflect.TypeFor[mailsim.Recipients](): func() any { return valid.DefaultRecipients() },
	reflect.TypeFor[mailsim.LinkPolicy](): func() any { return mailsim.DefaultLinkPolicy() },
}

// Root is that of a whole file.
var Root = sync.OnceValue(func() *Shape { return shapeFor(reflect.TypeFor[mailsim.Config]()) })

// Schema is the JSON Schema (2020-12) of the YAML file, for editors.
func Schema() []byte {
	root := Root().schema()
	root["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	root["title"] = "mailsim universe, or a cell of several (orgs)"
	out, err := json.MarshalIndent(root, "", "  ")
	if err != nil {
		panic(err) // texts and maps only
	}
	return append(out, '\n')
}

func (s *Shape) schema() map[string]any {
	out := map[string]any{}
	switch s.Kind {
	case shapeText:
		out["type"] = "string"
		if s.Enum != nil {
			out["enum"] = s.Enum
		}
		switch s.format {
		case "date-time":
			out["format"] = s.format
		case "duration":
			out["description"] = "a duration such as 90s, 45m, 2h or 3d"
		}
		if s.secret {
			out["description"] = "the value, or ${NAME}: that of the environment"
		}
	case shapeNumber, shapeInteger:
		out["type"] = map[bool]string{true: "integer", false: "number"}[s.Kind == shapeInteger]
		if s.min != nil {
			out["minimum"] = *s.min
		}
	case shapeFlag:
		out["type"] = "boolean"
	case ShapeList:
		out["type"], out["items"] = "array", s.Elem.schema()
	case ShapeDict:
		out["type"], out["additionalProperties"] = "object", s.Elem.schema()
	case ShapeObject:
		props := map[string]any{}
		for name, f := range s.Fields {
			props[name] = f.schema()
		}
		out["type"], out["properties"], out["additionalProperties"] = "object", props, false
		if s.orText {
			return map[string]any{"anyOf": []any{map[string]any{"type": "string"}, out}}
		}
	}
	if s.ReadOnly {
		out["readOnly"] = true
	}
	return out
}
