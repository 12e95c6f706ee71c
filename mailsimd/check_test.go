package mailsimd

import (
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestFileErrors(t *testing.T) {
	t.Parallel()
	file := write(t, "name: x\npersonas:\n  - adresses: [a@b.test]\n")
	for _, args := range [][]string{{"-config", file}, {"-check", file}} {
		assert.Contains(t, refuse(t, nil, args...), file+":3: personas[0].adresses: unknown key")
	}
	file = write(t, "ai: sometimes\n")
	assert.Contains(t, refuse(t, nil, "-config", file), file+":1: ai: must be on or off")
	file = write(t, "cases: [{id: T-1, persona_ids: [p_none]}]")
	assert.Contains(t, refuse(t, nil, "-check", file), file+":1: cases[0].persona_ids: no such persona", "what shows only when it is applied")
	file = write(t, "keys: [{key: '${MAILSIM_TEST_NOT_SET}', role: admin}]")
	assert.Contains(t, refuse(t, nil, "-check", file), "is not set in the environment")

	out, err := exec.Command(binary, "-check", "demo.yaml").CombinedOutput()
	require.NoError(t, err, "%s", out)
	assert.Equal(t, "demo.yaml: ok\n", string(out))
	page, err := os.ReadFile("../docs/relay.md")
	require.NoError(t, err)
	_, rest, _ := strings.Cut(string(page), "```yaml\n")
	shown, _, _ := strings.Cut(rest, "```")
	require.Contains(t, shown, "forward:")
	for _, args := range [][]string{
		{"-check", write(t, shown)},
		{"-check", write(t, "relay: {all: true}"), "-relay", "mail.example.org:587"},
		{"-check", write(t, "orgs: [{name: A, universes: [{id: u_a, relay: {all: true}}]}]"), "-relay", "mail.example.org:587"},
	} {
		cmd := exec.Command(binary, args...)
		cmd.Env = append(os.Environ(), "RELAY_PASSWORD=x")
		out, err = cmd.CombinedOutput()
		assert.NoError(t, err, "%s: %s", args, out)
		assert.Equal(t, args[1]+": ok\n", string(out))
	}
	assert.Contains(t, refuse(t, nil, "-check", write(t, "relay: {server: 'mail.example.org:587', tls: always}")), "tls must be")
	assert.Contains(t, refuse(t, nil, "-check", write(t, "relay: {all: true}")), "there is no relay")
	out, err = exec.Command(binary, "-schema").Output()
	require.NoError(t, err)
	assert.True(t, json.Valid(out))
	out, err = exec.Command(binary, "-h").CombinedOutput()
	require.NoError(t, err)
	for _, flag := range []string{"-config", "-http", "-smtp", "-smtps", "-imap", "-imaps", "-domain", "-key", "-seed", "-start", "-frozen", "-speed", "-smtp-auth", "-network", "-rate", "-max-size", "-site", "-ready", "-public", "-check", "-ai-url", "-ai-model", "-ai-key", "-ai-api", "-ai-calls", "-mcp-read-only", "-metrics", "-verbose", "-schema", "-https", "-tls-cert", "-tls-key", "-load", "-save"} {
		assert.Contains(t, strings.Fields(string(out)), flag)
	}
}
