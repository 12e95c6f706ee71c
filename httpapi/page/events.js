// The log, live: everything that happens, as it happens.
import { View, ago, api, badge, chip, clockTime, define, dialog, empty, full, go, h, hint, link, loading, now, page, query, refs, select, stamp, state, toast, toggle } from './view.js';
import { eventIcon, eventKind } from './story.js';
import './list.js';

const groups = [['', 'All types'], 'mail.*', 'persona.*', 'world.*', 'job.*', 'link.*', 'fault*', 'case.*', 'auth.*', 'clock', 'webhook.*', 'inspect.*', 'note'];
const pages = 300;

// says is what an event says in a line: who, to whom, what, and why.
export function says(e) {
	const d = e.data || {}, of = (...names) => [names.map(k => d[k]).find(Boolean) ?? ''].flat().join(', ');
	const [who, whom, what] = [of('persona', 'from', 'username', 'stream', 'rule', 'name'), of('to', 'address'), of('subject', 'plan', 'note', 'what', 'url', 'title', 'text', 'domain', 'now', 'error')];
	const more = [of('kind'), d.status && String(d.status), d.score && `${d.score} points`, d.where && `${d.where} ${d.at}`, d.state, d.due && full(d.due), d.why].filter(Boolean).join(', ');
	return [[who, whom].filter(Boolean).join(' to '), what, more && `(${more})`].filter(Boolean).join(': ').replace(': (', ' (');
}

class ViewEvents extends View {
	hears = ['state', 'events'];

	open() { this.moved(); }

	moved() {
		const key = JSON.stringify([this.route.q, state.restarted]);
		if (key === this.key) return;
		Object.assign(this, { key, old: null, held: null, end: false });
		this.read();
	}

	heard(what) {
		if (what === 'state') this.moved();
		super.heard(what);
	}

	fits(e) {
		const { type, persona_id: person, case_id: kase } = this.route.q, d = e.data || {};
		return (!type || (type.endsWith('*') ? e.type.startsWith(type.slice(0, -1)) : e.type === type)) && (!person || d.persona_id === person || d.id === person) && (!kase || [e.case_id, d.case_id, d.id].includes(kase));
	}

	async read(before) {
		const { key } = this;
		try {
			const { events } = await api.get(`/events${query({ ...this.route.q, limit: pages, before })}`);
			if (key !== this.key) return;
			this.old = [...(this.old || []), ...events];
			this.end = events.length < pages;
		} catch (err) {
			this.old ??= [];
			toast(err.message, 'bad');
		}
		this.update();
	}

	rows() {
		const newest = this.old?.[0]?.id || 0;
		return this.old && [...state.events.filter(e => e.id > newest).reverse(), ...this.old].filter(e => this.fits(e));
	}

	row(e) {
		const d = e.data || {}, text = says(e).slice(0, 400);
		const open = () => dialog(e.type, () => [hint(`Event ${e.id}, ${full(e.at)}, ${ago(e.at, now())}`), h`<p>${says(e)}`, h`<pre tabindex="0">${JSON.stringify(d, null, 2)}`], true);
		return h`<div class=${`event ${eventKind(e.type)}`}><span.node>${eventIcon(e.type)}</>${stamp(e.at, clockTime(e.at))}<button class="plain type" @click=${open}><code>${e.type}</></><span.cut title=${text}>${text}</>
			${refs(d.message_id, d.persona_id || (e.type === 'persona.updated' && d.id), e.case_id || d.case_id, 'story')}`;
	}

	draw() {
		const { type, persona_id, case_id } = this.route.q, rows = this.held || this.rows();
		const set = fields => go(link('events', '', '', { ...this.route.q, ...fields }), true);
		return page('Events', h`<div.filters>${select('Type', groups, type, v => set({ type: v }))}
				${persona_id && chip(this.personas().find(p => p.id === persona_id)?.name || persona_id, () => set({ persona_id: '' }))}${case_id && chip(`Case ${case_id}`, () => set({ case_id: '' }))}
				${toggle(this.held ? 'Paused' : 'Pause', this.held, () => { this.held = this.held ? null : this.rows(); this.update(); })}${state.missed > 0 && badge(`${state.missed} missed`, 'warn', 'They are kept no longer')}`,
		!rows ? loading() : !rows.length ? empty('events', 'No events', 'Nothing of this kind has happened.')
			: h`<virtual-list.log @end=${() => { if (!this.held && !this.end && this.asked !== this.old.length) { this.asked = this.old.length; this.read(this.old.at(-1)?.id); } }} .of=${{ items: rows, row: e => this.row(e), label: 'Events, newest first' }}>`, 'tall');
	}
}
define('view-events', ViewEvents);
