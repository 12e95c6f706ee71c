package httpapi

import (
	"net/http"
	"reflect"
	"slices"
	"sync"

	"github.com/mailsim/mailsim"
)

const (
	get   = http.MethodGet
	post  = http.MethodPost
	put   = http.MethodPut
	patch = http.MethodPatch
	del   = http.MethodDelete

	nobody = mailsim.Role("") // needs no key
	viewer = mailsim.RoleViewer
	member = mailsim.RoleMember
	admin  = mailsim.RoleAdmin
)

// Routes lists every endpoint of the API, in the order of the reference.
func Routes() []Route { return slices.Clone(table()) }

// table is the API: each row calls one method.
var table = sync.OnceValue(func() []Route {
	return slices.Concat(group("People", peopleRoutes()), group("Mail", slices.Concat(mailRoutes(), mailsRoutes(), relayRoutes(), providerRoutes(), transferRoutes())), group("Waiting", waitRoutes()), group("Logins", accountRoutes()),
		group("Settings", settingRoutes()), group("Cases", caseRoutes()), group("Time and events", timeRoutes()), group("Server and access", serverRoutes()))
})

func group(name string, rows []Route) []Route {
	for i := range rows {
		rows[i].Group = name
	}
	return rows
}

func peopleRoutes() []Route {
	return slices.Concat([]Route{
		route(get, "/personas", viewer, "Personas", "Lists every person, sorted by name.",
			func(c *call, _ none) ([]mailsim.Persona, error) { return c.u.Personas(), nil }),
		route(post, "/personas", member, "CreatePersona", "Adds a person and their mailbox. Fields that you leave out are chosen at random.",
			func(c *call, in newPersona) (mailsim.Persona, error) { return c.u.CreatePersona(c.ctx(), in.Body) }).
			example(`{"name": "Anna Weber", "addresses": ["anna.weber@client.test"], "temperament": "responsive"}`),
		route(get, "/personas/{id}", viewer, "Persona", "Shows one person.",
			func(c *call, in personaID) (mailsim.Persona, error) { return c.u.Persona(in.ID) }),
	}, route(patch, "/personas/{id}", member, "UpdatePersona", "Changes the fields that you send. A nested object, such as `style`, is replaced as a whole.",
		func(c *call, in personaChange) (mailsim.Persona, error) {
			return c.u.UpdatePersona(c.ctx(), in.ID, in.Body)
		}).example(`{"paused": true, "style": {"length": "short"}}`).and(put), []Route{
		route(del, "/personas/{id}", member, "DeletePersona", "Deletes a person and their memory, relations and pending jobs. Their mailbox and mail are kept.",
			func(c *call, in personaID) (done, error) { return ok(c.u.DeletePersona(c.ctx(), in.ID)) }),
		route(post, "/personas/learn", member, "LearnPersona", "Makes a person from a mailbox, with traits learned from the mail in it.",
			func(c *call, in learn) (mailsim.Learned, error) {
				return c.u.LearnPersona(c.ctx(), in.Body.Address, in.Body.Paused)
			}).example(`{"address": "app@ours.test", "paused": true}`).isCostly(),
		route(get, "/temperaments", viewer, "func Temperaments", "Lists the temperaments with their weights, reply rates and delays.",
			func(c *call, _ none) ([]mailsim.TemperamentInfo, error) { return mailsim.Temperaments(), nil }),
		route(get, "/personas/{id}/memory", viewer, "Memory", "Shows a person's notes, grouped by the id of their case (a matter such as an order). Notes outside any case are under the empty string.",
			func(c *call, in personaID) (map[string][]string, error) { return c.u.Memory(in.ID) }),
		route(post, "/personas/{id}/memory", member, "AddMemory", "Adds a note to a person's memory and returns the memory.",
			func(c *call, in newNote) (map[string][]string, error) { return c.u.AddMemory(c.ctx(), in.ID, in.Body) }).
			example(`{"text": "Prefers calls before noon.", "source": "crm"}`),
		route(del, "/personas/{id}/memory", member, "ClearMemory", "Clears a person's notes, or only those of one case.",
			func(c *call, in memoryClear) (done, error) { return ok(c.clearMemory(in)) }).example("?case_id=order-4711"),
		route(post, "/memory/by-external", member, "AddMemoryByExternal", "Adds a note to the person who has the given external id in the given system, and returns the person.",
			func(c *call, in externalNote) (mailsim.Persona, error) {
				return c.u.AddMemoryByExternal(c.ctx(), in.Body.System, in.Body.ID, in.Body.Note)
			}).example(`{"system": "crm", "id": "4711", "text": "Signed the contract."}`),
		route(get, "/personas/{id}/relations", viewer, "Relations", "Shows what a person remembers about each correspondent.",
			func(c *call, in personaID) (mailsim.Relations, error) { return c.u.Relations(in.ID) }),
		route(del, "/personas/{id}/relations", member, "ForgetRelations", "Makes a person forget one correspondent, or everyone.",
			func(c *call, in relationsForget) (done, error) { return ok(c.forget(in)) }).example("?address=app@ours.test"),
	})
}

