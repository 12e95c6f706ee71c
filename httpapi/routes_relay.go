package httpapi

import "github.com/mailsim/mailsim"

// What leaves the simulation.

type setRelay struct {
	Body mailsim.RelaySettings `body:"" readonly:"available,server"`
}

type release struct {
	Body mailsim.Release `body:""`
}

type mailboxRelease struct {
	Address string                 `path:"address"`
	Body    mailsim.MailboxRelease `body:"optional"`
}

func relayRoutes() []Route {
	return []Route{
		route(get, "/relay", viewer, "Relay", "Shows whether there is a relay to a real server, and its rules.",
			func(c *call, _ none) (mailsim.RelaySettings, error) { return c.u.Relay(), nil }),
		route(put, "/relay", admin, "SetRelay", "Replaces the rules of the relay.",
			func(c *call, in setRelay) (mailsim.RelaySettings, error) {
				return c.u.SetRelay(c.ctx(), in.Body.RelayRules)
			}).example(`{"allow": ["*@client.test"], "block": ["ceo@client.test"], "return_path": "bounces@ours.test"}`),
		route(post, "/release", member, "Release", "Hands a mail to the relay. Give its `message_id`, or the `ref` of one copy.",
			func(c *call, in release) (mailsim.Job, error) { return c.u.Release(c.ctx(), in.Body) }).
			example(`{"message_id": "<1a2b3c@ours.test>", "to": ["kim@client.test"], "wait": true}`).takesLong(),
		route(post, "/mailboxes/{address}/release", member, "ReleaseMailbox", "Hands each mail of a folder to the relay.",
			func(c *call, in mailboxRelease) ([]mailsim.Job, error) {
				return c.u.ReleaseMailbox(c.ctx(), in.Address, in.Body)
			}).example(`{"folder": "INBOX", "to": ["kim@client.test"]}`),
	}
}
