package people_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/testkit"
	"github.com/mailsim/mailsim/universe/internal/valid"
)

// TestTextsMustBeUTF8: what a saved universe could not hold as it is, is refused; of
// several wrong fields always the same one is named.
func TestTextsMustBeUTF8(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := testkit.New(t, mailsim.Options{})
	const odd = "a\xffb"
	person := func(change func(p *mailsim.Persona)) func() error {
		return func() error {
			p := mailsim.Persona{ID: "p_a", Name: "Ada", Addresses: []string{"ada@client.test"}}
			change(&p)
			_, err := u.CreatePersona(ctx, p)
			return err
		}
	}
	odds := odd
	pushCase := func(id string, p mailsim.CasePatch) func() error {
		return func() error { _, err := u.PushCase(ctx, id, p); return err }
	}
	for name, do := range map[string]func() error{
		"name":            person(func(p *mailsim.Persona) { p.Name = odd }),
		"who":             person(func(p *mailsim.Persona) { p.Who = odd }),
		"style.signature": person(func(p *mailsim.Persona) { p.Style.Signature = odd }),
		"timing.ooo": person(func(p *mailsim.Persona) {
			p.Timing.OOO = []mailsim.Absence{{From: "2026-03-02", To: "2026-03-06", Message: odd}}
		}),
		"external_ids": person(func(p *mailsim.Persona) { p.ExternalIDs = map[string]string{"crm": odd} }),
		"id":           pushCase(odd, mailsim.CasePatch{}),
		"title":        pushCase("T-1", mailsim.CasePatch{Title: &odds}),
		"facts":        pushCase("T-1", mailsim.CasePatch{Facts: map[string]string{odd: "x"}}),
		"note": func() error {
			_, err := u.CreateLogin(ctx, mailsim.NewLogin{Address: "app@ours.test", Password: "secret", Note: odd})
			return err
		},
		"signature": func() error {
			_, err := u.SetSignature(ctx, "app@ours.test", odd)
			return err
		},
	} {
		err := do()
		require.ErrorIs(t, err, mailsim.ErrInvalid, name)
		assert.Contains(t, err.Error(), name+" must be valid UTF-8")
	}
	assert.Empty(t, u.Personas())
	long := strings.Repeat("x", valid.MaxText+1)
	for range 20 {
		err := person(func(p *mailsim.Persona) { p.Org, p.Who, p.Wants = long, long, long })()
		assert.ErrorContains(t, err, "org must be at most")
	}
}

// TestForwardToIsSomeone: mail cannot be forwarded to a person who is not there,
// in whatever order people come.
func TestForwardToIsSomeone(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	boss := testkit.AddPerson(t, u, "boss@client.test", nil)
	made := func(to string) error {
		_, err := u.CreatePersona(context.Background(), mailsim.Persona{Addresses: []string{"new@client.test"}, Behaviors: mailsim.Behaviors{ForwardTo: to}})
		return err
	}
	// spec: personas.field.behaviors.forward_to
	for _, to := range []string{"p_nosuch", "boss", "p_" + strings.Repeat("x", 98)} {
		err := made(to)
		require.ErrorIs(t, err, mailsim.ErrInvalid, to)
		assert.Contains(t, err.Error(), "behaviors.forward_to must be a persona id or an address")
	}
	assert.Len(t, u.Personas(), 1)
	require.NoError(t, made(boss.ID))
	p, err := u.PersonaByAddress("new@client.test")
	require.NoError(t, err)
	_, err = u.UpdatePersona(context.Background(), p.ID, mailsim.PersonaPatch{Behaviors: &mailsim.Behaviors{ForwardTo: "p_nosuch"}})
	require.ErrorIs(t, err, mailsim.ErrInvalid)
	assert.Equal(t, boss.ID, testkit.Person(t, u, p.ID).Behaviors.ForwardTo)
	require.NoError(t, u.DeletePersona(context.Background(), boss.ID))
	for _, patch := range []mailsim.PersonaPatch{{Name: new("Ben")}, {Behaviors: &p.Behaviors}} {
		_, err = u.UpdatePersona(context.Background(), p.ID, patch)
		assert.NoError(t, err, "what was right once may be sent back")
	}
	_, err = u.UpdatePersona(context.Background(), p.ID, mailsim.PersonaPatch{Behaviors: &mailsim.Behaviors{ForwardTo: "someone@else.test"}})
	assert.NoError(t, err)
}