func mailRoutes() []Route {
	return []Route{
		route(get, "/mailboxes", viewer, "Mailboxes", "Lists the mailboxes, sorted by address: first those without a person, then those of people.",
			func(c *call, _ none) ([]mailsim.Mailbox, error) { return c.u.Mailboxes(), nil }),
		route(get, "/mailboxes/{address}/folders", viewer, "Folders", "Lists the folders of a mailbox.",
			func(c *call, in mailbox) ([]mailsim.Folder, error) { return c.u.Folders(in.Address) }),
		route(put, "/mailboxes/{address}/status", member, "SetMailboxStatus", "Makes an address fail as `unknown`, `domain`, `full`, `disabled` or `blocked`; `ok` ends that.",
			func(c *call, in mailboxStatus) (mailsim.Mailbox, error) {
				return c.u.SetMailboxStatus(c.ctx(), in.Address, in.Body.Status)
			}).example(`{"status": "full"}`),
		route(get, "/mailboxes/{address}/messages", viewer, "Messages", "Lists the messages of a folder, newest first. Each text is cut to 240 characters.",
			(*call).messages).answers(reflect.TypeFor[[]mailsim.Message]()).example("?folder=INBOX&limit=50").isCostly(),
		route(get, messagePath+"{folder}/{uid}", viewer, "Message", "Shows a whole message, with its HTML made safe, and its case.",
			func(c *call, in messageView) (mailsim.View, error) {
				ref := mailsim.Ref{Address: in.Address, Folder: in.Folder, UID: in.UID}
				return c.u.Message(c.ctx(), ref, mailsim.ViewOptions{Remote: in.Remote, Light: in.Theme == "light"})
			}).example("?remote=1&theme=light").isCostly(),
		route(get, messagePath+"{folder}/{uid}/raw", viewer, "Raw", "Returns the original message.",
			func(c *call, in message) (file, error) {
				raw, err := c.u.Raw(c.ctx(), in.ref())
				return file{"message/rfc822", "message.eml", raw}, err
			}).givesType("message/rfc822").isCostly(),
		route(get, messagePath+"{folder}/{uid}/attachments/{n}", viewer, "Attachment", "Returns an attachment, with the media type given in the mail. `n` counts from 0.",
			func(c *call, in messageAttachment) (file, error) {
				ref := mailsim.Ref{Address: in.Address, Folder: in.Folder, UID: in.UID}
				a, err := c.u.Attachment(c.ctx(), ref, in.N)
				return file{a.ContentType, a.Filename, a.Data}, err
			}).isCostly(),
		route(patch, messagePath+"{folder}/{uid}", member, "UpdateMessage", "Marks a message read or unread, moves it, or both.",
			func(c *call, in messageChange) (mailsim.Message, error) {
				ref := mailsim.Ref{Address: in.Address, Folder: in.Folder, UID: in.UID}
				return c.u.UpdateMessage(c.ctx(), ref, in.Body)
			}).example(`{"seen": true, "move_to": "Archive"}`),
		route(get, "/threads", viewer, "Threads", "Groups the INBOX, Sent and Archive of a mailbox into conversations, most recent first.",
			func(c *call, in ofAddress) ([]mailsim.Thread, error) { return c.u.Threads(in.Address) }).example("?address=app@ours.test").isCostly(),
		route(get, "/search", viewer, "Search", "Finds messages in all mailboxes, newest first.",
			func(c *call, in searchFor) (mailsim.SearchPage, error) {
				return c.u.Search(c.ctx(), in.Q, mailsim.SearchFilter{Limit: int(in.Limit), Before: in.Before})
			}).example("?q=from:anna@client.test+subject:order+-has:attachment&limit=20").isCostly(),
		route(get, "/inspect", viewer, "Inspect", "Reports a mail's spam score, links, authentication, HTML and header.",
			func(c *call, in inspect) (mailsim.Inspection, error) { return c.u.Inspect(c.ctx(), in.MessageID) }).
			example("?message_id=%3C1a2b3c@ours.test%3E").takesLong().isCostly(),
		route(get, "/shares", viewer, "Shares", "Lists the shares: links that show one message without a key.",
			func(c *call, _ none) ([]mailsim.Share, error) { return c.shares(), nil }),
		route(post, "/shares", member, "CreateShare", "Makes a share: a link that shows one message without a key. It expires after 7 simulated days, or as `expires` says.",
			(*call).createShare).example(`{"address": "app@ours.test", "folder": "INBOX", "uid": 1, "expires": "3d"}`),
		route(del, "/shares/{id}", member, "DeleteShare", "Ends a share.",
			func(c *call, in shareID) (done, error) { return ok(c.u.DeleteShare(c.ctx(), in.ID)) }),
		route(post, "/send", member, "Send", "Sends a mail as SMTP would, except that faults and `+tempfail` do not apply and the sender's signature is added.",
			func(c *call, in send) (sentMail, error) {
				in.Body.MaxBytes = c.h.opts.MaxMail
				id, err := c.u.Send(c.ctx(), in.Body)
				return sentMail{"sent", id}, err
			}).example(`{"from": "app@ours.test", "to": ["anna@client.test"], "subject": "Your order", "text": "It left today."}`).takesMail(),
		route(post, "/inject", member, "Inject", "Files a message in a mailbox. Nobody reacts to it.",
			func(c *call, in inject) (mailsim.Ref, error) {
				in.Body.MaxBytes = c.h.opts.MaxMail
				return c.u.Inject(c.ctx(), in.Body)
			}).
			example(`{"to": "app@ours.test", "from": "old@client.test", "subject": "Last year", "text": "As agreed."}`).takesMail(),
	}
}

