// Package mailsimcontainer runs the image of mailsim in tests, with testcontainers. Tests in
// Go rarely need it, because package mailsimtest runs the whole world in the test's process.
// mailsimcontainer is for applications that run in containers themselves.
//
//	c, err := mailsimcontainer.Run(ctx, mailsimcontainer.Image)
//	testcontainers.CleanupContainer(t, c)
//	// … check err …
//	app.SMTP, err = c.SMTP(ctx)
package mailsimcontainer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/testcontainers/testcontainers-go"
	"github.com/testcontainers/testcontainers-go/wait"
)

// Image is the latest released image.
const Image = "ghcr.io/mailsim/mailsim:latest"

// Ports that the image serves.
const (
	httpPort = "8025/tcp"
	smtpPort = "1025/tcp"
	imapPort = "1143/tcp"
	pop3Port = "1110/tcp"
)

// startTime is how long the image has to be ready.
const startTime = time.Minute

// Container is a running mailsim. Calls to its API need no key, except those that only an admin
// may make.
type Container struct {
	testcontainers.Container
}

// Run starts a container from an image and waits until it is ready. It fails if that takes more
// than a minute. Options change the container: those of this package, and all of testcontainers-go.
// After an error the container may be non-nil: then it exists and must be terminated.
func Run(ctx context.Context, image string, options ...testcontainers.ContainerCustomizer) (*Container, error) {
	options = append([]testcontainers.ContainerCustomizer{
		testcontainers.WithExposedPorts(httpPort, smtpPort, imapPort, pop3Port),
		testcontainers.WithWaitStrategyAndDeadline(startTime, wait.ForHTTP("/readyz").WithPort(httpPort).WithStatusCodeMatcher(func(status int) bool { return status == http.StatusOK })),
	}, options...)
	c, err := testcontainers.Run(ctx, image, options...)
	var out *Container
	if c != nil {
		out = &Container{c}
	}
	if err != nil {
		return out, fmt.Errorf("mailsim: %w", err)
	}
	return out, nil
}

// configFile is where WithConfig puts a file.
const configFile = "/mailsim.yaml"

// WithConfig sets up the world that a YAML file describes, in the form that mailsimd -config
// reads.
func WithConfig(yaml []byte) testcontainers.CustomizeRequestOption {
	return func(r *testcontainers.GenericContainerRequest) error {
		if err := testcontainers.WithFiles(testcontainers.ContainerFile{Reader: bytes.NewReader(yaml), ContainerFilePath: configFile, FileMode: 0o444}).Customize(r); err != nil {
			return err
		}
		return testcontainers.WithEnv(map[string]string{"MAILSIM_CONFIG": configFile}).Customize(r)
	}
}

// WithLogin makes a mailbox with a login for SMTP, IMAP and POP3. Neither the address nor the
// password may contain a space.
func WithLogin(address, password string) testcontainers.CustomizeRequestOption {
	return func(r *testcontainers.GenericContainerRequest) error {
		if address == "" || password == "" {
			return errors.New("mailsim: a login has an address and a password")
		}
		all := address + ":" + password
		if before := r.Env["MAILSIM_LOGIN"]; before != "" {
			all = before + " " + all
		}
		return testcontainers.WithEnv(map[string]string{"MAILSIM_LOGIN": all}).Customize(r)
	}
}

// WithKey sets the key with which administrators call the API, of 16 characters or more.
func WithKey(key string) testcontainers.CustomizeRequestOption {
	return testcontainers.WithEnv(map[string]string{"MAILSIM_KEY": key})
}

// URL returns the base URL of the API and the pages.
func (c *Container) URL(ctx context.Context) (string, error) {
	return c.PortEndpoint(ctx, httpPort, "http")
}

// SMTP returns the address of the SMTP server, as host:port.
func (c *Container) SMTP(ctx context.Context) (string, error) {
	return c.PortEndpoint(ctx, smtpPort, "")
}

// IMAP returns the address of the IMAP server, as host:port.
func (c *Container) IMAP(ctx context.Context) (string, error) {
	return c.PortEndpoint(ctx, imapPort, "")
}

// POP3 returns the address of the POP3 server, as host:port.
func (c *Container) POP3(ctx context.Context) (string, error) {
	return c.PortEndpoint(ctx, pop3Port, "")
}
