package mailsimd

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// mailpitNames are all names of the environment that Mailpit v1.30 reads.
const mailpitNames = `MP_ALLOW_INTERNAL_HTTP_REQUESTS MP_ALLOW_UNTRUSTED_TLS MP_API_CORS MP_BLOCK_REMOTE_CSS_AND_FONTS MP_CHAOS_TRIGGERS MP_COMPRESSION MP_DATABASE MP_DATA_FILE
MP_DEMO_MODE MP_DISABLE_AUTO_VACUUM MP_DISABLE_HTML_CHECK MP_DISABLE_HTTP_COMPRESSION MP_DISABLE_LINK_CHECK_RATE_LIMIT MP_DISABLE_VERSION_CHECK MP_DISABLE_WAL MP_ENABLE_CHAOS
MP_ENABLE_PROMETHEUS MP_ENABLE_SPAMASSASSIN MP_HIDE_DELETE_ALL_BUTTON MP_IGNORE_DUPLICATE_IDS MP_LABEL MP_LOG_FILE MP_MAX_AGE MP_MAX_MESSAGES MP_MAX_MESSAGE_SIZE MP_POP3_AUTH
MP_POP3_AUTH_FILE MP_POP3_BIND_ADDR MP_POP3_TLS_CERT MP_POP3_TLS_KEY MP_QUIET MP_SEND_API_AUTH MP_SEND_API_AUTH_ACCEPT_ANY MP_SEND_API_AUTH_FILE MP_SMTP_ALLOWED_RECIPIENTS MP_SMTP_AUTH
MP_SMTP_AUTH_ACCEPT_ANY MP_SMTP_AUTH_ALLOW_INSECURE MP_SMTP_AUTH_FILE MP_SMTP_BIND_ADDR MP_SMTP_DISABLE_RDNS MP_SMTP_FORWARD_ALLOW_INSECURE MP_SMTP_FORWARD_AUTH
MP_SMTP_FORWARD_CONFIG MP_SMTP_FORWARD_FWD_SMTP_ERRORS MP_SMTP_FORWARD_HOST MP_SMTP_FORWARD_OVERRIDE_FROM MP_SMTP_FORWARD_PASSWORD MP_SMTP_FORWARD_PORT
MP_SMTP_FORWARD_RETURN_PATH MP_SMTP_FORWARD_SECRET MP_SMTP_FORWARD_STARTTLS MP_SMTP_FORWARD_TLS MP_SMTP_FORWARD_TO MP_SMTP_FORWARD_USERNAME
MP_SMTP_IGNORE_REJECTED_RECIPIENTS MP_SMTP_MAX_RECIPIENTS MP_SMTP_RELAY_ALL MP_SMTP_RELAY_ALLOWED_RECIPIENTS MP_SMTP_RELAY_ALLOW_INSECURE MP_SMTP_RELAY_AUTH
MP_SMTP_RELAY_BLOCKED_RECIPIENTS MP_SMTP_RELAY_CONFIG MP_SMTP_RELAY_FWD_SMTP_ERRORS MP_SMTP_RELAY_HOST MP_SMTP_RELAY_MATCHING MP_SMTP_RELAY_OVERRIDE_FROM MP_SMTP_RELAY_PASSWORD
MP_SMTP_RELAY_PORT MP_SMTP_RELAY_PRESERVE_MESSAGE_IDS MP_SMTP_RELAY_RETURN_PATH MP_SMTP_RELAY_SECRET MP_SMTP_RELAY_STARTTLS MP_SMTP_RELAY_TLS MP_SMTP_RELAY_USERNAME
MP_SMTP_REQUIRE_STARTTLS MP_SMTP_REQUIRE_TLS MP_SMTP_SSL_CERT MP_SMTP_SSL_KEY MP_SMTP_STRICT_RFC_HEADERS MP_SMTP_TLS_CERT MP_SMTP_TLS_KEY MP_SMTP_TLS_REQUIRED MP_STRICT_RFC_HEADERS
MP_TAG MP_TAGS_CONFIG MP_TAGS_DISABLE MP_TAGS_TITLE_CASE MP_TAGS_USERNAME MP_TENANT_ID MP_UI_AUTH MP_UI_AUTH_FILE MP_UI_BIND_ADDR MP_UI_SSL_CERT MP_UI_SSL_KEY MP_UI_TLS_CERT
MP_UI_TLS_KEY MP_USE_MESSAGE_DATES MP_VERBOSE MP_WEBHOOK_DELAY MP_WEBHOOK_LIMIT MP_WEBHOOK_URL MP_WEBROOT`

