package httpapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/near"
)

// plan says how a request becomes an input. Each field of the input carries one
// of these tags:
//
//	path:"id"           a parameter of the path
//	query:"limit"       a parameter of the query; doc:"…" describes it, with names in 'quotes',
//	                    which become backticks: a tag cannot hold any
//	body:""             the JSON body
//	body:"optional"     the JSON body, which may be missing
//	body:"patch"        the JSON body, in which null clears a field
//
// A parameter's type is string, int, int64, uint32, bool, time.Time, a pointer
// to string or int64, or implements [textParam]; required:"true" asks for it. A body names with
// required:"a,b" the fields that must be there and with readonly:"c,d" those that
// an answer holds and that are ignored when sent back; nonnull:"e" names those
// that may be left out but not cleared, nonempty:"f.g" texts that may be left out but
// not empty, and fixed:"h" those of readonly that are refused with another value than
// the present one, which [keeper] tells. Anywhere but in a patch null is the same
// as nothing. Where a field left out is not zero, the input implements [defaulter].
type plan struct {
	params []param
	body   *body
}

type param struct {
	index    int
	in       string // path or query
	name     string
	doc      string // Markdown
	required bool
	typ      reflect.Type
}

type body struct {
	index              int
	optional, patch    bool
	required, readonly []string
	nonnull, nonempty  []string
	fixed              []string
	typ                reflect.Type
	fields             map[string][]int // of an object, by name
}

// textParam is a parameter that reads itself. The error says what it must be.
type textParam interface{ parse(text string) error }

// defaulter sets what is left out.
type defaulter interface{ setDefaults() }

// planOf compiles a type. It panics on a tag that it does not know: a mistake in the table.
func planOf(t reflect.Type) *plan {
	p := &plan{}
	for i := range t.NumField() {
		f := t.Field(i)
		if name, ok := f.Tag.Lookup("path"); ok {
			p.params = append(p.params, param{i, "path", name, docOf(f), true, f.Type})
		} else if name, ok := f.Tag.Lookup("query"); ok {
			p.params = append(p.params, param{i, "query", name, docOf(f), f.Tag.Get("required") == "true", f.Type})
		} else if mode, ok := f.Tag.Lookup("body"); ok {
			p.body = newBody(i, f, mode)
		} else {
			panic("httpapi: " + t.String() + "." + f.Name + " has no tag")
		}
	}
	return p
}

// quotedName matches a name in quotes; an apostrophe follows a letter, and opens none.
var quotedName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\B'([^']+)'\B`) })

// docOf is the description of a parameter, with names in backticks.
func docOf(f reflect.StructField) string {
	return quotedName().ReplaceAllString(f.Tag.Get("doc"), "`$1`")
}

func newBody(index int, f reflect.StructField, mode string) *body {
	b := &body{index: index, optional: mode == "optional", patch: mode == "patch", typ: f.Type, required: list(f.Tag.Get("required")), readonly: list(f.Tag.Get("readonly")), nonnull: list(f.Tag.Get("nonnull")),
		nonempty: list(f.Tag.Get("nonempty")), fixed: list(f.Tag.Get("fixed"))}
	if f.Type.Kind() == reflect.Struct {
		b.fields = jsonFields(f.Type)
	}
	return b
}

func list(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, ",")
}

// jsonFields maps the names of an object's fields to their place.
func jsonFields(t reflect.Type) map[string][]int {
	out := map[string][]int{}
	for _, f := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.IsExported() && name != "" && name != "-" {
			out[name] = f.Index
		}
	}
	return out
}

// bind fills the input, a pointer to a struct, from the request.
func (p *plan) bind(c *call, input any) error {
	if d, ok := input.(defaulter); ok {
		d.setDefaults()
	}
	v := reflect.ValueOf(input).Elem()
	if len(p.params) > 0 || c.r.URL.RawQuery != "" {
		if err := p.bindParams(c.r, v); err != nil {
			return err
		}
	}
	if p.body == nil {
		return nil
	}
	raw, err := c.readBody(p.body.optional)
	if err != nil || raw == nil {
		return err
	}
	if err := p.body.decode(raw, v.Field(p.body.index)); err != nil {
		return err
	}
	return p.body.check(c, raw, input)
}

