package mailpit

import (
	"errors"
	"slices"
	"strings"

	"github.com/mailsim/mailsim/internal/mime"
)

// maxTag bounds a tag, in bytes.
const maxTag = 100

// cleanTag makes a tag of a text: characters that no tag has become spaces. It
// returns "" when nothing is left.
func cleanTag(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', strings.ContainsRune("-_.@", r):
			return r
		}
		return ' '
	}, s)
	s = strings.Join(strings.Fields(s), " ")
	return strings.TrimSpace(s[:min(len(s), maxTag)])
}

// headerTags are the tags that a mail brings along: those of X-Tags, and what stands
// behind a plus in its addresses.
func headerTags(raw string) (tags []string) {
	h := mime.ScanHeader(raw)
	if list := h.Text("X-Tags"); list != "" {
		tags = strings.Split(list, ",")
	}
	for _, name := range [...]string{"To", "Cc", "Bcc", "From"} {
		for _, v := range h.Values(name) {
			if !strings.Contains(v, "+") {
				continue
			}
			for _, a := range mime.ParseAddressList(v) {
				tags = append(tags, plusTags(a.Addr)...)
			}
		}
	}
	return cleanTags(tags)
}

// plusTags are the parts of an address between its plus signs and the @.
func plusTags(addr string) []string {
	local, _, ok := strings.Cut(addr, "@")
	name, tags, plus := strings.Cut(local, "+")
	if !ok || !plus || name == "" {
		return nil
	}
	return strings.Split(tags, "+")
}

// cleanTags cleans a list and sorts it; what is no tag is left out.
func cleanTags(list []string) (tags []string) {
	for _, t := range list[:min(len(list), 10*maxTags)] {
		if t = cleanTag(t); t != "" {
			tags = append(tags, t)
		}
	}
	slices.Sort(tags)
	return tags
}

// rename gives a tag another name.
func (v *view) rename(from, to string) error {
	to = cleanTag(to)
	if to == "" {
		return errors.New("invalid tag name: " + to)
	}
	if from == to {
		return nil
	}
	old, next := strings.ToLower(from), strings.ToLower(to)
	t := v.names[old]
	if t == nil {
		return errors.New("tag not found: " + from)
	}
	if old != next && v.names[next] != nil {
		return errors.New("tag already exists: " + to)
	}
	t.name = strings.Clone(to)
	if old == next {
		return nil
	}
	delete(v.names, old)
	v.names[next] = t
	for _, e := range v.list {
		if i, ok := slices.BinarySearch(e.tags, old); ok {
			e.tags = slices.Clone(e.tags)
			e.tags[i] = next
			slices.Sort(e.tags)
		}
	}
	return nil
}

// remove takes a tag off all messages.
func (v *view) remove(name string) error {
	key := strings.ToLower(name)
	if v.names[key] == nil {
		return errors.New("tag not found: " + name)
	}
	for _, e := range v.list {
		if i, ok := slices.BinarySearch(e.tags, key); ok {
			e.tags = slices.Delete(slices.Clone(e.tags), i, i+1)
		}
	}
	delete(v.names, key)
	return nil
}
