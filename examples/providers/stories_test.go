// Package providers tells the same story with the SDK of each mail provider: an address
// bounces, the provider's webhook says so, the application suppresses the address, and the
// next send is refused as the provider refuses it.
package providers

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/sesv2"
	"github.com/aws/aws-sdk-go-v2/service/sesv2/types"
	"github.com/mailgun/mailgun-go/v4"
	"github.com/mrz1836/postmark"
	"github.com/resend/resend-go/v2"
	"github.com/sendgrid/sendgrid-go"
	"github.com/sendgrid/sendgrid-go/helpers/eventwebhook"
	"github.com/sendgrid/sendgrid-go/helpers/mail"

	"github.com/mailsim/mailsim"
	"github.com/mailsim/mailsim/mailsimtest"
	"github.com/mailsim/mailsim/provider/providertest"
)

// gone is an address that does not exist.
const gone = "gone+unknown@client.test"

// application sends mail, and is called back about it.
type application struct {
	t      *testing.T
	sim    *mailsimtest.Server
	door   providertest.Door
	mu     sync.Mutex
	bounce map[string]bool // addresses that it no longer writes to
	later  []string        // what it heard of them afterwards
}

// newApplication begins a world with a provider's door and an application whose webhook
// reads what the provider posts: who bounced, and what else it says.
func newApplication(t *testing.T, name, shape, secret string, read func(a *application, r *http.Request, body []byte) (bounced, later string)) *application {
	sim := mailsimtest.New(t)
	a := &application{t: t, sim: sim, door: providertest.New(t, sim.Universe, name), bounce: map[string]bool{}}
	sim.Site("app.test", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		bounced, later := read(a, r, body)
		a.mu.Lock()
		defer a.mu.Unlock()
		if bounced != "" {
			a.bounce[bounced] = true
		}
		if later != "" {
			a.later = append(a.later, later)
		}
	})
	if _, err := sim.Universe.SetWebhooks(context.Background(), []mailsim.Webhook{{Name: "app", URL: "http://app.test/hooks", Shape: shape, Secret: secret, Events: []mailsim.EventType{mailsim.EventMailReport}}}); err != nil {
		t.Fatal(err)
	}
	return a
}

// suppresses reports whether the application no longer writes to an address.
func (a *application) suppresses(address string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.bounce[address]
}

// heard reports whether a later webhook said something.
func (a *application) heard(want string) {
	a.t.Helper()
	a.sim.Advance(time.Minute)
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, s := range a.later {
		if s == want {
			return
		}
	}
	a.t.Fatalf("no webhook said %q: %q", want, a.later)
}

// bounces sends to the address that does not exist, and expects the webhook about it.
func (a *application) bounces(send func(to string) error) {
	a.t.Helper()
	if err := send(gone); err != nil {
		a.t.Fatal(err)
	}
	if a.suppresses(gone) {
		a.t.Fatal("it is known too early")
	}
	a.sim.Advance(time.Hour)
	if !a.suppresses(gone) {
		a.t.Fatal("the application did not hear of the bounce")
	}
}

func TestSendGrid(t *testing.T) {
	a := newApplication(t, "sendgrid", "sendgrid", "", func(a *application, r *http.Request, body []byte) (bounced, later string) {
		key, err := eventwebhook.ConvertPublicKeyBase64ToECDSA(a.sim.Universe.Provider("sendgrid").PublicKey())
		if err != nil {
			t.Error(err)
			return
		}
		good, err := eventwebhook.VerifySignature(key, body, r.Header.Get(eventwebhook.VerificationHTTPHeader), r.Header.Get(eventwebhook.TimestampHTTPHeader))
		if err != nil || !good {
			t.Error("the signature is wrong:", err)
		}
		var events []struct{ Email, Event, Reason string }
		if err := json.Unmarshal(body, &events); err != nil {
			t.Error(err)
		}
		for _, e := range events {
			switch e.Event {
			case "bounce":
				bounced = e.Email
			case "dropped":
				later = e.Reason
			}
		}
		return bounced, later
	})
	client := sendgrid.NewSendClient(a.door.Key)
	client.BaseURL = a.door.URL + "/v3/mail/send"
	send := func(to string) error {
		res, err := client.Send(mail.NewSingleEmail(mail.NewEmail("App", "app@ours.test"), "Hello", mail.NewEmail("", to), "Hello", "<p>Hello</p>"))
		if err == nil && res.StatusCode != http.StatusAccepted {
			err = errors.New(res.Body)
		}
		return err
	}
	a.bounces(send)
	if err := send(gone); err != nil { // SendGrid takes it, and drops it
		t.Fatal(err)
	}
	a.heard("Bounced Address")
	res, err := client.Send(mail.NewV3Mail())
	if err != nil || res.StatusCode != http.StatusBadRequest || !strings.Contains(res.Body, `"field":"personalizations"`) {
		t.Fatal(res, err)
	}
}