func waitRoutes() []Route {
	return []Route{
		route(get, "/wait", viewer, "Wait", "Waits for the next mail to an address, and finds the codes and magic links in it.",
			(*call).wait).example("?to=app@ours.test&subject=order&timeout=45s").takesLong(),
		route(get, "/wait/reply", viewer, "WaitReply", "Waits for the next mail that a person sends. Answers 409 if they decide not to reply, or their address bounces the mail.",
			(*call).waitReply).example("?from=anna@client.test&timeout=45s").takesLong(),
		route(post, "/extract", viewer, "func ExtractFrom", "Finds codes and links in a text.",
			func(c *call, in extractFrom) (extracted, error) {
				e := mailsim.ExtractFrom(in.Body.Text, in.Body.HTML)
				return extracted{newFound(e), e.Text}, nil
			}).example(`{"text": "Your code is 482913."}`).isCostly(),
	}
}

func accountRoutes() []Route {
	return slices.Concat([]Route{
		route(get, "/accounts", viewer, "Logins", "Lists the logins, sorted by address.",
			func(c *call, _ none) ([]mailsim.Login, error) { return c.u.Logins(), nil }),
		route(post, "/accounts", admin, "CreateLogin", "Makes a login and its mailbox.",
			func(c *call, in newLogin) (mailsim.Login, error) {
				login, err := c.u.CreateLogin(c.ctx(), in.Body)
				return login, c.guessed(err)
			}).
			example(`{"address": "app@ours.test", "password": "a long password", "username": "app"}`),
	}, route(patch, "/accounts/{address}", admin, "UpdateLogin", "Changes a login. Fields that you leave out keep their values.",
		func(c *call, in loginChange) (mailsim.Login, error) {
			login, err := c.u.UpdateLogin(c.ctx(), in.Address, in.Body)
			return login, c.guessed(err)
		}).
		example(`{"allow_imap": false, "note": "sends only"}`).and(put), []Route{
		route(del, "/accounts/{address}", admin, "DisableLogin", "Turns a login off for good. Its mailbox and mail are kept.",
			func(c *call, in mailbox) (done, error) { return ok(c.u.DisableLogin(c.ctx(), in.Address)) }),
		route(post, "/accounts/{address}/check", admin, "CheckPassword", "Reports whether a password works for SMTP, for IMAP, or for both.",
			func(c *call, in passwordCheck) (mailsim.PasswordResult, error) {
				in.Body.Caller = c.by
				return c.u.CheckPassword(c.ctx(), in.Address, in.Body)
			}).example(`{"password": "a long password", "proto": "smtp"}`),
		route(get, "/accounts/{address}/signature", viewer, "Signature", "Shows the signature of an address.",
			func(c *call, in mailbox) (signature, error) {
				text, err := c.u.Signature(in.Address)
				return signature{text}, err
			}),
		route(put, "/accounts/{address}/signature", admin, "SetSignature", "Sets the signature of an address. `POST /send` puts it below mail from that address unless `unsigned` is set.",
			func(c *call, in setSignature) (signature, error) {
				text, err := c.u.SetSignature(c.ctx(), in.Address, in.Body.Signature)
				return signature{text}, err
			}).example(`{"signature": "The shop team\nours.test"}`),
	})
}

