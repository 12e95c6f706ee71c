package mailsimtest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/internal/addr"
	"github.com/mailsim/mailsim/internal/htmlmail"
)

// Person is a simulated person. Its methods tell them what to do; everything else they
// decide themselves.
type Person struct {
	Box
	id string
}

// Person returns the person behind an address: "Anna Weber <anna@client.test>" or
// "anna@client.test". If there is none, one is added who answers every personal mail
// until both sides have ended the conversation (temperament responsive, reply rate 1), opens
// no link unless told to (Style.Links "never") and uses Gmail. Like others they now and then
// send a colleague of their domain a copy (Behaviors.CCSomeone). Edits apply before a new person is added, and change a person
// who existed. A temperament that an edit sets decides how often they answer, unless an
// edit sets Timing.ReplyRate too:
//
//	sim.Person("ben@client.test", func(p *mailsim.Persona) { p.Temperament = "ghost" })
//	sim.Person("eve@client.test", func(p *mailsim.Persona) { p.Style.Links = "curious" })
func (s *Server) Person(nameAddr string, edits ...func(*mailsim.Persona)) *Person {
	s.t.Helper()
	name, address := splitAddress(nameAddr)
	s.part.name(address)
	p, err := s.findPerson(name, address, edits)
	if err != nil {
		s.fatalf("person %s: %v", nameAddr, err)
		return &Person{Box: Box{s: s, address: address}}
	}
	return &Person{Box{s: s, address: address}, p.ID}
}

func (s *Server) findPerson(name, address string, edits []func(*mailsim.Persona)) (mailsim.Persona, error) {
	p, err := s.world.PersonaByAddress(address)
	if errors.Is(err, mailsim.ErrNotFound) {
		added, failed := s.addPerson(name, address, edits)
		if failed == nil {
			return added, nil
		}
		if p, err = s.world.PersonaByAddress(address); err != nil {
			return added, failed
		}
		// A test beside this one was faster.
	}
	if err == nil && len(edits) > 0 {
		p, err = s.editPerson(p, edits)
	}
	if err == nil && name != "" && !strings.EqualFold(name, p.Name) {
		err = fmt.Errorf("the address is that of %s: give that name or none, or change it by Edit", p.Name)
	}
	return p, err
}

// usual is the temperament of a person for whom no edit sets one.
const usual = "responsive"

func (s *Server) addPerson(name, address string, edits []func(*mailsim.Persona)) (mailsim.Persona, error) {
	always := new(1.0)
	p := mailsim.Persona{
		Name: name, Addresses: []string{address},
		Timing: mailsim.Timing{ReplyRate: always}, Style: mailsim.Style{Links: "never", Client: "gmail"},
	}
	for _, edit := range edits {
		edit(&p)
	}
	ours := p.Timing.ReplyRate == always && *always == 1
	switch {
	case p.Temperament == "":
		p.Temperament = usual
	case ours:
		p.Timing.ReplyRate, ours = nil, false
	}
	added, err := s.world.CreatePersona(context.Background(), p)
	if err == nil && ours {
		s.always.add(added.ID)
	}
	return added, err
}

func (s *Server) editPerson(p mailsim.Persona, edits []func(*mailsim.Persona)) (mailsim.Persona, error) {
	temperament, rate := p.Temperament, p.Timing.ReplyRate
	for _, edit := range edits {
		edit(&p)
	}
	if p.Timing.ReplyRate != rate || rate != nil && *rate != 1 {
		s.always.drop(p.ID)
	} else if p.Temperament != temperament && s.always.drop(p.ID) {
		p.Timing.ReplyRate = nil
	}
	return s.world.UpdatePersona(context.Background(), p.ID, mailsim.PersonaPatch{
		Name: &p.Name, Role: &p.Role, Org: &p.Org, Who: &p.Who, Wants: &p.Wants, Character: &p.Character,
		Addresses: p.Addresses, Knows: &p.Knows, Temperament: &p.Temperament, CaseIDs: p.CaseIDs,
		Style: &p.Style, Timing: &p.Timing, Behaviors: &p.Behaviors, ExternalIDs: p.ExternalIDs, Paused: &p.Paused,
	})
}

// ids are people whose reply rate is the default of [Server.Person].
type ids struct {
	mu   sync.Mutex
	list map[string]bool
}

func (i *ids) add(id string) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.list == nil {
		i.list = map[string]bool{}
	}
	i.list[id] = true
}

// drop reports whether the id was there.
func (i *ids) drop(id string) (was bool) {
	i.mu.Lock()
	defer i.mu.Unlock()
	was = i.list[id]
	delete(i.list, id)
	return was
}

func (i *ids) copyFrom(other *ids) {
	other.mu.Lock()
	defer other.mu.Unlock()
	i.list = maps.Clone(other.list)
}

// ID is the person's id.
func (p *Person) ID() string { return p.id }

