// The page: signs in, and shows one view at a time below the head with its clock.
import { View, api, button, can, chosen, count, define, field, form, h, here, icon, link, put, remember, remembered, select, setClock, state, toast } from './view.js';
import { restart } from './live.js';
import { compose } from './compose.js';
import './clockbar.js';
import { help } from './keys.js';
import './mails.js';
import './mail.js';
import './thread.js';
import './person.js';
import './clock.js';
import './events.js';
import './faults.js';
import './case.js';
import './settings.js';

const names = { mail: 'Inbox', people: 'People', cases: 'Cases', events: 'Events', faults: 'Faults', clock: 'Clock', settings: 'Settings' };
const under = { thread: 'mail', person: 'people', case: 'cases' }; // views that have no item of their own
const lives = { on: 'Live', connecting: 'Connecting', lost: 'Connection lost', off: 'Not live' };

class MailSim extends View {
	hears = ['state'];

	open() {
		document.documentElement.dataset.theme = remembered('theme', 'auto');
		addEventListener('hashchange', () => this.turned());
		const given = /^#(key|go)=/.test(location.hash) ? new URLSearchParams(location.hash.slice(1)) : new Map();
		if (given.size) history.replaceState(null, '', `#${given.get('go') || '/'}`);
		this.enter(given.get('key'));
	}

	// enter signs in where a key is given, finds out who asks, and begins.
	async enter(key) {
		let why = '';
		try {
			if (key) await api.post('/session', { key }).catch(err => { why = err.message; });
			const me = await api.get('/me');
			const universe = me.universes.find(u => u.id === remembered('universe')) || me.universes[0];
			if (!universe) throw new Error('this sign-in opens no universe');
			put({ me, why: '' });
			await this.choose(universe);
		} catch (err) {
			put({ role: '', live: 'off', asked: true, why: why || (err.status === 401 ? '' : err.message) });
			if (err.status === 0) setTimeout(() => this.enter(), 3000);
		}
	}

	// choose shows a universe.
	async choose(universe) {
		chosen.universe = universe.id;
		remember('universe', universe.id);
		state.events = [];
		setClock(await api.get('/clock'));
		put({ universe, role: universe.role });
		restart();
		this.view?.remove();
		this.view = null;
		this.turned();
	}

	// turned shows the view of the address.
	turned() {
		if (!state.role) return;
		this.paint();
		const route = here(), name = `view-${route.view === 'mail' ? 'mails' : route.view}`, slot = this.querySelector('view-slot');
		if (this.view?.localName === name) {
			this.view.show(route);
		} else {
			const first = !this.view;
			this.view = document.createElement(name);
			slot.replaceChildren(this.view);
			slot.parentNode.scrollTop = 0;
			if (!first) requestAnimationFrame(() => this.querySelector('h1')?.focus({ preventScroll: true }));
		}
		this.querySelector('.side').classList.remove('open');
		document.title = `${names[under[route.view] || route.view]} · ${state.universe.name || 'mailsim'}`;
	}

	draw() {
		if (!state.role) return state.asked && this.signIn();
		const at = under[here().view] || here().view, unread = this.use('/status', /^(mail|persona\.(sent|created|bounced)|world\.mail)/)?.unread;
		return [h`<header.head key="head"><button.plain.menu aria-label="Menu" @click=${() => this.querySelector('.side').classList.toggle('open')}>${icon('menu')}</>
			<a.brand href="#/" aria-label="mailsim, to the inbox"><span.mark>${icon('clock')}</><span>mailsim</></><sim-clock>`,
		h`<nav.side key="side" aria-label="Views">${button('Write a mail', () => compose(), { name: 'write', kind: 'primary wide' })}
			<ul>${Object.entries(names).map(([view, text]) => h`<li><a href=${link(view)} aria-current=${at === view ? 'page' : null}>${icon(view === 'mail' ? 'inbox' : view)}<span>${text}</>${view === 'mail' && unread > 0 && h`<b.count>${count(unread)}`}`)}</>
			<side-boxes></>
			<footer>${state.me.universes.length > 1 ? select('Universe', state.me.universes.map(u => [u.id, u.name || u.id]), state.universe.id, id => this.choose(state.me.universes.find(u => u.id === id))) : h`<b>${state.universe.name || state.universe.id}`}
				${!can('member') && h`<p>You may only look.`}<p class=${`live ${state.live}`}><span.dot></>${lives[state.live]}</>
				<p><a href="docs">API reference</> <button.plain.link @click=${help}>Keys <kbd>?`,
		h`<main id="main" key="main" tabindex="-1"><view-slot>`];
	}

	drawn() {
		if (this.was === state.live) return;
		if (state.live === 'lost') toast('The connection to mailsim is lost', 'bad');
		if (state.live === 'on' && this.lost) toast('Connected again: nothing was missed');
		this.lost = state.live === 'lost' || (this.lost && state.live !== 'on');
		this.was = state.live;
	}

	signIn() {
		const both = document.documentElement.dataset.signin === 'password', byPassword = both && !this.byKey;
		return h`<main.hello id="main"><h1><span.mark>${icon('clock')}</>mailsim</>${form(async f => { await api.post(byPassword ? '/signin' : '/session', f); await this.enter(); },
			[byPassword ? [field('E-mail', 'email', { type: 'email', required: true }), field('Password', 'password', { type: 'password', required: true })] : field('API key', 'key', { type: 'password', required: true, hint: 'mailsimd prints an address when it starts that signs in by itself.' }), state.why && h`<p.wrong role="alert">${state.why}`],
			'Sign in', both && h`<button.plain.link @click=${() => { this.byKey = byPassword; this.update(); }}>${byPassword ? 'With a key' : 'With a password'}`)}`;
	}
}
define('mail-sim', MailSim);
