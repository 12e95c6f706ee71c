// View draws itself anew, at most once a frame, when something that it shows changes.
import { h, render } from './html.js';
import { on, release, use } from './store.js';
import { here } from './route.js';

// What views are written with.
export * from './html.js';
export * from './store.js';
export * from './route.js';
export * from './api.js';
export * from './parts.js';
export * from './text.js';
export { icon } from './icons.js';

const due = new Set();
let framed = 0;

function frame(view) {
	due.add(view);
	framed ||= requestAnimationFrame(() => {
		framed = 0;
		const views = [...due];
		due.clear();
		for (const v of views) if (v.isConnected) v.paint();
	});
}

export class View extends HTMLElement {
	hears = ['state', 'clock']; // changes that it draws for, beside those of what it uses

	connectedCallback() {
		this.off = on(what => this.heard(what));
		this.route = here();
		this.open?.();
		this.paint();
	}

	disconnectedCallback() {
		this.off();
		this.shut?.();
		release(this);
	}

	// show is told of another address of the same view.
	show(route) {
		this.route = route;
		this.moved?.();
		this.update();
	}

	heard(what) {
		if (this.hears.includes(what) || this.used?.has(what)) this.update();
	}

	// use is what a GET answered, undefined until it has. matters tells which events
	// change it, by a pattern of their types or a function; see store.use.
	use(path, matters) {
		this.using.add(path);
		const a = use(path, matters instanceof RegExp ? e => matters.test(e.type) : matters, this);
		if (a.value === undefined) this.failed ??= a.error;
		return a.value;
	}

	personas() { return this.use('/personas', /^persona\.(created|updated)/) || []; }
	boxes() { return this.use('/mailboxes', /^(mail|world\.mail|persona\.(sent|created|bounced))/); }

	update() { frame(this); }

	paint() {
		this.using = new Set();
		this.failed = null;
		let drawn;
		try {
			drawn = this.draw();
		} catch (err) { // one view that cannot be drawn leaves the others
			this.failed ??= err;
			console.error(err);
		}
		this.used = this.using;
		release(this, this.used);
		render(this, this.failed ? this.sorry(this.failed) : drawn);
		this.drawn?.();
	}

	sorry(err) {
		return h`<div.empty><h1 tabindex="-1">${err.status === 404 ? 'It is not there' : 'This cannot be shown'}</><p>${err.message}</><p><a.button href="#/">To the inbox`;
	}
}

export const define = (name, view) => customElements.define(name, view);
