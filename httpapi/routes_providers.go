package httpapi

import "github.com/mailsim/mailsim"

// What mail providers were given, and to whom they send nothing.

type sendList struct {
	Provider string `path:"provider" doc:"mailgun, postmark, resend, sendgrid or ses"`
	Before   string `query:"before" doc:"only mails older than the one with this id"`
	Limit    limit  `query:"limit" doc:"the maximum number; default 100"`
}

type sendID struct {
	Provider string `path:"provider" doc:"mailgun, postmark, resend, sendgrid or ses"`
	ID       string `path:"id"`
}

type suppressionList struct {
	Provider string `path:"provider" doc:"mailgun, postmark, resend, sendgrid or ses"`
	List     string `query:"list" doc:"a list such as bounces; default all lists"`
}

type newSuppressions struct {
	Provider string `path:"provider" doc:"mailgun, postmark, resend, sendgrid or ses"`
	Body     struct {
		List      string   `json:"list"`
		Addresses []string `json:"addresses"`
	} `body:"" required:"addresses"`
}

type suppressed struct {
	Provider string `path:"provider" doc:"mailgun, postmark, resend, sendgrid or ses"`
	Address  string `query:"address" required:"true"`
	List     string `query:"list" doc:"a list such as bounces; default all lists"`
}

func providerRoutes() []Route {
	return []Route{
		route(get, "/providers/{provider}/sends", viewer, "ProviderSends", "Lists the mails that the application sent through a mail provider, newest first.",
			func(c *call, in sendList) ([]mailsim.ProviderSend, error) {
				return c.u.ProviderSends(in.Provider, mailsim.ProviderSendFilter{Before: in.Before, Limit: int(in.Limit)})
			}).example("?limit=20"),
		route(get, "/providers/{provider}/sends/{id}", viewer, "ProviderSend", "Shows one mail that the application sent through a mail provider, and its latest status.",
			func(c *call, in sendID) (mailsim.ProviderSend, error) { return c.u.ProviderSend(in.Provider, in.ID) }),
		route(del, "/providers/{provider}/sends/{id}", member, "CancelProviderSend", "Cancels a scheduled mail.",
			func(c *call, in sendID) (mailsim.ProviderSend, error) {
				return c.u.CancelProviderSend(c.ctx(), in.Provider, in.ID)
			}),
		route(get, "/providers/{provider}/suppressions", viewer, "Suppressions", "Lists the addresses to which a mail provider does not send.",
			func(c *call, in suppressionList) ([]mailsim.Suppression, error) {
				return c.u.Suppressions(in.Provider, in.List)
			}).example("?list=bounces"),
		route(post, "/providers/{provider}/suppressions", member, "Suppress", "Adds addresses to a provider's list, by default the bounce list, and returns the list.",
			func(c *call, in newSuppressions) ([]mailsim.Suppression, error) {
				return c.u.Suppress(c.ctx(), in.Provider, in.Body.List, in.Body.Addresses...)
			}).example(`{"list": "bounces", "addresses": ["gone@client.test"]}`),
		route(del, "/providers/{provider}/suppressions", member, "Unsuppress", "Removes an address from one or all of a provider's lists, and returns the entries removed.",
			func(c *call, in suppressed) ([]mailsim.Suppression, error) {
				return c.u.Unsuppress(c.ctx(), in.Provider, in.List, in.Address)
			}).example("?address=gone@client.test"),
	}
}