// keeper is an input whose body may name what cannot be changed: it says what that is.
type keeper interface {
	kept(c *call, field string) (value string, err error)
}

// check refuses another value than the present one in a field that cannot be changed,
// and nothing in one that must say something.
func (b *body) check(c *call, raw []byte, input any) error {
	for _, path := range b.nonempty {
		at := json.RawMessage(raw)
		for name := range strings.SplitSeq(path, ".") {
			var members map[string]json.RawMessage
			if json.Unmarshal(at, &members) != nil {
				break
			}
			at = members[name]
		}
		if string(at) == `""` {
			return invalidf("%s must not be empty: leave it out for the default", path)
		}
	}
	k, ok := input.(keeper)
	if !ok {
		return nil
	}
	var members map[string]json.RawMessage
	_ = json.Unmarshal(raw, &members) // it has been decoded
	for _, name := range b.fixed {
		value, there := members[name]
		if !there || isNull(value) {
			continue
		}
		is, err := k.kept(c, name)
		if err != nil {
			return err
		}
		var text string
		if json.Unmarshal(value, &text) != nil || text != is && !(name == "address" && strings.EqualFold(text, is)) {
			return invalidf("%s cannot be changed: it is %q", name, is)
		}
	}
	return nil
}

func (p *plan) bindParams(r *http.Request, v reflect.Value) error {
	query, err := queryOf(r)
	if err != nil {
		return err
	}
	if err := p.knowsAll(query); err != nil {
		return err
	}
	for i := range p.params {
		a := &p.params[i]
		var text string
		given := true
		if a.in == "path" {
			text = r.PathValue(a.name)
		} else if values, there := query[a.name]; there {
			text = values[0]
		} else {
			given = false
		}
		if a.required && text == "" {
			return invalidf("%s is required", a.name)
		}
		if !given {
			continue
		}
		if !utf8.ValidString(text) {
			return invalidf("%s is not valid UTF-8", a.name)
		}
		if err := setParam(v.Field(a.index), text); err != nil {
			return invalidf("%s must be %s, not %.100q", a.name, err, text)
		}
	}
	return nil
}

// everywhere are the parameters that say who asks, and for which universe: any route takes them.
var everywhere = []string{"token", "universe"}