func settingRoutes() []Route {
	return []Route{
		route(get, "/ai", viewer, "AI", "Shows whether a language model writes people's mail.",
			func(c *call, _ none) (mailsim.AI, error) { return c.u.AI(), nil }),
		route(put, "/ai", member, "SetAI", "Lets a language model write people's mail, or stops that: `mode` is `on` or `off`.", (*call).setAI).example(`{"mode": "off"}`),
		route(get, "/pace", viewer, "Pace", "Shows how fast people answer, as a factor of their usual time.",
			func(c *call, _ none) (mailsim.Pace, error) { return c.u.Pace(), nil }),
		route(put, "/pace", member, "SetPace", "Sets how fast people answer: `factor` multiplies the time that they take, so 0.1 makes them ten times faster.",
			func(c *call, in setPace) (mailsim.Pace, error) { return c.u.SetPace(c.ctx(), in.Body) }).
			example(`{"factor": 0.1, "ignore_hours": true}`),
		route(get, "/recipients", viewer, "Recipients", "Shows the recipient rules: which addresses fail, and how.",
			func(c *call, _ none) (mailsim.Recipients, error) { return c.u.Recipients(), nil }),
		route(put, "/recipients", admin, "SetRecipients", "Replaces the recipient rules. A field that you leave out takes its default.",
			func(c *call, in setRecipients) (mailsim.Recipients, error) {
				return c.u.SetRecipients(c.ctx(), in.rules())
			}).
			example(`{"default": {"create": true, "bad_rate": 0.05}, "domains": {"gone.test": {"create": false}}}`),
		route(get, "/links", viewer, "Links", "Shows the link policy: which links people may open.",
			func(c *call, _ none) (mailsim.LinkSettings, error) { return c.u.Links(), nil }),
		route(put, "/links", admin, "SetLinks", "Replaces the link policy. A field that you leave out takes its default.",
			func(c *call, in setLinks) (mailsim.LinkSettings, error) { return c.u.SetLinks(c.ctx(), in.Body) }).
			needs(mailsim.FeatureLinks).example(`{"enabled": true, "max_links": 2, "deny": ["*.ads.test"]}`),
		route(get, "/retention", viewer, "Retention", "Shows how long mail, events and people's memories are kept.",
			func(c *call, _ none) (mailsim.Retention, error) { return c.u.Retention(), nil }),
		route(put, "/retention", admin, "SetRetention", "Sets how many simulated days mail, events and people's unused memories (`memory_days`) are kept; 0 keeps them forever.",
			func(c *call, in setRetention) (mailsim.Retention, error) { return c.u.SetRetention(c.ctx(), in.Body) }).
			example(`{"mail_days": 90, "event_days": 30, "memory_days": 60}`),
		route(post, "/retention/prune", admin, "Prune", "Removes now what the retention no longer keeps, and returns how much was removed.",
			func(c *call, _ none) (mailsim.Pruned, error) { return c.u.Prune(c.ctx()) }),
		route(post, "/reset", admin, "Reset", "Empties the universe except for the parts named in `keep`, and returns what was removed.",
			func(c *call, in reset) (mailsim.Removed, error) { return c.u.Reset(c.ctx(), in.Body.Keep...) }).
			example(`{"keep": ["logins", "recipients"]}`),
		route(get, "/world", viewer, "World", "Shows the company and the streams of mail that reach it.",
			func(c *call, _ none) (worldShown, error) { return worldShown{c.u.World(), mailsim.StreamKinds()}, nil }),
		route(put, "/world", admin, "SetWorld", "Replaces the company and all streams. The mail of every enabled stream is planned anew, starting now.",
			func(c *call, in setWorld) (worldSet, error) {
				world, err := c.u.SetWorld(c.ctx(), in.Body)
				return worldSet{world}, err
			}).example(`{"company": {"name": "Ours", "domain": "ours.test", "tz": "Europe/Paris", "mailboxes": ["desk@ours.test"]},` +
			` "streams": [{"kind": "support", "per_day": 12, "business_hours": true, "enabled": true, "to": ["desk@ours.test"]}]}`),
		route(post, "/world/streams/{id}/send", admin, "SendStream", "Sends one mail of a stream now. The stream's schedule does not change.",
			func(c *call, in streamID) (sentMail, error) {
				id, err := c.u.SendStream(c.ctx(), in.ID)
				return sentMail{"sent", id}, err
			}),
		route(get, "/faults", viewer, "Faults", "Shows the fault rules, how often each has acted, and the available scenarios.",
			func(c *call, _ none) (mailsim.Faults, error) { return c.u.Faults(), nil }),
		route(put, "/faults", admin, "SetFaults", "Replaces the fault rules. If you send only `scenario`, the rules of that scenario are loaded.",
			func(c *call, in setFaults) (mailsim.Faults, error) { return c.u.SetFaults(c.ctx(), in.Body) }).
			partlyNeeds(mailsim.FeatureChaos).example(`{"rules": [{"where": "smtp", "at": "rcpt", "kind": "tempfail", "attempt": 2}]}`),
		route(get, "/webhooks", viewer, "Webhooks", "Lists the webhooks, with their secrets masked.",
			func(c *call, _ none) ([]mailsim.Webhook, error) { return c.u.Webhooks(), nil }),
		route(put, "/webhooks", admin, "SetWebhooks", "Replaces the list of webhooks. If you send back a secret in its masked form, the stored secret is kept.",
			func(c *call, in setWebhooks) ([]mailsim.Webhook, error) { return c.u.SetWebhooks(c.ctx(), in.Body) }).
			needs(mailsim.FeatureWebhooks).example(`[{"name": "app", "url": "https://ours.test/hooks", "events": ["persona.*"], "secret": "s3cret"}]`),
		route(post, "/webhooks/replay", admin, "ReplayWebhook", "Sends events of the log again to the webhooks with the given name.",
			func(c *call, in replayWebhook) (done, error) {
				return ok(c.u.ReplayWebhook(c.ctx(), in.Body.Name, in.Body.Events...))
			}).needs(mailsim.FeatureWebhooks).example(`{"name": "app", "events": [12, 13]}`),
	}
}

