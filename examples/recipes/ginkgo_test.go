package recipes

import (
	"net/smtp"
	"testing"

	"github.com/onsi/ginkgo/v2"
	"github.com/onsi/gomega"

	"github.com/mailsim/mailsim/mailsimtest"
)

func TestGinkgo(t *testing.T) {
	gomega.RegisterFailHandler(ginkgo.Fail)
	ginkgo.RunSpecs(t, "recipes")
}

var _ = ginkgo.Describe("A sign-up", func() {
	var sim *mailsimtest.Server
	ginkgo.BeforeEach(func() {
		sim = mailsimtest.New(ginkgo.GinkgoT())
	})

	ginkgo.It("greets", func() {
		anna := sim.Person("Anna Weber <anna@client.test>")
		body := []byte("From: app@ours.test\r\nSubject: Hello\r\n\r\nHello Anna.\r\n")
		gomega.Expect(smtp.SendMail(sim.SMTPAddr(), nil, "app@ours.test", []string{anna.Address()}, body)).To(gomega.Succeed())
		anna.Wait().HasSubject("Hello")
	})

	ginkgo.It("begins in a new world", func() {
		sim.Box("anna@client.test").ExpectInbox(0)
	})
})
