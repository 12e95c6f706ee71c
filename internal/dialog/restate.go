package dialog

import "github.com/mailsim/mailsim/internal/gist"

// restated is how the person says back what is asked, nothing where they answer in
// another language.
func (p *planner) restated(it *item) gist.Restated {
	if it.clause == "" || it.language != p.out.Language {
		return gist.Restated{}
	}
	key := asked{it.clause, it.verb}
	r, ok := p.restatings[key]
	if !ok {
		if p.restatings == nil {
			p.restatings = map[asked]gist.Restated{}
		}
		r = gist.Restate(it.language, it.clause, it.verb)
		p.restatings[key] = r
	}
	return r
}

type asked struct{ clause, verb string }

// stated is the statement that affirms or denies a question: "I need the log files".
func (p *planner) stated(it *item, yes bool) string {
	if r := p.restated(it); yes {
		return r.Yes
	} else {
		return r.No
	}
}

// task is what is wanted as a verb phrase: "send you the form by Friday".
func (p *planner) task(it *item) string {
	if do := p.restated(it).Do; do != "" {
		return do
	}
	return p.doing(it)
}
