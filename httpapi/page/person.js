// People: all of them, and one with temperament, hours, memory, relations and plans.
import { View, ago, api, ask, avatar, badge, button, card, count, define, editJSON, empty, esc, facts, field, formDialog, go, h, hint, link, loading, many, meter, now, page, percent, query,
  toast } from './view.js';
import { compose } from './compose.js';
import { jobRow } from './jobs.js';

const given = v => Object.fromEntries(Object.entries(v).filter(([, x]) => x !== '' && x != null));

// make makes a person: one click opens, one more is enough.
const make = temperaments => formDialog('Make a person', async f => {
	const name = f.name.trim() || 'Robin Hale';
	const address = f.address.trim() || `${name.toLowerCase().normalize('NFD').replace(/[\u0300-\u036f]/g, '').replace(/[^a-z0-9]+/g, '.').replace(/^\.|\.$/g, '') || 'somebody'}@client.test`;
	const p = await api.post('/personas', given({ ...f, name, address: '', addresses: [address] }));
	location.hash = link('person', p.id);
	toast(`${p.name} is there, at ${p.addresses[0]}`);
}, [field('Name', 'name', { placeholder: 'Robin Hale', hint: 'What is left out is made up.' }), field('Address', 'address', { placeholder: 'made from the name' }), field('Temperament', 'temperament', { of: [['', 'By chance'], ...temperaments.map(t => [t.name, `${t.name}: ${t.text}`])] })], 'Make');

class ViewPeople extends View {
	hears = ['state'];

	draw() {
		const all = this.personas(), boxes = this.boxes(), temperaments = this.use('/temperaments') || [], { q = '' } = this.route.q;
		if (!boxes) return loading();
		const by = new Map(boxes.map(b => [b.persona_id, b]));
		const found = all.filter(p => `${p.name} ${p.addresses} ${p.org} ${p.role} ${p.temperament}`.toLowerCase().includes(q.toLowerCase()));
		const row = p => h`<a.row href=${link('person', p.id)}>${avatar(p.name, p.addresses[0])}<span.line><b.from>${p.name}</>${p.paused && badge('paused', 'warn')}<span.badge.last>${p.temperament}</></>
			<span.subject>${[p.role, p.org].filter(Boolean).join(', ') || p.addresses[0]}</><span.rest><span.snippet>${p.addresses[0]}</><span.hint>${many(by.get(p.id)?.total || 0, 'mail')}`;
		const maker = button('Make a person', () => make(temperaments), { name: 'plus', kind: 'primary' });
		return page(['People ', h`<small>${count(all.length)}`], h`<div.filters><input type="search" aria-label="Search people" placeholder="Name, company, temperament" .value=${q} @input=${e => go(link('people', '', '', { q: e.currentTarget.value }), true)}>${maker}`, [
			found.length ? h`<virtual-list key="list" .of=${{ items: found, row, label: 'People' }}>` : empty('people', q ? 'Nobody found' : 'Nobody is here yet', q ? 'No person has that.' : 'People read mail, remember it, and answer when their day allows.')], 'tall');
	}
}
define('view-people', ViewPeople);

class ViewPerson extends View {
	draw() {
		const id = this.route.id, path = `/personas/${esc(id)}`, mine = e => e.data?.persona_id === id || e.data?.id === id;
		const [p, memory, relations, temperaments] = [this.use(path, mine), this.use(`${path}/memory`, mine), this.use(`${path}/relations`, mine), this.use('/temperaments')];
		const jobs = this.use(`/jobs${query({ persona_id: id, limit: 200 })}`, /^(job|clock)/) || [];
		if (!p || !temperaments) return loading();
		const pending = jobs.filter(j => j.state === 'pending').sort((a, b) => (a.due < b.due ? -1 : 1)), past = jobs.filter(j => j.state !== 'pending');
		return page([avatar(p.name, p.addresses[0]), h`<span>${p.name}`, p.paused && badge('paused', 'warn')], [h`<div.actions>${button('Write to', () => compose({ to: p.addresses[0] }), { name: 'write' })}${button('Write as', () => compose({ from: p.addresses[0], title: `Write as ${p.name}` }), { name: 'reply' })}
				${button(p.paused ? 'Go on' : 'Pause', () => api.patch(path, { paused: !p.paused }), { name: p.paused ? 'play' : 'pause' })}${button('Edit', () => edit(p), { name: 'settings' })}
				${button('', () => ask(`Delete ${p.name}?`, 'Memory, relations and plans go; mailbox and mail stay.', 'Delete', async () => { await api.del(path); location.hash = '#/people'; }), { name: 'trash', title: 'Delete' })}`, hint([p.role, p.org, ...p.addresses].filter(Boolean).join(', '), ' · ', h`<a href=${link('mail', '', '', { persona_id: id })}>All mail</>, <a href=${link('events', '', '', { persona_id: id })}>events</>, <a href=${link('case', '', '', { persona_id: id })}>the story`)],
		h`<div.columns>${character(p, temperaments.find(t => t.name === p.temperament))}${hours(p)}
			${card('Plans', [pending.length ? h`<ol.jobs>${pending.map(j => jobRow(j))}` : hint('Nothing is planned.'), past.length > 0 && h`<details><summary>${many(past.length, 'job')} before</><ol.jobs>${past.slice(-40).reverse().map(j => jobRow(j))}`], 'wide')}
			${remembers(p, memory || {}, path)}${relations && knows(relations, path)}`);
	}
}
define('view-person', ViewPerson);

