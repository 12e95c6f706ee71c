// A list of which only what is in sight is there: 100,000 rows cost what thirty do.
// All are equally high.
import { h, render } from './view.js';

const around = 8; // rows beyond each edge

class VirtualList extends HTMLElement {
	items = [];
	row = () => null;
	keyOf = item => item.id;

	connectedCallback() {
		this.ol = h`<ol>`;
		if (this.label) this.ol.setAttribute('aria-label', this.label);
		this.replaceChildren(this.ol);
		this.addEventListener('scroll', () => this.paint(), { passive: true });
		this.watch = new ResizeObserver(() => this.paint());
		this.watch.observe(this);
	}

	disconnectedCallback() { this.watch.disconnect(); }

	// of gives the list what to show; a property, so that a render sets it.
	set of({ items, row, label, total }) {
		const first = this.items[this.at()]; // what stands at the top stays there
		const top = this.scrollTop;
		this.items = items;
		this.row = row;
		this.label = label;
		this.total = total;
		if (top > this.high && first) {
			const now = items.findIndex(i => this.keyOf(i) === this.keyOf(first));
			const was = Math.floor(top / this.high);
			if (now >= 0 && now !== was) {
				this.room();
				this.scrollTop = top + (now - was) * this.high;
			}
		}
		if (this.isConnected) this.paint();
	}

	high = 76;
	at() { return Math.floor(this.scrollTop / this.high); }
	get isAway() { return this.scrollTop > this.high; }

	room() {
		if (this.ol) this.ol.style.minHeight = `${this.items.length * this.high}px`;
	}

	paint() {
		const n = this.items.length;
		const from = Math.max(0, this.at() - around);
		const to = Math.min(n, Math.ceil((this.scrollTop + this.clientHeight) / this.high) + around);
		this.ol.style.paddingTop = `${from * this.high}px`;
		this.room();
		render(this.ol, this.items.slice(from, to).map((item, i) => h`<li key=${this.keyOf(item)} aria-posinset=${from + i + 1} aria-setsize=${this.total ?? n}>${this.row(item)}`));
		const measured = this.ol.firstChild?.offsetHeight;
		if (measured && Math.abs(measured - this.high) > 0.5) {
			this.high = measured;
			this.paint();
			return;
		}
		if (n && to > n - 40) this.dispatchEvent(new Event('end'));
	}

	// reveal scrolls a row into sight.
	reveal(index) {
		const top = index * this.high;
		if (top < this.scrollTop) this.scrollTop = top;
		else if (top + this.high > this.scrollTop + this.clientHeight) this.scrollTop = top + this.high - this.clientHeight;
		this.paint();
	}
}
customElements.define('virtual-list', VirtualList);
