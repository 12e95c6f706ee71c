package engine

import (
	"github.com/mailsim/mailsim/universe/internal/ai"
	"github.com/mailsim/mailsim/universe/internal/cell"
	"github.com/mailsim/mailsim/universe/internal/config"
	"github.com/mailsim/mailsim/universe/internal/deliver"
	"github.com/mailsim/mailsim/universe/internal/door"
	"github.com/mailsim/mailsim/universe/internal/fault"
	"github.com/mailsim/mailsim/universe/internal/feed"
	"github.com/mailsim/mailsim/universe/internal/insight"
	"github.com/mailsim/mailsim/universe/internal/inspect"
	"github.com/mailsim/mailsim/universe/internal/jobs"
	"github.com/mailsim/mailsim/universe/internal/keep"
	"github.com/mailsim/mailsim/universe/internal/learn"
	"github.com/mailsim/mailsim/universe/internal/links"
	"github.com/mailsim/mailsim/universe/internal/login"
	"github.com/mailsim/mailsim/universe/internal/mails"
	"github.com/mailsim/mailsim/universe/internal/mailview"
	"github.com/mailsim/mailsim/universe/internal/pen"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/persist"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/provide"
	"github.com/mailsim/mailsim/universe/internal/release"
	"github.com/mailsim/mailsim/universe/internal/reset"
	"github.com/mailsim/mailsim/universe/internal/rules"
	"github.com/mailsim/mailsim/universe/internal/run"
	"github.com/mailsim/mailsim/universe/internal/search"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/story"
	"github.com/mailsim/mailsim/universe/internal/transfer"
	"github.com/mailsim/mailsim/universe/internal/transit"
	"github.com/mailsim/mailsim/universe/internal/wait"
	"github.com/mailsim/mailsim/universe/internal/webhook"
	"github.com/mailsim/mailsim/universe/internal/webmail"
	"github.com/mailsim/mailsim/universe/internal/work"
	"github.com/mailsim/mailsim/universe/internal/world"
)

// The parts, the lower ones first: each is what one package holds of a universe. The
// names tell them apart as embedded fields of Universe.
type (
	settingsPart = settings.Part
	postPart     = post.Part
	jobsPart     = jobs.Part
	peoplePart   = people.Part
	transitPart  = transit.Part
	rulesPart    = rules.Part
	insightPart  = insight.Part
	faultPart    = fault.Part
	linksPart    = links.Part
	releasePart  = release.Part
	deliverPart  = deliver.Part
	providePart  = provide.Part
	aiPart       = ai.Part
	penPart      = pen.Part
	worldPart    = world.Part
	workPart     = work.Part
	feedPart     = feed.Part
	webhookPart  = webhook.Part
	loginPart    = login.Part
	webmailPart  = webmail.Part
	mailsPart    = mails.Part
	searchPart   = search.Part
	learnPart    = learn.Part
	transferPart = transfer.Part
	keepPart     = keep.Part
	runPart      = run.Part
	waitPart     = wait.Part
	inspectPart  = inspect.Part
	persistPart  = persist.Part
	configPart   = config.Part
	resetPart    = reset.Part
	doorPart     = door.Part
	storyPart    = story.Part
	mailviewPart = mailview.Part
	cellPart     = cell.Part
)

// assemble makes the parts of a universe, the lower ones first.
func (u *Universe) assemble() {
	u.settingsPart = settings.New(u.Book)
	u.postPart = post.New(u.Book)
	u.jobsPart = jobs.New(u.Book)
	u.peoplePart = people.New(u.Book)
	u.transitPart = transit.New(u.Book, u.settingsPart)
	u.rulesPart = rules.New(u.Book)
	u.insightPart = insight.New(u.Book)
	u.faultPart = fault.New(u.Book)
	u.linksPart = links.New(u.Book)
	u.releasePart = release.New(u.Book, u.postPart)
	u.deliverPart = deliver.New(u.Book, u.postPart, u.transitPart, u.faultPart)
	u.providePart = provide.New(u.Book, u.deliverPart)
	u.aiPart = ai.New(u.Book)
	u.penPart = pen.New(u.Book, u.aiPart)
	u.worldPart = world.New(u.Book, u.insightPart, u.deliverPart, u.penPart, u.transitPart)
	u.workPart = work.New(u.Book, u.settingsPart, u.transitPart, u.rulesPart, u.linksPart, u.releasePart, u.deliverPart, u.penPart, u.worldPart, u.providePart)
	u.feedPart = feed.New(u.Book, u.peoplePart)
	u.webhookPart = webhook.New(u.Book, u.faultPart, u.linksPart, u.providePart, u.feedPart)
	u.loginPart = login.New(u.Book)
	u.webmailPart = webmail.New(u.Book, u.postPart, u.loginPart)
	u.mailsPart = mails.New(u.Book)
	u.searchPart = search.New(u.Book)
	u.learnPart = learn.New(u.Book, u.penPart)
	u.transferPart = transfer.New(u.Book, u.deliverPart)
	u.keepPart = keep.New(u.Book, u.settingsPart, u.webhookPart)
	u.runPart = run.New(u.Book, u.settingsPart, u.jobsPart, u.aiPart, u.workPart, u.feedPart, u.webhookPart, u.keepPart, u.releasePart)
	u.waitPart = wait.New(u.Book, u.feedPart, u.runPart)
	u.inspectPart = inspect.New(u.Book, u.settingsPart, u.postPart, u.transitPart, u.linksPart, u.runPart)
	u.persistPart = persist.New(u.Book)
	u.configPart = config.New(u.Book, u.linksPart, u.loginPart, u.keepPart)
	u.resetPart = reset.New(u.Book, u.webhookPart, u.loginPart, u.runPart, u.waitPart, u.configPart)
	u.doorPart = door.New(u.Book, door.Parts{
		Post: u.postPart, Rules: u.rulesPart, Fault: u.faultPart, Deliver: u.deliverPart, Feed: u.feedPart, Webhook: u.webhookPart, Login: u.loginPart, Webmail: u.webmailPart, Search: u.searchPart, Keep: u.keepPart,
	})
	u.storyPart = story.New(u.Book, u.postPart)
	u.mailviewPart = mailview.New(u.Book, mailview.Parts{Post: u.postPart, Jobs: u.jobsPart, Mails: u.mailsPart, Search: u.searchPart, Story: u.storyPart, Door: u.doorPart})
	u.cellPart = cell.New(u.Book, cell.Parts{
		Settings: u.settingsPart, People: u.peoplePart, Webhook: u.webhookPart, Login: u.loginPart, Run: u.runPart, Config: u.configPart, Door: u.doorPart,
	})
}