// character is the temperament in figures, and how they write.
function character(p, t) {
	const s = p.style, b = p.behaviors, { typos, languages, signature, ...habits } = s;
	const odds = { Answers: p.timing.reply_rate ?? t?.reply_rate, Typos: s.typos, 'Writes twice': b.double_reply, Bounces: b.bounce, 'Copies someone in': b.cc_someone, 'Keeps promises': b.keep_promises };
	return card('Temperament', [h`<p.big>${p.temperament}`, t && hint(t.text), Object.entries(odds).filter(([, v]) => v != null).map(([k, v]) => meter(k, v, percent(v))),
		facts({ 'Answers after': `${p.timing.delay?.median || t?.median_delay} (median)`, Wants: p.wants, Who: p.who, Character: p.character, Knows: p.knows, ...habits, Languages: s.languages?.join(', '), Cases: p.case_ids.map((c, i) => [i > 0 && ', ', h`<a href=${link('case', c)}>${c}`]), 'Came by': p.provider })]);
}

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

// worksOn tells whether a day is one of "mon-fri" or "mon,wed".
export const worksOn = (text, day) => text.split(',').some(r => {
	const [a, b = a] = r.trim().toLowerCase().split('-').map(d => days.indexOf(d.trim().slice(0, 3))), i = days.indexOf(day);
	return a <= b ? i >= a && i <= b : i >= a || i <= b;
});

function hours(p) {
	const { tz, from = '09:00', to = '18:00', days: on = 'mon-fri' } = p.timing.hours || {};
	const part = t => (Number(t.slice(0, 2)) + Number(t.slice(3)) / 60) / 24 * 100;
	let there = '';
	try {
		there = tz && new Intl.DateTimeFormat('en-GB', { timeZone: tz, weekday: 'long', hour: '2-digit', minute: '2-digit' }).format(now());
	} catch { /* a zone that this browser does not know */ }
	return card('Hours', [h`<p>${on}, ${from} to ${to} <span.hint>${tz || 'in the zone of the company'}`, there && hint(`There it is ${there}.`),
		h`<div.week role="img" aria-label=${`Works ${on} from ${from} to ${to}`}>${days.map(d => h`<span>${d}</><span.scale>${worksOn(on, d) && h`<span style=${{ 'margin-left': `${part(from)}%`, width: `${Math.max(0, part(to) - part(from))}%` }}>`}`)}`,
		(p.timing.ooo || []).map(o => h`<p>${badge('away', 'warn')} ${o.from} to ${o.to} <span.hint>${o.message}`)]);
}

function remembers(p, memory, path) {
	const groups = Object.entries(memory);
	return card('Memory', [groups.length ? groups.map(([kase, notes]) => [hint(kase ? h`<a href=${link('case', kase)}>${kase}` : 'Outside any case'), h`<ul.notes>${notes.map(n => h`<li>${n}`)}`]) : hint(`${p.name} remembers nothing yet.`),
		h`<div.actions>${button('Add a note', () => formDialog('Add a note', f => api.post(`${path}/memory`, given({ ...f, source: 'page' })), [field('Note', 'text', { rows: 3, required: true }), field('Case', 'case_id', { of: ['', ...p.case_ids] })], 'Add'), { kind: 'small', name: 'plus' })}`]);
}

function knows(r, path) {
	const stance = new Map((r.stances || []).map(s => [s.address, s]));
	return card('Relations', r.relations.length ? h`<ul.relations>${r.relations.map(x => {
		const s = stance.get(x.address);
		return h`<li key=${x.address}><p><b title=${x.address}>${x.name || x.address}</> ${badge(x.knows)} ${s && s.mood !== 'neutral' && badge(s.mood, s.trust < 0 ? 'warn' : 'good')}<br><span.hint>${many(x.sent, 'mail')} to them, ${count(x.received)} from them, met ${ago(x.met, now())}${x.note && `; ${x.note}`}</></>
			${s && h`<span.hint>trust ${s.trust.toFixed(2)}</>`}${button('', () => api.del(`${path}/relations?address=${esc(x.address)}`).then(() => toast('Forgotten')), { kind: 'small', name: 'close', title: `Forget ${x.name || x.address}` })}`;
	})}` : hint('Knows nobody yet.'));
}

const edit = p => editJSON(`Edit ${p.name}`, Object.fromEntries(['name', 'role', 'org', 'who', 'wants', 'character', 'addresses', 'temperament', 'knows', 'case_ids', 'timing', 'style', 'behaviors'].map(k => [k, p[k]])), v => api.patch(`/personas/${esc(p.id)}`, v));
