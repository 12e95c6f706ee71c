// Addresses of the page: everything that can be seen has one, behind the #.

const views = ['mail', 'thread', 'person', 'people', 'clock', 'events', 'faults', 'case', 'cases', 'settings'];

// parse reads #/mail/42/html?q=lamp as {view, id, tab, q: {q: 'lamp'}}; #/story is
// the case of everything, what no view has is the inbox.
export function parse(hash) {
	const [path, query] = hash.replace(/^#?\/?/, '').replace(/^story/, 'case').split(/\?(.*)/s);
	const [view, id = '', tab = ''] = path.split('/').map(decode);
	const q = Object.fromEntries(new URLSearchParams(query || ''));
	return views.includes(view) ? { view, id, tab, q } : { view: 'mail', id: '', tab: '', q };
}

function decode(s) {
	try {
		return decodeURIComponent(s);
	} catch {
		return s;
	}
}

export function link(view, id, tab, q) {
	const query = new URLSearchParams(Object.entries(q || {}).filter(([, v]) => v)).toString();
	const path = [view === 'mail' && !id ? '' : view, id, tab].filter(Boolean).map(encodeURIComponent).join('/');
	return `#/${path}${query && `?${query}`}`;
}

export const here = () => parse(location.hash);

// go shows another route, in place of this one or after it.
export function go(to, replace) {
	if (to === location.hash) return;
	if (!replace) location.hash = to;
	else {
		history.replaceState(null, '', to);
		dispatchEvent(new HashChangeEvent('hashchange'));
	}
}