// Persona is the person as they now are.
func (p *Person) Persona() mailsim.Persona {
	p.s.t.Helper()
	out, err := p.s.world.PersonaByAddress(p.address)
	if errors.Is(err, mailsim.ErrNotFound) && p.id != "" {
		err = fmt.Errorf("nobody is behind %s any more: the person was deleted, or has other addresses", p.address)
	}
	p.s.must("persona", err)
	return out
}

// WaitReply returns the next mail that the person writes, not returned before, without
// moving the clock: what they planned is done at once. It fails if they decided not to
// answer what they got last.
func (p *Person) WaitReply() *Mail {
	p.s.t.Helper()
	return p.s.waitReply(p.Persona(), nil)
}

// ExpectDeclined fails unless the person decides, or has decided, not to answer
// a mail.
func (p *Person) ExpectDeclined(m *Mail) {
	p.s.t.Helper()
	if !p.s.need(p.address+", ExpectDeclined", m) {
		return
	}
	if !p.meant(m) && !p.got("ExpectDeclined", m) {
		return
	}
	ctx, cancel := p.s.patience()
	defer cancel()
	a, err := p.s.world.WaitReply(ctx, p.s.began, mailsim.ReplyMatch{From: p.id, InReplyTo: m.MessageID})
	var declined *mailsim.DeclinedError
	switch {
	case errors.As(err, &declined) && declined.Bounced:
		p.s.fatalf("expected %s not to answer %q, but they did not get it: %s", declined.Who, m.Subject, declined.Why)
	case errors.As(err, &declined):
	case err == nil:
		p.s.fatalf("expected %s not to answer %q, but they did\n  %s", p.Persona().Name, m.Subject, title(a.Message))
	default:
		p.s.fatalf("expected %s not to answer %q, but they have not decided yet\n  %v", p.Persona().Name, m.Subject, err)
	}
}

// got tells whether the person has got a mail, and fails the test if not: of a
// mail that went to another nothing would come, without a word.
func (p *Person) got(what string, m *Mail) bool {
	p.s.t.Helper()
	who := p.Persona()
	own := func(a string) bool {
		return slices.ContainsFunc(who.Addresses, func(o string) bool { return addr.Key(o) == addr.Key(a) })
	}
	var elsewhere []string
	for _, r := range p.s.world.FindMessage(m.MessageID) {
		switch {
		case !own(r.Address):
			elsewhere = append(elsewhere, r.Folder+" of "+r.Address)
		case !strings.EqualFold(r.Folder, "Sent"):
			return true
		default:
			elsewhere = append(elsewhere, "their own Sent")
		}
	}
	for e := range p.s.world.Log(mailsim.EventFilter{PersonaID: p.id, Types: []mailsim.EventType{mailsim.EventPersonaReceived, mailsim.EventPersonaJunked}}) {
		if e.MessageID == m.MessageID {
			return true // and somebody removed it
		}
	}
	never := "never got"
	if p.meant(m) {
		never = "has not got"
	}
	p.s.fatalf("%s, %s: %s %s the mail %q from %s; it lies in %s", p.address, what, who.Name, never, m.Subject, cmp.Or(m.From, "nobody"), cmp.Or(strings.Join(elsewhere, ", "), "no mailbox"))
	return false
}

// meant tells whether a mail was sent to the person, whether or not they have it
// yet.
func (p *Person) meant(m *Mail) bool {
	p.s.t.Helper()
	to := append(slices.Concat(m.To, m.CC), m.Address)
	for _, d := range mailsim.EventsOf[mailsim.MailDelivered](p.s.world.Log(mailsim.EventFilter{Types: []mailsim.EventType{mailsim.EventMailDelivered}})) {
		if d.MessageID == m.MessageID {
			to = append(to, d.To...)
		}
	}
	for _, a := range p.Persona().Addresses {
		if slices.ContainsFunc(to, func(t string) bool { return addr.Key(a) == addr.Key(t) }) && addr.Key(a) != addr.Key(m.From) {
			return true
		}
	}
	return false
}

// about is act for what concerns a mail that the person has got.
func (p *Person) about(m *Mail, a mailsim.Act) (before mailsim.Mark, ok bool) {
	p.s.t.Helper()
	if p.s.Universe == nil {
		p.s.fatalf("%s, %s: %v", p.address, a.Kind, errNotRemote)
		return 0, false
	}
	if !p.s.need(p.address+", "+string(a.Kind), m) || !p.got(string(a.Kind), m) {
		return 0, false
	}
	a.MessageID = m.MessageID
	return p.act(a), true
}

// act tells the person what to do and lets it happen at this instant. The mark
// is the place before.
func (p *Person) act(a mailsim.Act) mailsim.Mark {
	p.s.t.Helper()
	before := p.s.world.Mark()
	_, err := p.s.world.Act(context.Background(), p.id, a)
	if err != nil {
		p.s.fatalf("%s, %s: %v", p.address, a.Kind, err)
		return before
	}
	p.s.Settle()
	return before
}