func TestPostmark(t *testing.T) {
	a := newApplication(t, "postmark", "postmark", "", func(_ *application, _ *http.Request, body []byte) (bounced, later string) {
		var e struct {
			RecordType, Email, Type string
			Inactive                bool
		}
		if err := json.Unmarshal(body, &e); err != nil {
			t.Error(err)
		}
		if e.RecordType == "Bounce" && e.Inactive {
			bounced = e.Email
		}
		return bounced, ""
	})
	client := postmark.NewClient(a.door.Key, "")
	client.BaseURL = a.door.URL
	send := func(to string) error {
		res, err := client.SendEmail(context.Background(), postmark.Email{From: "app@ours.test", To: to, Subject: "Hello", TextBody: "Hello"})
		if err == nil && res.ErrorCode != 0 {
			err = errors.New(res.Message)
		}
		return err
	}
	a.bounces(send)
	if err := send(gone); err == nil || !strings.Contains(err.Error(), "inactive") {
		t.Fatalf("406 is expected: %v", err)
	}
	list, total, err := client.GetBounces(context.Background(), 10, 0, nil)
	if err != nil || total != 1 || list[0].Email != gone || !list[0].Inactive {
		t.Fatal(list, total, err)
	}
	if _, _, err := client.ActivateBounce(context.Background(), list[0].ID); err != nil {
		t.Fatal(err)
	}
	if err := send(gone); err != nil {
		t.Fatal("it is active again:", err)
	}
}

func TestResend(t *testing.T) {
	const secret = "whsec_YSBzZWNyZXQgb2Ygc29tZSBsZW5ndGg="
	var client *resend.Client
	a := newApplication(t, "resend", "resend", secret, func(_ *application, r *http.Request, body []byte) (bounced, later string) {
		err := client.Webhooks.Verify(&resend.VerifyWebhookOptions{Payload: string(body), WebhookSecret: secret,
			Headers: resend.WebhookHeaders{Id: r.Header.Get("svix-id"), Timestamp: r.Header.Get("svix-timestamp"), Signature: r.Header.Get("svix-signature")}})
		if err != nil {
			t.Error("the signature is wrong:", err)
		}
		var e struct {
			Type string
			Data struct{ To []string }
		}
		if err := json.Unmarshal(body, &e); err != nil {
			t.Error(err)
		}
		switch e.Type {
		case "email.bounced":
			bounced = e.Data.To[0]
		case "email.suppressed":
			later = e.Type
		}
		return bounced, later
	})
	client = resend.NewClient(a.door.Key)
	client.BaseURL, _ = url.Parse(a.door.URL + "/")
	var id string
	send := func(to string) error {
		sent, err := client.Emails.Send(&resend.SendEmailRequest{From: "App <app@ours.test>", To: []string{to}, Subject: "Hello", Text: "Hello", Attachments: []*resend.Attachment{{Filename: "a.txt", Content: []byte("text")}}})
		if err == nil {
			id = sent.Id
		}
		return err
	}
	a.bounces(send)
	if got, err := client.Emails.Get(id); err != nil || got.LastEvent != "bounced" {
		t.Fatal(got, err)
	}
	if err := send(gone); err != nil { // Resend takes it, and suppresses it
		t.Fatal(err)
	}
	a.heard("email.suppressed")
	if err := send("nobody"); err == nil || !strings.Contains(err.Error(), "Invalid `to` field") {
		t.Fatal(err)
	}
}

