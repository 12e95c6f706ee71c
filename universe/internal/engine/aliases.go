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
	"github.com/mailsim/mailsim/universe/internal/pen"
	"github.com/mailsim/mailsim/universe/internal/people"
	"github.com/mailsim/mailsim/universe/internal/persist"
	"github.com/mailsim/mailsim/universe/internal/post"
	"github.com/mailsim/mailsim/universe/internal/reset"
	"github.com/mailsim/mailsim/universe/internal/rules"
	"github.com/mailsim/mailsim/universe/internal/run"
	"github.com/mailsim/mailsim/universe/internal/search"
	"github.com/mailsim/mailsim/universe/internal/settings"
	"github.com/mailsim/mailsim/universe/internal/transit"
	"github.com/mailsim/mailsim/universe/internal/wait"
	"github.com/mailsim/mailsim/universe/internal/webhook"
	"github.com/mailsim/mailsim/universe/internal/webmail"
	"github.com/mailsim/mailsim/universe/internal/work"
	"github.com/mailsim/mailsim/universe/internal/world"
)

type settingsPart = settings.Part

type postPart = post.Part

type jobsPart = jobs.Part

type peoplePart = people.Part

type transitPart = transit.Part

type rulesPart = rules.Part

type insightPart = insight.Part

type faultPart = fault.Part

type linksPart = links.Part

type deliverPart = deliver.Part

type aiPart = ai.Part

type penPart = pen.Part

type worldPart = world.Part

type workPart = work.Part

type feedPart = feed.Part

type webhookPart = webhook.Part

type loginPart = login.Part

type webmailPart = webmail.Part

type searchPart = search.Part

type learnPart = learn.Part

type keepPart = keep.Part

type runPart = run.Part

type waitPart = wait.Part

type inspectPart = inspect.Part

type persistPart = persist.Part

type configPart = config.Part

type resetPart = reset.Part

type doorPart = door.Part

type cellPart = cell.Part