// knowsAll refuses a query with a parameter that the route does not have: it would look as
// if it had an effect.
func (p *plan) knowsAll(query url.Values) error {
	if len(query) == 0 {
		return nil
	}
	var known []string
	for _, a := range p.params {
		if a.in == "query" {
			known = append(known, a.name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(query)) {
		if slices.Contains(known, name) || slices.Contains(everywhere, name) {
			continue
		}
		if meant := near.Of(name, known); meant != "" {
			return invalidf("unknown parameter %.50q: did you mean %s?", name, meant)
		}
		if len(known) == 0 {
			return invalidf("unknown parameter %.50q: this endpoint takes none in the query", name)
		}
		return invalidf("unknown parameter %.50q: this endpoint takes %s", name, strings.Join(known, ", "))
	}
	return nil
}

// queryOf reads the query of a request strictly.
func queryOf(r *http.Request) (url.Values, error) {
	if r.URL.RawQuery == "" {
		return nil, nil
	}
	q, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, invalidf("the query cannot be read: %s", err)
	}
	return q, nil
}

// What a parameter must be, as its errors say it.
var (
	errWhole = errors.New("a whole number of 0 or more")
	errBool  = errors.New("true or false")
	errTime  = errors.New("an RFC 3339 time")
)

// setParam sets a field from text. The error says what the text must be.
func setParam(v reflect.Value, text string) error {
	switch p := v.Addr().Interface().(type) {
	case *string:
		*p = text
	case **string:
		*p = &text
	case **int64:
		*p = new(int64)
		return setParam(v.Elem(), text)
	case *int64:
		n, err := strconv.ParseUint(text, 10, 63)
		if err != nil {
			return errWhole
		}
		*p = int64(n)
	case *int:
		n, err := strconv.ParseUint(text, 10, 31)
		if err != nil {
			return errWhole
		}
		*p = int(n)
	case *uint32:
		n, err := strconv.ParseUint(text, 10, 32)
		if err != nil {
			return errWhole
		}
		*p = uint32(n)
	case *bool:
		b, err := parseBool(text)
		*p = b
		return err
	case *time.Time:
		t, err := time.Parse(time.RFC3339, text)
		if err != nil {
			return errTime
		}
		*p = t
	case textParam:
		return p.parse(text)
	default:
		panic("httpapi: no parameter can be a " + v.Type().String())
	}
	return nil
}

func parseBool(text string) (bool, error) {
	switch text {
	case "true", "1":
		return true, nil
	case "false", "0":
		return false, nil
	}
	return false, errBool
}

// maxLimit is how many entries a list answers at most.
const maxLimit = 1000

// limit is how many entries are asked for: above 0, and at most maxLimit count.
type limit int

func (l *limit) parse(text string) error {
	n, err := strconv.ParseUint(text, 10, 64)
	if n == 0 || err != nil && !errors.Is(err, strconv.ErrRange) {
		return errors.New("a whole number above 0")
	}
	*l = limit(min(n, maxLimit))
	return nil
}

// maxTimeout bounds a wait.
const maxTimeout = 5 * time.Minute

// timeout is how long a wait lasts: a number of milliseconds, or a duration.
type timeout time.Duration

func (t *timeout) parse(text string) error {
	ms, err := strconv.ParseUint(text, 10, 64)
	if err == nil || errors.Is(err, strconv.ErrRange) {
		*t = timeout(min(ms, uint64(maxTimeout/time.Millisecond))) * timeout(time.Millisecond)
		return nil
	}
	d, err := mailsim.ParseDuration(text)
	if err != nil {
		return errors.New("a number of milliseconds or a duration such as 45s")
	}
	*t = timeout(min(d, maxTimeout))
	return nil
}

// readBody reads the JSON of a request, nil when it may be missing and is.
func (c *call) readBody(optional bool) ([]byte, error) {
	limit := c.maxBody()
	var raw []byte
	var err error
	if c.r.ContentLength <= limit {
		raw, err = io.ReadAll(http.MaxBytesReader(c.w, c.r.Body, limit))
	}
	var large *http.MaxBytesError
	switch {
	case c.r.ContentLength > limit, errors.As(err, &large):
		return nil, invalidf("the body is larger than %d bytes", limit)
	case err != nil:
		return nil, invalidf("the body cannot be read to its end")
	case len(raw) == 0 && optional:
		return nil, nil
	case !isJSON(c.r.Header.Get("Content-Type")):
		return nil, invalidf("the body must be JSON, with Content-Type application/json")
	case !utf8.Valid(raw):
		return nil, invalidf("the body is not valid UTF-8")
	}
	return raw, nil
}

func isJSON(contentType string) bool {
	if contentType == "application/json" {
		return true
	}
	media, params, err := mime.ParseMediaType(contentType)
	charset := params["charset"]
	return err == nil && media == "application/json" && (charset == "" || strings.EqualFold(charset, "utf-8"))
}

// decode fills v from JSON, strictly: unknown fields, missing ones and wrong
// types are errors that name the field.
func (b *body) decode(raw []byte, v reflect.Value) error {
	if b.fields == nil {
		if isNull(raw) {
			return invalidf("the body must not be null")
		}
		return decodeStrict("", raw, v.Addr().Interface())
	}
	members, err := b.members(raw)
	if err != nil {
		return err
	}
	for _, name := range b.required {
		if value, there := members[name]; !there || isNull(value) {
			return invalidf("%s is required", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if err := b.setField(name, members[name], v.FieldByIndex(b.fields[name])); err != nil {
			return err
		}
	}
	return nil
}

// members takes an object apart, up to the first field that it must not have: a
// million of them cost nothing.
func (b *body) members(raw []byte) (map[string]json.RawMessage, error) {
	if text := bytes.TrimSpace(raw); len(text) == 0 || text[0] != '{' || !json.Valid(text) {
		var object map[string]json.RawMessage
		if err := decodeStrict("", raw, &object); err != nil {
			return nil, err
		}
		return nil, invalidf("the body must be an object, not null")
	}
	members := map[string]json.RawMessage{}
	d := json.NewDecoder(bytes.NewReader(raw))
	_, _ = d.Token() // the brace
	for d.More() {
		token, err := d.Token()
		if err != nil {
			return nil, mailsim.DecodeError(err)
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, mailsim.DecodeError(err)
		}
		name, _ := token.(string)
		if slices.Contains(b.readonly, name) {
			continue
		}
		if _, known := b.fields[name]; !known {
			return nil, unknownField("", name, slices.Collect(maps.Keys(b.fields)))
		}
		members[name] = value
	}
	return members, nil
}

// setField sets one field of a body.
func (b *body) setField(name string, raw json.RawMessage, f reflect.Value) error {
	switch {
	case !isNull(raw):
		return decodeStrict(name, raw, f.Addr().Interface())
	case slices.Contains(b.nonnull, name):
		return invalidf("%s must not be null", name)
	case b.patch:
		clearField(f)
	}
	return nil
}

// clearField makes a field of a patch clear what it names: nil would keep it.
func clearField(f reflect.Value) {
	switch f.Kind() {
	case reflect.Pointer:
		f.Set(reflect.New(f.Type().Elem()))
	case reflect.Slice:
		f.Set(reflect.MakeSlice(f.Type(), 0, 0))
	case reflect.Map:
		f.Set(reflect.MakeMap(f.Type()))
	}
}

func isNull(raw []byte) bool { return string(bytes.TrimSpace(raw)) == "null" }

// noNullText refuses null inside a list or an object of texts, which encoding/json reads as "".
func noNullText(name string, raw []byte, v any) error {
	switch v.(type) {
	case *[]string:
		var list []*string
		if json.Unmarshal(raw, &list) == nil && slices.Contains(list, nil) {
			return invalidf("%s must be a list of texts, without null", name)
		}
	case *map[string]string:
		var object map[string]*string
		if json.Unmarshal(raw, &object) == nil {
			for key, value := range object {
				if value == nil {
					return invalidf("%s.%.50s must be a text, not null", name, key)
				}
			}
		}
	}
	return nil
}

// unknownField is the error for a field that an object does not have, with the one that
// was probably meant.
func unknownField(path, name string, known []string) error {
	slices.Sort(known)
	if meant := near.Of(name, known); meant != "" {
		return invalidf("unknown field %.100q: did you mean %s?", path+name, meant)
	}
	return invalidf("unknown field %.100q", path+name)
}

// namesWithin lists the fields of the objects in a value, and of those within them.
func namesWithin(t reflect.Type, levels int) (names []string) {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Map {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || levels == 0 {
		return nil
	}
	for name, place := range jsonFields(t) {
		names = append(append(names, name), namesWithin(t.FieldByIndex(place).Type, levels-1)...)
	}
	return names
}

// decodeStrict decodes one value, naming the field in its errors.
func decodeStrict(name string, raw []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	err := d.Decode(v)
	if err == nil {
		if _, err := d.Token(); err != io.EOF {
			return invalidf("more follows the JSON value of the body")
		}
		return noNullText(name, raw, v)
	}
	switch v.(type) {
	case *time.Time, **time.Time:
		return invalidf("%s must be %s, not %.100s", name, errTime, raw)
	}
	var typed *json.UnmarshalTypeError
	if errors.As(err, &typed) {
		typed.Field = strings.Trim(name+"."+typed.Field, ".")
	} else if inner, ok := strings.CutPrefix(err.Error(), `json: unknown field "`); ok && name != "" {
		return unknownField(name+".", strings.TrimSuffix(inner, `"`), namesWithin(reflect.TypeOf(v), 3))
	}
	if err = mailsim.DecodeError(err); name != "" && !strings.Contains(err.Error(), name) {
		return invalidf("%s: %s", name, err)
	}
	return err
}