func TestMailgun(t *testing.T) {
	const secret = "the signing key"
	var client *mailgun.MailgunImpl
	a := newApplication(t, "mailgun", "mailgun", secret, func(_ *application, _ *http.Request, body []byte) (bounced, later string) {
		var e struct {
			Signature mailgun.Signature
			Data      struct{ Event, Severity, Reason, Recipient string } `json:"event-data"`
		}
		if err := json.Unmarshal(body, &e); err != nil {
			t.Error(err)
		}
		if good, err := client.VerifyWebhookSignature(e.Signature); err != nil || !good {
			t.Error("the signature is wrong:", err)
		}
		switch {
		case e.Data.Reason == "suppress-bounce":
			later = e.Data.Reason
		case e.Data.Event == "failed" && e.Data.Severity == "permanent":
			bounced = e.Data.Recipient
		}
		return bounced, later
	})
	client = mailgun.NewMailgun("ours.test", a.door.Key)
	client.SetAPIBase(a.door.URL + "/v3")
	client.SetWebhookSigningKey(secret)
	ctx := context.Background()
	send := func(to string) error {
		_, _, err := client.Send(ctx, mailgun.NewMessage("app@ours.test", "Hello", "Hello", to))
		return err
	}
	a.bounces(send)
	b, err := client.GetBounce(ctx, gone)
	if err != nil || b.Code != "550" {
		t.Fatal(b, err)
	}
	if err := send(gone); err != nil { // Mailgun takes it, and does not deliver it
		t.Fatal(err)
	}
	a.heard("suppress-bounce")
	if err := send("nobody"); err == nil || !strings.Contains(err.Error(), "'to' parameter is not a valid address") {
		t.Fatal(err)
	}
}

func TestSES(t *testing.T) {
	a := newApplication(t, "ses", "ses-sns", "", func(_ *application, _ *http.Request, body []byte) (bounced, later string) {
		var e struct{ Type, Message string }
		if err := json.Unmarshal(body, &e); err != nil {
			t.Error(err)
		}
		if e.Type != "Notification" {
			return "", e.Type
		}
		var n struct {
			Type   string `json:"notificationType"`
			Bounce struct {
				BounceType, BounceSubType string
				BouncedRecipients         []struct{ EmailAddress string }
			}
		}
		if err := json.Unmarshal([]byte(e.Message), &n); err != nil {
			t.Error(err)
		}
		if n.Type == "Bounce" && n.Bounce.BounceType == "Permanent" {
			return n.Bounce.BouncedRecipients[0].EmailAddress, n.Bounce.BounceSubType
		}
		return "", ""
	})
	client := sesv2.New(sesv2.Options{Region: "us-east-1", BaseEndpoint: aws.String(a.door.URL), Credentials: credentials.NewStaticCredentialsProvider(a.door.Key, "secret", "")})
	ctx := context.Background()
	send := func(to string) error {
		_, err := client.SendEmail(ctx, &sesv2.SendEmailInput{
			FromEmailAddress: aws.String("app@ours.test"), Destination: &types.Destination{ToAddresses: []string{to}},
			Content: &types.EmailContent{Simple: &types.Message{Subject: &types.Content{Data: aws.String("Hello")}, Body: &types.Body{Text: &types.Content{Data: aws.String("Hello")}}}},
		})
		return err
	}
	a.heard("SubscriptionConfirmation")
	a.bounces(send)
	got, err := client.GetSuppressedDestination(ctx, &sesv2.GetSuppressedDestinationInput{EmailAddress: aws.String(gone)})
	if err != nil || got.SuppressedDestination.Reason != types.SuppressionListReasonBounce {
		t.Fatal(got, err)
	}
	if err := send(gone); err != nil { // SES takes it, and bounces it itself
		t.Fatal(err)
	}
	a.heard("OnAccountSuppressionList")
	var bad *types.BadRequestException
	if err := send("nobody"); !errors.As(err, &bad) || bad.ErrorMessage() != "Missing final '@domain'" {
		t.Fatal(err)
	}
}
