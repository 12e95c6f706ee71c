// A conversation as a talk: the application at the right, people at the left, and
// in grey what they are about to say.
import { View, api, avatar, badge, byAddress, can, define, doing, esc, full, h, hint, icon, link, loading, many, page, quoted, stamp, toast, who } from './view.js';
import { byDay } from './story.js';
import { jobActions, jobText } from './jobs.js';

class ViewThread extends View {
	draw() {
		const t = this.use(`/threads/${esc(this.route.id)}`, /^(mail|persona|job|world\.mail|clock)/);
		if (!t) return loading();
		const personas = this.personas(), people = byAddress(personas), last = t.mails.at(-1);
		const there = [...new Set(t.mails.flatMap(m => [m.from, ...m.to]))];
		return page(t.subject || '(no subject)', hint(many(t.mails.length, 'mail'), ' between ', there.slice(0, 6).map((a, i) => [i > 0 && ', ', who('', a, people)]), there.length > 6 && ` and ${there.length - 6} more`, t.jobs.length > 0 && `; ${many(t.jobs.length, 'thing')} planned`),
			[h`<div.bubbles>${byDay(t.mails, 'time').map(d => h`<section key=${d.day}><h2.day>${d.day}</>${d.items.map(m => this.bubble(m, people))}`)}
				${t.jobs.filter(j => j.kind !== 'read' || !t.jobs.some(o => o.persona_id === j.persona_id && o.kind === 'reply')).map(j => this.planned(j, personas.find(p => p.id === j.persona_id)))}`, can('member') && last && this.writer(t, last, people)]);
	}

	bubble(m, people) {
		const own = m.origin === 'app' || m.origin === 'system', text = m.new_text || m.text;
		return h`<article class=${own ? 'bubble own' : 'bubble'} key=${m.id} aria-label=${`${m.from_name || m.from}, ${full(m.time)}`}>${avatar(m.from_name || m.from, m.from, m.origin !== 'app')}
			<div.saying><header><b>${who(m.from_name, m.from, people)}</> <a href=${link('mail', m.id)}>${stamp(m.time)}</>${m.junk && badge('junk', 'warn')}${m.bounced && badge('bounced', 'bad')}${m.faults > 0 && badge('fault', 'bad')}${m.opened > 0 && badge(`opened ${many(m.opened, 'link')}`, 'good')}${m.files > 0 && badge(many(m.files, 'file'))}</>
			${text ? quoted(text).map(p => (p.quote ? h`<details><summary>Quoted</><div.quote>${p.text}` : h`<div.said>${p.text.trim()}`)) : hint(h`<a href=${link('mail', m.id)}>${m.html_only ? 'HTML alone: see the mail' : 'No text'}`)}`;
	}

	planned(j, person) {
		return h`<article.bubble.planned key=${j.id} aria-label=${`Planned: ${j.plan}`}>${avatar(person?.name || '?', person?.addresses[0])}<div.saying><header><b>${person ? h`<a.who href=${link('person', person.id)}>${person.name}` : 'Somebody'}</> <span.badge.due>${icon('clock')}planned</></>
			${jobText(j)}${person && hint(`because ${person.name} is ${person.temperament}`)}${jobActions(j)}`;
	}

	// writer answers as one of those who take part.
	writer(t, last, people) {
		const voices = [...new Set([...last.to, last.from])], as = voices.includes(this.as) ? this.as : voices[0];
		const to = as === last.from ? last.to : [last.from], name = a => people.get(a.toLowerCase())?.name || a;
		const send = el => api.post('/send', { from: as, to, subject: `Re: ${t.subject}`, text: el.elements.text.value, in_reply_to: last.message_id, references: t.mails.map(m => m.message_id).filter(Boolean).slice(-20) });
		return h`<form.writer key="writer" @submit=${e => { e.preventDefault(); const el = e.currentTarget; doing(el, () => send(el).then(() => { el.reset(); toast('Sent'); })); }}>
			<select aria-label="Write as" @change=${e => { this.as = e.currentTarget.value; this.update(); }}>${voices.map(v => h`<option value=${v} ?selected=${v === as}>${name(v)}`)}</>
			<textarea name="text" rows="2" required aria-label="Text" placeholder=${`Write to ${to.map(name).join(', ')}`}></><button.button.primary type="submit">${icon('release')}<span>Send`;
	}
}
define('view-thread', ViewThread);
