// Parts that several views use.
import { h, render } from './html.js';
import { icon } from './icons.js';
import { full, hue, initials, shortTime } from './text.js';
import { can } from './store.js';
import { go, link } from './route.js';

// avatar is round for a person, square for an application.
export const avatar = (name, key = name, person = true) =>
	h`<span class=${person ? 'avatar' : 'avatar app'} style=${{ '--h': hue(key) }} aria-hidden="true">${person ? initials(name) : icon('app')}`;

export const badge = (text, kind = '', title) => h`<span class=${`badge ${kind}`} title=${title}>${text}`;
export const hint = (...text) => h`<p.hint>${text}`;
export const stamp = (at, text = shortTime(at)) => h`<time datetime=${at} title=${full(at)}>${text}`;
export const empty = (name, title, text, more) => h`<div.empty>${icon(name)}<h2>${title}</><p>${text}</>${more}`;
export const loading = () => h`<p.loading role="status">Loading`;

// page is the frame of a view: title, what stands beside it, the rest.
export const page = (title, beside, body, kind = '') => h`<div class=${`page ${kind}`}><header.title><h1 tabindex="-1">${title}</>${beside}</>${body}`;
export const card = (title, body, kind = '') => h`<section class=${`card ${kind}`} key=${String(title)}><h2>${title}</>${body}`;

export const facts = of => h`<dl.facts>${Object.entries(of).filter(([, v]) => v && v.length !== 0).map(([k, v]) => h`<div><dt>${k}</><dd>${v}`)}`;
export const table = (heads, rows) => h`<table><thead><tr>${heads.map(t => h`<th scope="col">${t}`)}</></><tbody>${rows.map(r => h`<tr>${r.map(c => h`<td>${c}`)}`)}`;

export const refs = (mail, person, kase, tab) => h`<span.refs>${[['mail', mail, 'inbox', tab], ['person', person, 'people'], ['case', kase, 'cases']].map(([what, id, name, part]) =>
	id && h`<a href=${link(what, id, part)} aria-label=${`The ${what}`} title=${`The ${what}`}>${icon(name)}`)}`;

// who is an address, or the person behind it.
export function who(name, address, people) {
	const p = people?.get(address?.toLowerCase());
	const text = name || p?.name || address || 'nobody';
	return p ? h`<a.who href=${link('person', p.id)} title=${address}>${text}` : h`<span title=${address}>${text}`;
}

const found = new WeakMap();
export function byAddress(personas) {
	if (!found.has(personas)) found.set(personas, new Map(personas.flatMap(p => p.addresses.map(a => [a.toLowerCase(), p]))));
	return found.get(personas);
}

// button is there only for whoever may do what it does.
export function button(text, act, { role = 'member', name, kind = '', title, key } = {}) {
	return can(role) && h`<button class=${`button ${kind}`} title=${title} aria-label=${text ? null : title} data-key=${key} @click=${e => doing(e.currentTarget, act)}>${name && icon(name)}${text && h`<span>${text}`}`;
}
export const toggle = (text, on, act) => h`<button class="chip" aria-pressed=${Boolean(on)} @click=${act}>${text}`;
export const chip = (text, off) => h`<button class="chip" @click=${off}>${text}${icon('close')}<span.unseen>, remove this filter`;

// options of a select: texts, or pairs of value and text.
const options = (all, value) => all.map(o => [o].flat()).map(([v, t = v]) => h`<option value=${v} ?selected=${v === value}>${t}`);
export const select = (label, all, value, act) => h`<select aria-label=${label} @change=${e => act(e.currentTarget.value)}>${options(all, value ?? '')}`;

// doing runs what a button does; what goes wrong is said.
export async function doing(el, act) {
	if (el.getAttribute('aria-busy')) return;
	el.setAttribute('aria-busy', 'true');
	try {
		await act();
	} catch (err) {
		toast(err.message, 'bad');
	} finally {
		el.removeAttribute('aria-busy');
	}
}

// toast says something for some seconds.
export function toast(text, kind = '') {
	const at = document.getElementById('toasts');
	const el = h`<div class=${`toast ${kind}`}><span>${text}</><button class="plain" aria-label="Dismiss" @click=${() => el.remove()}>${icon('close')}`;
	at.append(el);
	while (at.children.length > 3) at.firstChild.remove();
	setTimeout(() => el.remove(), kind === 'bad' ? 12_000 : 6000);
}

