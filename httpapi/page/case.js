// Cases: the list of them, and one told as a story.
import { View, ago, api, ask, avatar, badge, button, card, define, editJSON, empty, esc, facts, h, hint, icon, link, loading, many, now, page, query } from './view.js';
import { story } from './story.js';

const matters = e => /^case/.test(e.type) || Boolean(e.case_id || e.data?.case_id);
const status = c => badge(c.status, c.status === 'open' ? 'good' : '');

class ViewCases extends View {
	draw() {
		const cases = this.use('/cases', matters);
		return page('Cases', [h`<div.actions><a.button href="#/case">${icon('events')}<span>The story of everything`, hint('What the mail is about: an order, a ticket, a deal. People remember by case.')],
			!cases ? loading() : !cases.length ? empty('cases', 'No cases', 'Your application opens them by the API; people then know their facts when they write.')
				: h`<ul.cards>${cases.map(c => h`<li.card key=${c.id}><h2><a href=${link('case', c.id)}>${c.title || c.id}</> ${status(c)}</>${hint(`${c.id}, ${many(c.messages, 'mail')}`, c.last && `, the last ${ago(c.last, now())}`)}<p>${c.summary}`)}`);
	}
}
define('view-cases', ViewCases);

const edit = (id, c) => editJSON(id, c, v => api.put(`/cases/${esc(id)}`, v));

// ViewCase tells a case; without an id it tells everything, or what one person did.
class ViewCase extends View {
	draw() {
		const id = this.route.id, { persona_id, message_id } = this.route.q, c = id && this.use(`/cases/${esc(id)}`, matters);
		const told = this.use(`/story${query({ case_id: id, persona_id, message_id, limit: 400 })}`, id ? matters : /^(mail|persona|world|link|fault|case|note)/);
		const jobs = this.use(`/jobs${query({ state: 'pending', persona_id, limit: 300 })}`, /^job/) || [];
		if (!told || (id && !c)) return loading();
		const there = c && this.personas().filter(p => c.persona_ids.includes(p.id) || p.case_ids.includes(id));
		return page(c ? [c.title || id, ' ', status(c)] : 'What happened', c && [h`<div.actions>${button('Change', () => edit(id, Object.fromEntries(['title', 'status', 'summary', 'facts', 'persona_ids', 'addresses'].map(k => [k, c[k]]))), { name: 'write' })}<a.button href=${link('mail', '', '', { case_id: id })}>${icon('inbox')}<span>Its mail</></><a.button href=${link('events', '', '', { case_id: id })}>${icon('events')}<span>Events</></>
				${button('', () => ask('Delete this case?', 'The mail stays, and what people remember of it.', 'Delete', async () => { await api.del(`/cases/${esc(id)}`); location.hash = '#/cases'; }), { name: 'trash', title: 'Delete' })}`, hint(`${id}, ${many(c.messages, 'mail')}`)], [c?.summary && h`<p>${c.summary}`,
			c && h`<div.columns>${Object.keys(c.facts).length > 0 && card('Facts', facts(c.facts))}${there.length > 0 && card('People', h`<ul.mini>${there.map(p => h`<li key=${p.id}><a href=${link('person', p.id)}>${avatar(p.name, p.addresses[0])}<span><b>${p.name}</><br><span.hint>${p.role || p.temperament}`)}`)}`,
			story(told.lines, jobs.filter(j => (id ? j.case_id === id : j.kind !== 'world')))], 'reading');
	}
}
define('view-case', ViewCase);