func caseRoutes() []Route {
	return []Route{
		route(get, "/cases", viewer, "Cases", "Lists the cases: matters that people share, such as a ticket, an order or a project.",
			func(c *call, _ none) ([]mailsim.Case, error) { return c.u.Cases(), nil }),
		route(get, "/cases/{id}", viewer, "Case", "Shows one case.",
			func(c *call, in caseID) (mailsim.Case, error) { return c.u.Case(in.ID) }),
		route(put, "/cases/{id}", member, "PushCase", "Makes a case, or changes the fields that you send.",
			func(c *call, in pushCase) (mailsim.Case, error) { return c.u.PushCase(c.ctx(), in.ID, in.Body) }).
			example(`{"title": "Order 4711", "facts": {"carrier": "DHL"}, "addresses": ["anna@client.test"]}`),
		route(del, "/cases/{id}", member, "DeleteCase", "Removes a case.",
			func(c *call, in caseID) (done, error) { return ok(c.u.DeleteCase(c.ctx(), in.ID)) }),
	}
}

func timeRoutes() []Route {
	return []Route{
		route(get, "/clock", viewer, "Clock", "Shows the simulated clock.",
			func(c *call, _ none) (mailsim.Clock, error) { return c.u.Clock(), nil }),
		route(post, "/clock/advance", member, "Advance", "Moves the clock by a duration (`by`), to an instant (`to`), or until a number of `jobs` have run. Returns when everything that was due is done.",
			(*call).advance).example(`{"by": "2d"}`).takesLong(),
		route(post, "/clock/freeze", member, "Freeze", "Stops the clock, or lets it run again.",
			func(c *call, in freeze) (mailsim.Clock, error) { return c.u.Freeze(c.ctx(), in.Body.Frozen) }).example(`{"frozen": true}`),
		route(post, "/clock/speed", member, "SetSpeed", "Sets how many simulated seconds pass in each real second.",
			func(c *call, in speed) (mailsim.Clock, error) { return c.u.SetSpeed(c.ctx(), in.Body.Factor) }).example(`{"factor": 60}`),
		route(get, "/jobs", viewer, "Jobs", "Lists jobs: what is planned, and how finished jobs ended.",
			func(c *call, in jobList) ([]mailsim.Job, error) {
				return c.u.Jobs(mailsim.JobFilter{State: mailsim.JobState(in.State), Kind: mailsim.JobKind(in.Kind), PersonaID: in.PersonaID, MessageID: in.MessageID, Thread: in.Thread, Limit: int(in.Limit)})
			}).example("?state=pending&limit=20"),
		route(get, "/jobs/{id}", viewer, "Job", "Shows one job.",
			func(c *call, in jobID) (mailsim.Job, error) { return c.u.Job(in.ID) }),
		route(patch, "/jobs/{id}", member, "MoveJob", "Moves a pending job to another instant.",
			func(c *call, in moveJob) (mailsim.Job, error) { return c.u.MoveJob(c.ctx(), in.ID, in.Body.Due) }).
			example(`{"due": "2026-01-06T10:00:00Z"}`),
		route(post, "/jobs/{id}/run", member, "RunJob", "Runs a pending job now, without moving the clock.",
			func(c *call, in jobID) (mailsim.Job, error) { return c.u.RunJob(c.ctx(), in.ID) }).takesLong(),
		route(post, "/jobs/{id}/skip", member, "SkipJob", "Ends a pending job so that it never runs.",
			func(c *call, in jobID) (mailsim.Job, error) { return c.u.SkipJob(c.ctx(), in.ID) }),
		route(get, "/events", viewer, "Events", "Lists the activity log, newest first. With `after`, lists the events after that one, oldest first.",
			(*call).events).example("?after=0&type=mail.delivered,persona.*&limit=100"),
		route(get, "/events/stream", viewer, "Follow", "Streams the activity log as server-sent events. A client that reconnects with Last-Event-ID gets what it missed.",
			(*call).stream).example("?type=persona.*").takesLong(),
		route(get, "/insights", viewer, "Insights", "Counts replies, bounces, junk and links, and measures how long replies took, by person, stream and day.",
			func(c *call, in insightsOf) (mailsim.Insights, error) {
				return c.u.Insights(mailsim.InsightFilter{Since: in.Since, Until: in.Until, PersonaID: in.PersonaID})
			}).needs(mailsim.FeatureInsights).example("?since=2026-01-05T00:00:00Z&until=2026-02-01T00:00:00Z").isCostly(),
	}
}