// TestAllNames: a name of Mailpit's has an effect, is told to have none, or is not needed.
func TestAllNames(t *testing.T) {
	t.Parallel()
	together := strings.Fields("MP_SMTP_RELAY_HOST MP_SMTP_RELAY_PORT MP_SMTP_RELAY_PRESERVE_MESSAGE_IDS MP_UI_TLS_CERT MP_UI_TLS_KEY MP_UI_SSL_CERT MP_UI_SSL_KEY")
	for _, name := range strings.Fields(mailpitNames) {
		known := slices.Contains(unheeded, name) || slices.Contains(needless, name) || slices.Contains(together, name) ||
			slices.ContainsFunc(aliases, func(a alias) bool { return a.name == name })
		assert.True(t, known, name)
	}
}

func TestNamesTogether(t *testing.T) {
	t.Parallel()
	o, err := parsed([]string{"MP_UI_TLS_CERT=c.pem", "MP_UI_TLS_KEY=k.pem", "MP_UI_BIND_ADDR=127.0.0.1:9443", "MP_LABEL=staging", "MP_MAX_MESSAGE_SIZE=7", "MP_ENABLE_PROMETHEUS=true", `MP_TAG="big news"=subject:big x=y`})
	require.NoError(t, err)
	assert.Equal(t, []any{"127.0.0.1:9443", "", "c.pem", "k.pem", true, "staging", size(7 << 20), true, `"big news"="subject:big" "x"="y"`},
		[]any{o.https, o.http, o.tlsCert, o.tlsKey, o.plainAlone(), o.label, o.maxSize, o.metrics, o.tags.String()})
	assert.Empty(t, o.passed)

	o, err = parsed([]string{"MP_UI_TLS_CERT=c.pem", "MP_UI_TLS_KEY=k.pem", "MP_SMTP_TLS_CERT=other.pem", "MP_SMTP_TLS_KEY=other.key", "MP_ENABLE_PROMETHEUS=127.0.0.1:9090"})
	require.NoError(t, err)
	assert.Equal(t, []any{"127.0.0.1:8025", "other.pem", false}, []any{o.https, o.tlsCert, o.metrics})
	assert.Equal(t, []string{"MP_UI_TLS_CERT", "MP_ENABLE_PROMETHEUS"}, o.passed)

	o, err = parsed([]string{"MP_SMTP_RELAY_HOST=mx.test", `MP_SMTP_RELAY_ALLOWED_RECIPIENTS=^(kim|lee)@a\.test$|@b\.test$`, "MP_SMTP_RELAY_MATCHING=.*"})
	require.NoError(t, err)
	assert.Equal(t, []any{patterns{"kim@a.test", "lee@a.test", "*@b.test"}, patterns{"*"}, true}, []any{o.relay.allow, o.relay.match, o.relay.rules.NewMessageID})
	o, err = parsed([]string{"MP_SMTP_RELAY_HOST=mx.test", "MP_SMTP_RELAY_PRESERVE_MESSAGE_IDS=true"})
	require.NoError(t, err)
	assert.False(t, o.relay.rules.NewMessageID)
	o, err = parsed([]string{"MP_SMTP_FORWARD_TO=me@home.test", "MP_SMTP_FORWARD_PORT=2525", "MP_SMTP_FORWARD_USERNAME=u"})
	require.NoError(t, err)
	assert.Equal(t, []string{"MP_SMTP_FORWARD_PORT", "MP_SMTP_FORWARD_TO", "MP_SMTP_FORWARD_USERNAME"}, o.passed)
	_, err = parsed([]string{"MP_TAG=nonsense"})
	assert.ErrorContains(t, err, "want TAG=SEARCH")
	_, err = parsed([]string{"MP_MAX_MESSAGE_SIZE=big"})
	assert.ErrorContains(t, err, "megabytes")
}

