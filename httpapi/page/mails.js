// The inbox of all mail: the list, its filters, and beside it the mail that is open.
import { View, ago, announce, api, avatar, badge, chip, count, define, empty, esc, go, h, icon, link, loading, many, now, query, select, snippet, stamp, state, toast, toggle, when } from './view.js';
import './list.js';

const page = 60; // mails asked for at once
const matters = /^(mail|world\.mail|persona\.(sent|received|junked|ignored|bounced)|job\.(scheduled|updated|failed)|fault\.fired|link\.opened|case)/;

// Mails is a list of mails, the newest first, that grows at both ends.
export class Mails {
	rows = [];
	next = '';

	constructor(filter, ask = before => api.get(`/mails${query({ ...filter, limit: page, before })}`)) { this.ask = ask; }

	// fresh reads the newest mails, back to one that is there, and returns how many are
	// new. After eight pages without one the list begins anew.
	async fresh() {
		let { mails, next } = await this.ask('');
		const meet = () => this.rows.findIndex(m => m.id === mails.at(-1)?.id);
		for (let i = 0; i < 8 && meet() < 0 && next && this.rows.length; i++) {
			const more = await this.ask(next);
			mails = [...mails, ...more.mails];
			next = more.next;
		}
		const known = new Set(this.rows.map(m => m.id)), at = meet();
		if (at < 0 || !next) {
			this.rows = mails;
			this.next = next;
		} else {
			this.rows = [...mails, ...this.rows.slice(at + 1)];
		}
		return mails.filter(m => !known.has(m.id)).length;
	}

	// more reads older ones.
	async more() {
		if (!this.next || this.reading) return false;
		this.reading = true;
		try {
			const { mails, next } = await this.ask(this.next);
			const known = new Set(this.rows.map(m => m.id));
			this.rows = [...this.rows, ...mails.filter(m => !known.has(m.id))];
			this.next = next;
			return true;
		} finally {
			this.reading = false;
		}
	}
}

const origins = [['', 'All mail'], ['app', 'By the application'], ['person', 'By people'], ['world', 'By the world'], ['system', 'Notices'], ['filed', 'Filed']];

class ViewMails extends View {
	hears = ['state', 'clock', 'events'];

	open() { this.moved(); }
	shut() { clearTimeout(this.due); }
	get list() { return this.querySelector('virtual-list'); }

	filter() {
		const { q, address, persona_id, case_id, origin, unread } = this.route.q;
		return { q, address, persona_id, case_id, origin, unread };
	}

	moved() {
		const key = JSON.stringify([this.filter(), state.restarted]);
		if (key === this.key) return;
		this.key = key;
		this.mails = null;
		this.unseen = 0;
		this.read(new Mails(this.filter()));
	}

	heard(what) {
		if (what === 'state') this.moved();
		if (what === 'all') this.soon();
		if (what !== 'events') return super.heard(what);
		if ((state.events.findLast(e => matters.test(e.type))?.id || 0) > (this.upTo || 0)) this.soon();
	}

	// soon reads anew, four times a second at most.
	soon() { this.due ??= setTimeout(() => { this.due = null; this.read(this.mails); }, Math.min(2000, Math.max(250, 2 * (this.took || 0)))); }

	async read(mails) {
		if (!mails) return;
		if (this.reading === mails) return this.soon();
		this.reading = mails;
		const begun = performance.now(), upTo = state.events.at(-1)?.id;
		try {
			const fresh = await mails.fresh();
			if (mails !== this.reading) return;
			Object.assign(this, { took: performance.now() - begun, upTo, wrong: null });
			if (this.mails === mails && fresh) {
				announce(many(fresh, 'new mail'));
				if (this.list?.isAway) this.unseen += fresh;
			}
			this.mails = mails;
		} catch (err) {
			this.wrong = err;
		}
		if (this.reading === mails) this.reading = null;
		this.update();
	}

	// step opens the next mail, or the one before.
	step(n) {
		const rows = this.mails?.rows || [], at = rows.findIndex(m => m.id === this.route.id), to = at < 0 ? 0 : at + n;
		if (!rows[to]) return;
		go(link('mail', rows[to].id, '', this.route.q), at >= 0);
		this.list.reveal(to);
	}

	set(fields, replace) { go(link('mail', this.route.id, '', { ...this.route.q, ...fields }), replace); }