func serverRoutes() []Route {
	return []Route{
		route(get, "/status", viewer, "Status", "Counts what the universe has. In a cluster, also names the process that serves it.", (*call).status),
		route(get, "/connection", viewer, "Connection", "Shows the addresses and settings of SMTP and IMAP.",
			func(c *call, _ none) (mailsim.Connection, error) { return c.u.Connection(), nil }),
		route(get, "/connection/cert", viewer, "Certificate", "Returns the TLS certificate as a PEM file.",
			func(c *call, _ none) (file, error) { return c.certificate() }).
			givesType("application/x-pem-file"),
		route(get, "/me", viewer, "Caller.Me", "Shows who the caller is.",
			func(c *call, _ none) (mailsim.Me, error) { return c.who.Me(), nil }).noUniverse(),
		route(get, "/universes", viewer, "Caller.Universes", "Lists the universes that the caller can open.",
			func(c *call, _ none) ([]mailsim.UniverseInfo, error) { return c.who.Universes(), nil }).noUniverse(),
		route(post, "/signin", nobody, "Cell.SignIn", "Signs a person in and sets the session cookie.",
			(*call).signIn).example(`{"email": "kim@ours.test", "password": "a long password"}`).noUniverse(),
		route(post, keySessionPath, nobody, "Caller.Session", "Signs a browser in with a key. Sets a cookie that replaces the key for 12 hours.",
			(*call).openKeySession).example(`{"key": "ms_0123456789ABCDEFGHIJKLMNOP"}`).noUniverse(),
		route(post, "/signout", viewer, "Cell.SignOut", "Ends the session.", (*call).signOut).noUniverse(),
		route(post, "/pass", viewer, "Cell.Pass", "Gives a signed-in person a key for 15 minutes, with at most the member role.", (*call).pass),
		route(get, "/keys", viewer, "Keys", "Lists the API keys: their prefixes, names and roles.",
			func(c *call, _ none) ([]mailsim.Key, error) { return c.u.Keys(), nil }).needsKey(),
		route(post, "/keys", admin, "CreateKey", "Makes an API key. Only this answer shows the key.",
			func(c *call, in createKey) (newKey, error) {
				secret, k, err := c.u.CreateKey(c.ctx(), in.Body.Name, in.Body.Role)
				return newKey{secret, k}, err
			}).example(`{"name": "ci", "role": "member"}`),
		route(del, "/keys/{prefix}", admin, "DeleteKey", "Revokes an API key.",
			func(c *call, in keyPrefix) (done, error) { return ok(c.u.DeleteKey(c.ctx(), in.Prefix)) }),
		route(get, "/openapi.json", nobody, "func httpapi.Routes", "Describes the API as OpenAPI 3.1.",
			func(c *call, _ none) (document, error) { return c.h.document() }).noUniverse(),
	}
}