func TestPatternsOf(t *testing.T) {
	t.Parallel()
	for expression, want := range map[string]string{
		`@example\.com$`: "*@example.com", `^kim@example\.com$`: "kim@example.com", `.*@example\.com$`: "*@example.com", `.*`: "*", ``: "*", `^qa-.+@x\.test$`: "qa-*@x.test",
		`^(a|b)@(x|y)\.test$`: "a@x.test a@y.test b@x.test b@y.test", `(@x\.test|@y\.test)$`: "*@x.test *@y.test",
		`@example\.com`: "-", `@.*\.test`: "-", `^[a-z]+@x\.test$`: "-", `^a{2}@x$`: "-", `(`: "-", `@x.test$`: "-", `a\*b$`: "-", `^(.|a)*$`: "-",
		strings.Repeat("(a|b)", 50): "-",
	} {
		list, ok := patternsOf(expression)
		if !ok {
			list = []string{"-"}
		}
		assert.Equal(t, want, strings.Join(list, " "), expression)
	}
}

// TestMailpitsExtras: the webhook, the tags, the label and the metrics of Mailpit's names.
func TestMailpitsExtras(t *testing.T) {
	t.Parallel()
	told := make(chan string, 10)
	hook := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		told <- string(text)
	}))
	defer hook.Close()
	env := []string{"MAILSIM_OPEN=true", "MAILSIM_DEMO=false", "MP_WEBHOOK_URL=" + hook.URL, "MP_TAG=news=subject:hello", "MP_LABEL=staging", "MP_ENABLE_PROMETHEUS=true"}
	r := start(t, env, "-config", write(t, "id: u_x"))
	r.call("POST", "/send", `{"from": "a@b.test", "to": ["c@d.test"], "subject": "Hello", "text": "x"}`, 200)
	var summary struct{ ID, Subject string }
	require.NoError(t, json.Unmarshal([]byte(<-told), &summary))
	assert.Equal(t, "Hello", summary.Subject)
	status, _ := r.ask("GET", "/api/v1/message/"+summary.ID)
	assert.Equal(t, 200, status, "the webhook's ID is that of the API")
	_, text := r.ask("GET", "/api/v1/webui")
	assert.Contains(t, text, `"Label":"staging"`)
	_, text = r.ask("GET", "/api/v1/tags")
	assert.JSONEq(t, `["news"]`, text)
	status, text = r.ask("GET", "/metrics")
	assert.Equal(t, 200, status)
	assert.Contains(t, text, "mailpit_messages 1\n")
	_, text = r.ask("GET", "/metrics", "Authorization", "Bearer "+r.ready.Key)
	assert.Contains(t, text, "mailsim_http_requests_total")
	status, text = r.ask("GET", "/proxy?data=%21")
	assert.Equal(t, "400 Error: invalid request", "400 "+text[:min(len(text), 60)])
	assert.Equal(t, 400, status)
	for _, path := range []string{"/metrics", "/proxy?data=x"} {
		status, _ = r.ask("GET", path, "Host", "rebound.example")
		assert.Equal(t, 401, status, path)
		status, _ = r.ask("GET", path, "Origin", "http://evil.test")
		assert.Equal(t, 403, status, path)
	}
}
