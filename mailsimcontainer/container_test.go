package mailsimcontainer_test

import (
	"context"
	"net/http"
	"net/smtp"
	"os"
	"os/exec"
	"testing"

	"github.com/testcontainers/testcontainers-go"

	"github.com/mailsim/mailsim/mailsimcontainer"
)

func TestOptions(t *testing.T) {
	t.Parallel()
	var r testcontainers.GenericContainerRequest
	for _, o := range []testcontainers.ContainerCustomizer{
		mailsimcontainer.WithConfig([]byte("id: u_test")), mailsimcontainer.WithLogin("a@ours.test", "one"), mailsimcontainer.WithLogin("b@ours.test", "two"), mailsimcontainer.WithKey("0123456789abcdef"),
	} {
		if err := o.Customize(&r); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{"MAILSIM_CONFIG": "/mailsim.yaml", "MAILSIM_LOGIN": "a@ours.test:one b@ours.test:two", "MAILSIM_KEY": "0123456789abcdef"} {
		if r.Env[name] != want {
			t.Errorf("%s is %q", name, r.Env[name])
		}
	}
	if len(r.Files) != 1 || r.Files[0].ContainerFilePath != "/mailsim.yaml" {
		t.Errorf("files: %v", r.Files)
	}
	if err := mailsimcontainer.WithLogin("", "x").Customize(&r); err == nil {
		t.Error("a login without an address")
	}
}

// TestRun needs Docker, and an image: that of MAILSIM_IMAGE, or the released one.
func TestRun(t *testing.T) {
	if exec.Command("docker", "info").Run() != nil {
		t.Skip("there is no Docker")
	}
	image := os.Getenv("MAILSIM_IMAGE")
	if image == "" {
		image = mailsimcontainer.Image
	}
	ctx := context.Background()
	c, err := mailsimcontainer.Run(ctx, image, mailsimcontainer.WithLogin("app@ours.test", "secret"))
	testcontainers.CleanupContainer(t, c)
	if err != nil {
		t.Fatal(err)
	}
	addr, err := c.SMTP(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if err := smtp.SendMail(addr, nil, "app@ours.test", []string{"anna@client.test"}, []byte("Subject: Hi\r\n\r\nHello\r\n")); err != nil {
		t.Fatal(err)
	}
	url, err := c.URL(ctx)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.Get(url + "/api/v1/message/latest")
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if res.StatusCode != http.StatusOK {
		t.Error(res.Status)
	}
}