func TestForwardToInFiles(t *testing.T) {
	t.Parallel()
	const anna, ben = "{id: anna, addresses: [anna@client.test], behaviors: {forward_to: ben}}", "{id: ben, addresses: [ben@client.test]}"
	for _, text := range []string{"personas: [" + anna + ", " + ben + "]", "personas: [" + ben + ", " + anna + "]"} {
		u := testkit.FromFile(t, text, mailsim.Options{})
		testkit.SendTo(t, u, "anna@client.test", "Plan", "Is Tuesday fine?")
		assert.Len(t, testkit.PendingJobs(t, u, mailsim.JobForward), 1)
		_, err := u.Reset(context.Background())
		assert.NoError(t, err)
	}
	for text, want := range map[string]string{
		"personas: [" + ben + ", " + anna + "]":                                 "",
		"personas: [" + anna + "]":                                              "mail.yaml:1: personas[0].behaviors.forward_to must be a persona id or an address: there is no person \"ben\"",
		"personas: [" + strings.Replace(anna, "to: ben", "to: p_made", 1) + "]": "there is no person",
	} {
		u := testkit.New(t, mailsim.Options{})
		err := u.Reload(context.Background(), testkit.Config(t, text))
		if want == "" {
			require.NoError(t, err)
			err = u.Reload(context.Background(), testkit.Config(t, "personas: ["+anna+"]"))
			require.ErrorContains(t, err, "there is no person", "who is forwarded to has gone from the file")
			assert.Len(t, u.Personas(), 2)
			continue
		}
		assert.ErrorContains(t, err, want)
	}
	u := testkit.New(t, mailsim.Options{})
	api := testkit.AddPerson(t, u, "boss@client.test", nil)
	err := u.Reload(context.Background(), testkit.Config(t, "personas: ["+strings.Replace(anna, "to: ben", "to: "+api.ID, 1)+"]"))
	assert.ErrorContains(t, err, "is not in it")
}

// TestTextsOfMailsArePrintable: what is written into mails holds no NUL.
func TestTextsOfMailsArePrintable(t *testing.T) {
	t.Parallel()
	u := testkit.New(t, mailsim.Options{})
	testkit.Inject(t, u, mailsim.Inject{To: "app@ours.test", From: "a@x.test", Text: "x"})
	absent := func(text string) mailsim.Timing {
		return mailsim.Timing{OOO: []mailsim.Absence{{From: "2026-03-02", To: "2026-03-06", Message: "Away"}, {From: "2026-04-02", To: "2026-04-06", Message: text}}}
	}
	const fine = "Ada\tLovelace\r\nŒuvre, 日本\n"
	p, err := u.CreatePersona(context.Background(), mailsim.Persona{Addresses: []string{"ada@client.test"}, Style: mailsim.Style{Signature: fine}, Timing: absent(fine)})
	require.NoError(t, err)
	_, err = u.SetSignature(context.Background(), "app@ours.test", fine)
	require.NoError(t, err)
	for _, odd := range []string{"a\x00b", "\x1b[2J", "\x7f", "a\vb", "a\u0085b"} {
		_, err := u.SetSignature(context.Background(), "app@ours.test", odd)
		require.ErrorIs(t, err, mailsim.ErrInvalid, "%q", odd)
		assert.ErrorContains(t, err, "signature ")
		_, err = u.CreatePersona(context.Background(), mailsim.Persona{Addresses: []string{"bo@client.test"}, Style: mailsim.Style{Signature: odd}})
		require.ErrorIs(t, err, mailsim.ErrInvalid, "%q", odd)
		assert.ErrorContains(t, err, "style.signature ")
		_, err = u.CreatePersona(context.Background(), mailsim.Persona{Addresses: []string{"bo@client.test"}, Timing: absent(odd)})
		require.ErrorIs(t, err, mailsim.ErrInvalid, "%q", odd)
		assert.ErrorContains(t, err, "timing.ooo[1].message ")
	}
	text, err := u.Signature("app@ours.test")
	require.NoError(t, err)
	assert.Equal(t, fine, text)
	assert.Len(t, u.Personas(), 1)
	assert.Equal(t, fine, p.Style.Signature)
}