// Reply makes the person answer, at once, a mail that they have got, with this text; if
// it is "", they write it themselves. Later waits skip the reply.
func (p *Person) Reply(m *Mail, text string) *Mail {
	p.s.t.Helper()
	how := givenHere()
	if _, ok := p.about(m, mailsim.Act{Kind: mailsim.ActReply, Text: text}); !ok {
		return &Mail{s: p.s}
	}
	a, err := p.s.world.WaitReply(now, p.s.began, mailsim.ReplyMatch{From: p.id, InReplyTo: m.MessageID})
	if err != nil {
		p.s.fatalf("%s", p.s.explainReply(err, p.Persona(), m))
		return &Mail{s: p.s}
	}
	p.s.given.seen(a.MessageID, how)
	return p.s.mail(a.Message)
}

// Ignore makes the person leave a mail unanswered, even if they had planned to answer it.
func (p *Person) Ignore(m *Mail) {
	p.s.t.Helper()
	p.about(m, mailsim.Act{Kind: mailsim.ActIgnore})
}

// Complain makes the person mark a mail as spam; a report (RFC 5965) goes to its sender
// some minutes later: advance the clock for it.
func (p *Person) Complain(m *Mail) {
	p.s.t.Helper()
	p.about(m, mailsim.Act{Kind: mailsim.ActComplain})
}

// Unsubscribe makes the person unsubscribe as the mail offers it: by the one-click POST
// (RFC 8058), else by the link of the header or of the text. If the mail offers none of
// these, the test does not fail here: the page has Status 0 and a Problem, so that
// HasStatus fails.
func (p *Person) Unsubscribe(m *Mail) *Page {
	p.s.t.Helper()
	p.s.pages.take(p.id)
	before, ok := p.about(m, mailsim.Act{Kind: mailsim.ActUnsubscribe})
	if !ok {
		return &Page{s: p.s}
	}
	return p.page(before, fmt.Sprintf("unsubscribed by %q", m.Subject))
}

// Open makes the person open, at once, a link of a mail that they got, usually one that leads
// to a [Server.Site]. Event: link.opened. It returns the page that they see after all
// redirects.
func (p *Person) Open(link string) *Page {
	p.s.t.Helper()
	id := p.mailWith(link)
	if id == "" {
		p.s.fatalf("%s cannot open %s: they have got no mail", p.address, link)
		return &Page{s: p.s}
	}
	p.s.pages.take(p.id)
	return p.page(p.act(mailsim.Act{Kind: mailsim.ActOpen, MessageID: id, URL: link}), "opened "+link)
}

// ShowImages makes the person view a mail, at once, in a program that shows images: each remote
// image of its HTML is requested once, in order, at most 100. Event: link.opened for each.
// People load no images otherwise, so use it to test how opens are counted. It fails if there
// is no image.
func (p *Person) ShowImages(m *Mail) []*Page {
	p.s.t.Helper()
	if !p.s.need(p.address+", ShowImages", m) || !p.got("ShowImages", m) {
		return nil
	}
	var shown []*Page
	asked := map[string]bool{}
	for _, img := range htmlmail.Read(m.HTML).Images {
		url := strings.TrimSpace(img.URL)
		if scheme := strings.ToLower(url); asked[url] || len(shown) == 100 || !strings.HasPrefix(scheme, "http://") && !strings.HasPrefix(scheme, "https://") {
			continue
		}
		asked[url] = true
		p.s.pages.take(p.id)
		shown = append(shown, p.page(p.act(mailsim.Act{Kind: mailsim.ActOpen, MessageID: m.MessageID, URL: url}), "loaded "+url))
	}
	if shown == nil {
		m.fail("to show remote images, and its HTML is", cmp.Or(m.HTML, "(none)"))
	}
	return shown
}

// mailWith is the newest mail that holds a link, else the newest at all.
func (p *Person) mailWith(link string) (id string) {
	p.s.t.Helper()
	newest := ""
	for _, folder := range []string{"Junk", "INBOX"} {
		for _, m := range p.Folder(folder) {
			newest = m.MessageID
			if strings.Contains(m.Text, link) || strings.Contains(m.HTML, link) || hasLink(m, link) {
				id = m.MessageID
			}
		}
	}
	if id == "" {
		return newest
	}
	return id
}

func hasLink(m *Mail, link string) bool {
	for _, l := range m.Extract().Links {
		if l.URL == link {
			return true
		}
	}
	return false
}

// page tells what came of a visit.
func (p *Person) page(since mailsim.Mark, what string) *Page {
	p.s.t.Helper()
	page := &Page{s: p.s, what: p.address + " " + what}
	for e := range p.s.world.Log(mailsim.EventFilter{Since: since, PersonaID: p.id, Types: []mailsim.EventType{"link.*"}}) {
		switch d := e.Data.(type) {
		case mailsim.LinkOpened:
			page.URL, page.Status, page.Title, page.ContentType = d.FinalURL, d.Status, d.Title, d.ContentType
		case mailsim.LinkFailed:
			page.URL, page.Problem = d.URL, d.Error
		case mailsim.LinkSkipped:
			page.URL, page.Problem = d.URL, d.Why
		}
	}
	if seen := p.s.pages.take(p.id); seen != nil && page.Problem == "" {
		page.Header, page.Body = seen.header, seen.body.String()
	}
	return page
}
