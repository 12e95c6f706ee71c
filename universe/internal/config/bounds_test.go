package config_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/universe/internal/config"
	"github.com/mailsim/mailsim/universe/internal/testkit"
	"github.com/mailsim/mailsim/universe/internal/yamlfile"
)

// TestConfigBounds: what a file may not be, and where it says so.
func TestConfigBounds(t *testing.T) {
	t.Parallel()
	deep := "name: " + strings.Repeat("[", 60) + strings.Repeat("]", 60)
	for _, test := range []struct{ text, want string }{
		{"name: x\n#" + strings.Repeat("x", yamlfile.MaxYAMLBytes), "mail.yaml: a file may have at most 16 MiB"},
		{deep, "mail.yaml:1: the file is too large or too deep"},
		{"pace:\n  factor: 1\n  factor: 2\n", "mail.yaml:3: "},
		{"a: &a [x]\npersonas:\n  - <<: *a\n", "mail.yaml:3: << takes an alias of a mapping"},
		{"retention: {mail_days: 9007199254740994}", "mail.yaml:1: retention.mail_days: must be a whole number"},
		{"cases: [{id: a}, {id: a}]", "mail.yaml:1: cases[1].id: another case has it"},
		{"logins: [{address: a@b.test}, {address: A@b.test}]", "mail.yaml:1: logins[1]: username A@b.test is already used by a@b.test"},
		{"logins: [{address: a@b.test, username: c@b.test}, {address: c@b.test}]", "mail.yaml:1: logins[1]: username c@b.test is already used by a@b.test"},
	} {
		_, err := config.Parse("mail.yaml", []byte(test.text))
		require.ErrorIs(t, err, mailsim.ErrInvalid, test.want)
		assert.True(t, strings.HasPrefix(err.Error(), test.want), "got  %.200s\nwant %s", err, test.want)
	}
	testkit.Config(t, "logins: [{address: a@b.test, username: a@b.test, password: x}]") // a username may be one's own address
	c := testkit.Config(t, "personas:\n  - &a {name: A, addresses: [a@b.test], who: x}\n  - {<<: *a, addresses: [b@b.test]}\n")
	assert.Equal(t, []any{[]string{"b@b.test"}, "x"}, []any{c.Personas[1].Addresses, c.Personas[1].Who}, "what is written here wins over what is merged")
}

// TestConfigSchemaSays what editors need of each kind of field.
func TestConfigSchemaSays(t *testing.T) {
	t.Parallel()
	var root map[string]any
	require.NoError(t, json.Unmarshal(yamlfile.Schema(), &root))
	at := func(path string) any {
		var v any = root
		for _, key := range strings.Split(path, " ") {
			v = v.(map[string]any)[key]
		}
		return v
	}
	assert.Contains(t, at("properties keys items properties key description"), "${NAME}")
	assert.Nil(t, at("properties name description"))
	assert.Len(t, at("properties world properties company properties mailboxes items anyOf"), 2)
	assert.Equal(t, true, at("properties personas items properties created readOnly"))
	assert.Equal(t, 1.0, at("properties personas items properties timing properties delay properties spread minimum"))
	assert.Equal(t, "date-time", at("properties clock properties start format"))
	assert.Equal(t, false, at("additionalProperties"))
}

// TestReloadKeepsWhatIsNotTheFiles: what was set by the API where the file says
// nothing new stays, and nobody's person is taken for the file's.
func TestReloadKeepsWhatIsNotTheFiles(t *testing.T) {
	t.Parallel()
	const first = "id: u_x\nname: X\nseed: x\nkeys: [{key: \"first-key-0123456789\", role: admin}]\nlogins: [{address: a@ours.test, password: one}]\npersonas: [{name: Anna, addresses: [anna@client.test]}]\n"
	u := testkit.FromFile(t, first, mailsim.Options{})
	reload := func(text string) error { return u.Reload(context.Background(), testkit.Config(t, text)) }
	before := u.Named("a@ours.test").Secret
	before.Sum()
	require.NoError(t, reload(strings.Replace(first, "password: one", "password: one, note: x", 1)+"pace: {factor: 2}\n"))
	assert.Same(t, before, u.Named("a@ours.test").Secret, "a password that did not change keeps its hash")
	assert.ErrorContains(t, reload(strings.Replace(first, "name: X\n", "name: Y\n", 1)), "name: cannot change")
	assert.ErrorContains(t, reload(strings.Replace(first, "seed: x\n", "seed: y\n", 1)), "seed: cannot change")
	assert.ErrorContains(t, reload(strings.Replace(first, "id: u_x\n", "id: u_y\n", 1)), "id: cannot change")
	_, err := u.SetPace(context.Background(), mailsim.Pace{Factor: 5})
	require.NoError(t, err)
	require.NoError(t, reload(first+"pace: {factor: 2}\nretention: {mail_days: 9}\n"))
	assert.Equal(t, 5.0, u.Pace().Factor)

	// Anna goes from the file, and another of that address comes by the API
	require.NoError(t, reload(strings.Replace(first, "personas: [{name: Anna, addresses: [anna@client.test]}]\n", "", 1)))
	assert.Empty(t, u.Personas())
	testkit.AddPerson(t, u, "anna@client.test", nil)
	assert.Error(t, reload(first), "the address is taken")
	assert.Len(t, u.Personas(), 1)
	require.NoError(t, reload(strings.Replace(first, "anna@client.test", "other@client.test", 1)))
	assert.Len(t, u.Personas(), 2)
}
