// The store: what the page knows, and who wants to hear that it changed.
import { api } from './api.js';

export const state = {
	me: null, universe: null, role: '', clock: null, live: 'connecting', // or on, lost, off
	events: [], // the newest ones, oldest first
	missed: 0, restarted: 0,
};
const kept = 2000; // events
const ranks = { viewer: 1, member: 2, admin: 3 };

export const can = role => (ranks[state.role] || 0) >= ranks[role];

const hearers = new Set();
export function on(f) {
	hearers.add(f);
	return () => hearers.delete(f);
}
const changed = what => { for (const f of hearers) f(what); };

export function put(fields) {
	Object.assign(state, fields);
	changed('state');
}

const answers = new Map(); // by path

// use is what a GET answered: {value, error}. It is asked for when a view first draws
// it, and again after an event that matters to it, while a view still shows it.
export function use(path, matters, user) {
	let a = answers.get(path);
	if (!a) {
		answers.set(path, a = { path, users: new Set(), took: 0 });
		load(a);
	}
	a.matters = matters;
	a.users.add(user);
	return a;
}

// release forgets what a view uses no longer, and nobody else does.
export function release(user, still = new Set()) {
	for (const a of answers.values()) if (!still.has(a.path) && a.users.delete(user) && !a.users.size) answers.delete(a.path);
}

async function load(a) {
	clearTimeout(a.due);
	a.due = null;
	if (a.loading) {
		a.again = true;
		return;
	}
	a.loading = true;
	const begun = performance.now();
	try {
		a.value = await api.get(a.path);
		a.error = null;
	} catch (err) {
		a.error = err;
		if (err.status === 404) a.value = undefined; // it is gone
	}
	a.loading = false;
	a.took = performance.now() - begun;
	changed(a.path);
	if (a.again) {
		a.again = false;
		soon(a);
	}
}

function soon(a) {
	a.due ??= setTimeout(() => load(a), Math.min(3000, Math.max(300, 3 * a.took)));
}

// refresh asks anew for all, after a change of one's own too.
export function refresh() {
	for (const a of answers.values()) soon(a);
	changed('all');
}
addEventListener('done', refresh);

// took takes events of the live stream, a batch at a time.
export function took(events) {
	state.events.push(...events);
	if (state.events.length > kept * 1.5) state.events = state.events.slice(-kept);
	const clock = events.findLast(e => e.type === 'clock');
	if (clock) setClock(clock.data);
	for (const a of answers.values()) if (a.matters && events.some(e => a.matters(e))) soon(a);
	changed('events');
}

// setClock notes what the clock says, and when that was heard.
export function setClock(clock) {
	state.clock = { ...clock, heard: performance.now() };
	changed('clock');
}

// now is the simulated instant, in milliseconds.
export function now() {
	const c = state.clock;
	return c ? Date.parse(c.now) + (c.frozen ? 0 : (performance.now() - c.heard) * c.speed) : Date.now();
}

// remembered is what the browser or visit keeps.
const visit = {};
export function remembered(name, otherwise = '') {
	try {
		return visit[name] ?? localStorage.getItem(`mailsim.${name}`) ?? otherwise;
	} catch {
		return otherwise;
	}
}

export function remember(name, value) {
	try {
		localStorage.setItem(`mailsim.${name}`, value);
	} catch {
		visit[name] = value;
	}
}
