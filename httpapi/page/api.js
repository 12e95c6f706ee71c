// The API: one function for each thing that the page asks of it.

export class APIError extends Error {
	constructor(status, text) {
		super(text);
		this.status = status;
	}
}

// The API lies beside the page, wherever that is mounted.
const base = new URL('api', new URL('.', document.baseURI)).pathname;
export const chosen = { universe: '' };

async function call(method, path, body, signal) {
	const headers = {};
	if (chosen.universe) headers['X-Service-Universe'] = chosen.universe;
	if (body !== undefined) headers['Content-Type'] = 'application/json';
	const r = await fetch(base + path, {
		method, headers, signal, credentials: 'same-origin', cache: 'no-store',
		body: body === undefined ? undefined : JSON.stringify(body),
	}).catch(err => {
		if (err.name === 'AbortError') throw err;
		throw new APIError(0, 'mailsim does not answer');
	});
	if (r.ok) {
		if (method !== 'GET') dispatchEvent(new Event('done')); // not every change has an event
		return r;
	}
	const text = await r.json().then(v => v.error, () => r.statusText);
	throw new APIError(r.status, text || `status ${r.status}`);
}

const json = async r => (r.headers.get('Content-Type')?.includes('json') ? r.json() : r.text());

export const api = {
	get: async (path, signal) => json(await call('GET', path, undefined, signal)),
	stream: (path, signal) => call('GET', path, undefined, signal),
	post: async (path, body = {}) => json(await call('POST', path, body)),
	put: async (path, body) => json(await call('PUT', path, body)),
	patch: async (path, body) => json(await call('PATCH', path, body)),
	del: async path => json(await call('DELETE', path)),
};

// query leaves out the fields without a value.
export function query(fields) {
	const q = new URLSearchParams();
	for (const [k, v] of Object.entries(fields)) if (v !== '' && v != null && v !== false) q.set(k, v);
	const text = q.toString();
	return text && `?${text}`;
}
export const esc = encodeURIComponent;

// address is what the browser itself loads: a frame, a download.
export function address(path, fields = {}) {
	return base + path + query({ ...fields, universe: chosen.universe });
}

// file is the path of a copy.
export const file = copy => `/mailboxes/${esc(copy.address)}/messages/${esc(copy.folder)}/${copy.uid}`;
