// The live stream: every event of the universe, in order and without loss.
import { api } from './api.js';
import { put, refresh, setClock, state, took } from './store.js';

const waiting = [];
let last = null, stop = null, patience = 500, hidden = 0;

// follow connects, and again whenever the stream ends.
export async function follow() {
	stop?.abort();
	const mine = stop = new AbortController();
	try {
		const r = await api.stream(`/events/stream?unnamed=1${last === null ? '' : `&after=${encodeURIComponent(last)}`}`, mine.signal);
		if (state.live === 'lost') { // what is shown may be of another log
			refresh();
			setClock(await api.get('/clock'));
		}
		put({ live: 'on' });
		patience = 500;
		await read(r.body.getReader());
	} catch (err) {
		if (err.status === 401 || err.status === 403) return put({ live: 'off', role: '', asked: true, why: err.message });
	}
	if (mine.signal.aborted) return;
	put({ live: 'lost' });
	setTimeout(() => mine === stop && follow(), patience);
	patience = Math.min(patience * 1.6, 8000);
}

// restart begins at the newest event, of another universe.
export function restart() {
	last = null;
	follow();
}

async function read(reader) {
	const decoder = new TextDecoder();
	let text = '';
	for (;;) {
		const { value, done } = await reader.read();
		if (done) return;
		const messages = (text + decoder.decode(value, { stream: true })).split('\n\n');
		text = messages.pop();
		for (const m of messages) message(fields(m));
	}
}

// fields reads one message of an event stream.
export function fields(text) {
	const out = { event: 'message', data: '' };
	for (const line of text.split('\n')) {
		const [, name, value] = /^(\w*):? ?(.*)$/.exec(line);
		out[name] = name === 'data' ? out.data + value : value;
	}
	return out;
}

function message({ id, event, data: text }) {
	last = id ?? last;
	if (!text) return;
	const data = JSON.parse(text);
	if (event === 'end') {
		stop.abort();
		put({ live: 'off', role: '', asked: true, why: data.why });
	} else if (event === 'gap') {
		put({ missed: state.missed + data.to - data.from + 1 });
		refresh();
	} else if (event === 'restart') {
		put({ events: [], restarted: state.restarted + 1 });
		refresh();
	} else if (waiting.push(data) === 1) {
		setTimeout(() => took(waiting.splice(0)), 100); // many at once are shown at once
	}
}

// A tab that nobody looks at lets go of its stream; it catches up when shown.
document.addEventListener('visibilitychange', () => {
	clearTimeout(hidden);
	if (!document.hidden) return !stop && state.role && follow();
	hidden = setTimeout(() => {
		stop?.abort();
		stop = null;
	}, 60_000);
});