	row(m) {
		const at = now(), to = m.to.map(a => m.copies.find(c => c.address === a)?.persona || a);
		return h`<a class=${m.unread ? 'row unread' : 'row'} href=${link('mail', m.id, '', this.route.q)} aria-current=${m.id === this.route.id ? 'true' : null}>
			${m.origin === 'system' ? h`<span.avatar.app aria-hidden="true">${icon('alert')}` : avatar(m.from_name || m.from, m.from, m.origin !== 'app')}
			<span.line><b.from>${m.from_name || m.from || 'Mail system'}</><span.to> to ${to[0] || 'nobody'}${to.length > 1 && ` and ${to.length - 1} more`}</>${stamp(m.time, when(m.time, at))}</>
			<span.subject>${m.unread > 0 && h`<span.unseen>unread: `}${m.subject || '(no subject)'}</>
			<span.rest><span.snippet>${snippet(m.snippet)}</><span.badges>
				${m.files > 0 && h`<span.badge title=${many(m.files, 'file')}>${icon('clip')}<span.unseen>${many(m.files, 'file')}`}${m.truth && badge(m.truth, 'warn', 'What it really is, as the world wrote it')}${m.junk && badge('junk', 'warn')}
				${m.bounced && badge('bounced', 'bad')}${m.faults > 0 && badge('fault', 'bad', 'A fault rule acted on it')}${m.answered > 0 && h`<span.badge.good title="Answered">${icon('reply')}<span.unseen>answered`}
				${m.due && h`<span.badge.due title="Something is planned about it">${icon('clock')}${ago(m.due, at)}`}`;
	}

	draw() {
		const { q, origin, unread, address, persona_id, case_id } = this.route.q, rows = this.mails?.rows;
		const person = persona_id && this.personas().find(p => p.id === persona_id);
		const filters = [address, persona_id && (person?.name || persona_id), case_id && `Case ${case_id}`];
		return h`<div class=${this.route.id ? 'split one' : 'split'}><section.mails aria-label="List of mails">
				<header.bar><h1 tabindex="-1">${origins.find(([v]) => v === (origin || ''))?.[1] || 'Mail'}</>
					<form role="search" class="search" @submit=${e => { e.preventDefault(); this.set({ q: e.currentTarget.elements.q.value.trim() }); }}>${icon('search')}<input type="search" name="q" aria-label="Search mail" placeholder="Search, or from: subject:" .value=${q || ''} autocomplete="off"
							@input=${e => { const input = e.currentTarget; clearTimeout(this.typing); this.typing = setTimeout(() => this.set({ q: input.value.trim() }, true), 250); }}></>
					<div.filters>${select('Which mail', origins, origin, v => this.set({ origin: v }))}${toggle('Unread', unread, () => this.set({ unread: unread ? '' : '1' }))}
						${['address', 'persona_id', 'case_id'].map((name, i) => filters[i] && chip(filters[i], () => this.set({ [name]: '' })))}</></>
				${this.unseen > 0 && h`<button key="new" type="button" class="news" @click=${() => { this.unseen = 0; this.list.scrollTop = 0; this.update(); }}>${many(this.unseen, 'new mail')}`}
				${this.wrong && !rows ? empty('alert', 'The mail cannot be read', this.wrong.message) : !rows ? loading()
			: rows.length ? h`<virtual-list key="list" @end=${() => this.mails.more().then(more => more && this.update(), err => toast(err.message, 'bad'))} @scroll=${e => { if (this.unseen && !e.currentTarget.isAway) { this.unseen = 0; this.update(); } }}
					.of=${{ items: rows, row: m => this.row(m), label: 'Mails, newest first', total: this.mails.next ? -1 : rows.length }}>`
				: h`<div key="none">${Object.values(this.filter()).some(Boolean) ? empty('search', 'Nothing found', 'No mail has all of this.', h`<a.button href="#/">Show all mail`) : this.first()}`}
			</>
			${this.route.id ? h`<view-mail key="mail" .at=${`${this.route.id}\n${this.route.tab}`}>`
			: h`<section.mail.none key="nothing">${rows?.length > 0 && h`<div.empty>${icon('inbox')}<p>Choose a mail, or press <kbd>j`}`}`;
	}

	// drawn: where the mail hides the list, the focus goes to the mail.
	drawn() {
		if (this.was !== this.route.id) requestAnimationFrame(() => document.activeElement === document.body && this.closest('main')?.focus());
		this.was = this.route.id;
	}

	// first stands where no mail has come yet.
	first() {
		const smtp = this.use('/connection')?.services.find(s => s.name === 'SMTP');
		return empty('inbox', 'No mail yet', 'Send one from your application, and watch what becomes of it.', [smtp && h`<pre tabindex="0">SMTP ${smtp.address}:${smtp.port}`, h`<a.button href="#/settings">How to connect`]);
	}
}
define('view-mails', ViewMails);

// The mailboxes at the side: those of the application.
class SideBoxes extends View {
	hears = ['state', 'route'];

	draw() {
		const own = this.boxes()?.filter(b => !b.persona_id) || [];
		return own.length > 0 && h`<h2>Mailboxes</><ul>${own.slice(0, 12).map(b => h`<li key=${b.address}><a href=${link('mail', '', '', { address: b.address })} title=${b.address} aria-current=${location.hash.includes(`address=${esc(b.address)}`) ? 'true' : null}>
			${avatar('', b.address, false)}<span>${b.display_name || b.address}</>${b.unread > 0 && h`<b.count>${count(b.unread)}`}`)}${own.length > 12 && h`<li><a href="#/people"><span>and ${own.length - 12} more`}`;
	}
}
define('side-boxes', SideBoxes);
