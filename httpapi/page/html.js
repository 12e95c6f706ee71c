// The template tag, and what keeps a page equal to it.
//
//   h`<p.hint.wide>Press <button ?disabled=${off} @click=${f}>${text}</> now`
//
// makes nodes, never markup: ${} is text, a node or a list of them, so that no mail
// becomes part of the page. p.hint.wide has two classes, </> ends what was opened last, the end of the
// template all that is open; a
// button without a type sends no form; ?name is an attribute that is there or not,
// @name a listener, .name a property, style an object. render(el, nodes) gives an
// element these children and keeps those that are there, with focus, scroll and what
// was typed; the attribute key names the items of a list.

const SVG = 'http://www.w3.org/2000/svg';
const VOID = new Set(['input', 'br', 'hr', 'img', 'meta', 'link', 'path', 'circle', 'rect']);
const HOLE = '\u0001';
const plans = new WeakMap();

// visible shows characters that reorder text.
export const visible = text => String(text).replace(/[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/g, c => `\u27e8${c.codePointAt(0).toString(16)}\u27e9`);

export function h(strings, ...values) {
	let plan = plans.get(strings);
	if (!plan) plans.set(strings, plan = template(strings.join(HOLE)));
	const out = document.createDocumentFragment();
	build(plan, values, out, false);
	return out.childNodes.length === 1 ? out.firstChild : out;
}

// template reads one; holes are counted in their order.
export function template(text) {
	const root = { kids: [] }, open = [root];
	let hole = 0;
	const parts = s => s.split(HOLE).flatMap((t, i) => (i ? [hole++, t] : [t])).filter(p => p !== '');
	for (const [all, slash, tag, classes, attrs, self] of text.matchAll(/<(\/?)([a-z][\w-]*|(?<=\/))([.\w-]*)((?:[^>"']|"[^"]*")*?)(\/?)>|[^<]+/g)) {
		const at = open.at(-1);
		if (slash) {
			open.pop();
		} else if (!tag) {
			const squeezed = all.replace(/^\s*\n\s*|\s*\n\s*$/g, '').replace(/\s+/g, ' ');
			if (squeezed) at.kids.push({ parts: parts(squeezed) });
		} else {
			const node = { tag, attrs: [], kids: [] };
			if (classes) node.attrs.push(['class', [classes.replace(/\./g, ' ').trim()]]);
			if (tag === 'button') node.attrs.push(['type', ['button']]);
			for (const [, name, quoted, plain] of attrs.matchAll(/([@.?]?[\w:-]+)(?:=(?:"([^"]*)"|([^\s"]+)))?/g)) {
				node.attrs.push([name, parts(quoted ?? plain ?? '')]);
			}
			at.kids.push(node);
			if (!self && !VOID.has(tag)) open.push(node);
		}
	}
	return root;
}

function build(plan, values, parent, svg) {
	for (const kid of plan.kids) {
		if (kid.parts) {
			for (const p of kid.parts) add(parent, typeof p === 'number' ? values[p] : p);
			continue;
		}
		const inSVG = svg || kid.tag === 'svg';
		const el = inSVG ? document.createElementNS(SVG, kid.tag) : document.createElement(kid.tag);
		for (const [name, parts] of kid.attrs) {
			set(el, name, parts.length === 1 && typeof parts[0] === 'number' ? values[parts[0]]
				: parts.map(p => (typeof p === 'number' ? values[p] ?? '' : p)).join(''));
		}
		build(kid, values, el, inSVG);
		parent.append(el);
	}
}

function add(parent, v) {
	if (v == null || v === false || v === true || v === '') return;
	if (Array.isArray(v)) for (const one of v) add(parent, one);
	else parent.append(v instanceof Node ? v : visible(v));
}

function set(el, name, v) {
	if (name[0] === '@') {
		if (v) listen(el, name.slice(1), v);
	} else if (name[0] === '.') {
		(el.props ??= {})[name.slice(1)] = v;
		el[name.slice(1)] = v;
	} else if (name[0] === '?') {
		el.toggleAttribute(name.slice(1), Boolean(v));
	} else if (name === 'key') {
		el.key = String(v);
	} else if (name === 'style') { // by the CSSOM: the page's policy takes no style attributes
		for (const [k, value] of Object.entries(v || {})) el.style.setProperty(k, value);
	} else if (v != null && (v !== false || name.startsWith('aria-')) && !/^on|^srcdoc$/i.test(name)) {
		if (/^(href|src|action)$/.test(name) && !safeURL(v)) return;
		el.setAttribute(name, v === true && !name.startsWith('aria-') ? '' : name === 'value' || name === 'href' || name === 'src' ? v : visible(v));
	}
}

// safeURL tells whether an address may stand in a link: one of the web or of this page.
export const safeURL = v => /^(https?:|mailto:|blob:|[#/?.])/i.test(String(v)) && !/^\/\//.test(String(v));

// Listeners are found when something happens, so that a render just replaces them.
const dispatch = e => e.currentTarget.handlers[e.type]?.call(e.currentTarget, e);

function listen(el, type, f) {
	if (!(el.handlers ??= {})[type]) el.addEventListener(type, dispatch);
	el.handlers[type] = f;
}

export function render(el, nodes) {
	const focus = document.activeElement;
	const next = document.createDocumentFragment();
	add(next, nodes);
	children(el, next);
	if (focus !== document.activeElement && focus?.isConnected && el.contains(focus)) focus.focus({ preventScroll: true });
}

function children(at, next) {
	const keyed = new Map();
	for (const c of at.childNodes) if (c.key) keyed.set(c.key, c);
	let here = at.firstChild;
	for (const n of [...next.childNodes]) {
		const was = n.key ? keyed.get(n.key) : here;
		if (!was || was.nodeName !== n.nodeName || was.key !== n.key) {
			at.insertBefore(n, here);
			continue;
		}
		if (was === here) here = here.nextSibling;
		else at.insertBefore(was, here);
		morph(was, n);
	}
	while (here) {
		const gone = here;
		here = here.nextSibling;
		gone.remove();
	}
}

// own tells which attributes are an element's own: what was opened stays open.
const own = (el, name) => name === 'style' || (name === 'open' && (el.localName === 'details' || el.localName === 'dialog'));

function morph(was, now) {
	if (was.nodeType === Node.TEXT_NODE) {
		if (was.data !== now.data) was.data = now.data;
		return;
	}
	for (const { name } of [...was.attributes]) {
		if (!now.hasAttribute(name) && !own(was, name)) was.removeAttribute(name);
	}
	for (const { name, value } of now.attributes) {
		if (was.getAttribute(name) !== value && !own(was, name)) was.setAttribute(name, value);
	}
	if (was.style?.cssText !== now.style?.cssText) was.style.cssText = now.style.cssText;
	for (const [name, v] of Object.entries(now.props || {})) {
		if (was.props?.[name] === v) continue;
		(was.props ??= {})[name] = v;
		was[name] = v;
	}
	for (const type in was.handlers) if (!now.handlers?.[type]) delete was.handlers[type];
	for (const type in now.handlers) listen(was, type, now.handlers[type]);
	if (!was.localName.includes('-')) children(was, now); // a custom element draws itself
}