// announce says something to screen readers, at most every 5 s.
let waiting = null, said = -1e9;
export function announce(text) {
	if (waiting === null) {
		setTimeout(() => {
			document.getElementById('polite').textContent = waiting;
			said = performance.now();
			waiting = null;
		}, Math.max(100, said + 5000 - performance.now()));
	}
	waiting = text;
}

// dialog opens a window; draw gets what closes it, and what draws it anew.
export function dialog(title, draw, wide) {
	const from = document.activeElement;
	const close = () => el.close();
	const el = h`<dialog class=${wide ? 'wide' : ''} aria-labelledby="dialog-title" @close=${() => { el.remove(); from?.isConnected && from.focus(); }}>
		<header><h2 id="dialog-title">${title}</><button class="plain" aria-label="Close" @click=${close}>${icon('close')}</></><div.body>`;
	document.body.append(el);
	const redraw = () => render(el.lastChild, draw(close, redraw));
	redraw();
	el.showModal();
}

// ask asks before something is gone.
export const ask = (title, text, yes, act) => dialog(title, close => h`<p>${text}</><div.actions.end><button class="button" @click=${close} autofocus>Keep it</>
	${button(yes, async () => { await act(); close(); }, { kind: 'danger' })}`);

// form sends what was typed: act gets the fields by name.
export const form = (act, fields, send, more) => h`<form.form @submit=${e => {
	e.preventDefault();
	const el = e.currentTarget;
	doing(e.submitter || el, () => act(Object.fromEntries(new FormData(el)), el));
}}>${fields}<div.actions.end>${more}<button.button.primary type="submit">${send}`;

export const formDialog = (title, act, fields, send, wide) => dialog(title, close => form(async f => { await act(f); close(); }, fields, send), wide);

// editJSON changes something as the API has it.
export const editJSON = (title, value, save) => formDialog(title, f => save(JSON.parse(f.json)).then(() => toast('Saved')), [hint('With the names of the API: see ', h`<a href="docs" target="_blank">its reference`), field('JSON', 'json', { value: JSON.stringify(value, null, 2), rows: 16 })], 'Save', true);

let ids = 0;
const idOf = new Map();
export function field(label, name, { value = '', type = 'text', hint: more, of, rows, required, list, placeholder, multiple } = {}) {
	const id = idOf.get(label + name) || `f${++ids}`;
	idOf.set(label + name, id);
	const by = more && `${id}-hint`;
	const input = of ? h`<select id=${id} name=${name}>${options(of, value)}`
		: rows ? h`<textarea id=${id} name=${name} rows=${rows} ?required=${required} aria-describedby=${by} placeholder=${placeholder}>${value}`
			: h`<input id=${id} name=${name} type=${type} value=${value} ?required=${required} ?multiple=${multiple} list=${list} placeholder=${placeholder} aria-describedby=${by} autocomplete="off" step="any">`;
	return h`<div.field><label for=${id}>${label}</>${input}${more && h`<p.hint id=${by}>${more}`}`;
}

export const meter = (label, value, text) => h`<div.meter><span>${label}</><span.scale><span style=${{ width: `${value * 100}%` }}></></><b>${text}`;

// tabs by the pattern of ARIA: arrows move, the chosen one is in the address.
export function tabs(label, all, chosen, to) {
	const step = e => {
		const list = [...e.currentTarget.children], at = list.indexOf(document.activeElement);
		const next = { ArrowRight: at + 1, ArrowLeft: at - 1 + list.length, Home: 0, End: list.length - 1 }[e.key];
		if (next === undefined) return;
		e.preventDefault();
		list[next % list.length].focus();
		list[next % list.length].click();
	};
	return h`<div.tabs role="tablist" aria-label=${label} @keydown=${step}>${all.map(([id, text, n]) => h`<a role="tab" id=${`tab-${id}`} key=${id} href=${to(id)} aria-selected=${id === chosen} aria-controls="panel"
		tabindex=${id === chosen ? '0' : '-1'} @click=${e => { e.preventDefault(); go(to(id), true); }}>${text}${n ? h`<small>${n}` : null}`)}`;
}

export const copied = (text, what = 'Copied') => navigator.clipboard.writeText(text).then(() => toast(what), () => toast(text));
