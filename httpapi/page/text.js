// How things are said: times (in UTC), spans, sizes, names. Nothing here knows the page.

const ms = at => (typeof at === 'number' ? at : Date.parse(at));
const said = options => {
	const say = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options });
	return at => say.format(ms(at)).replace(/,/g, '');
};
export const clockTime = said({ timeStyle: 'medium' });
export const shortTime = said({ timeStyle: 'short' });
export const day = said({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
export const longDay = said({ dateStyle: 'full' });
const shortDay = said({ day: 'numeric', month: 'short' });
export const full = at => `${day(at)} ${clockTime(at)}`;

// when is how a list says an instant: the time today, else the day.
export const when = (at, now) => (day(at) === day(now) ? shortTime(at) : day(at).slice(-4) === day(now).slice(-4) ? shortDay(at) : day(at).slice(4));

// span says a duration in milliseconds by its two largest units: 2 h 10 min.
export function span(d) {
	let s = Math.round(Math.abs(d) / 1000);
	const out = [];
	for (const [unit, n] of [['d', 86400], ['h', 3600], ['min', 60], ['s', 1]]) {
		const v = Math.floor(s / n);
		s %= n;
		if (v && out.length < 2) out.push(`${v} ${unit}`);
		else if (out.length) break;
	}
	return out.join(' ') || '0 s';
}

// ago says how far an instant is from now: in 2 h 10 min, 5 min ago.
export function ago(at, now) {
	const d = ms(at) - now;
	return Math.abs(d) < 1000 ? 'now' : d > 0 ? `in ${span(d)}` : `${span(d).split(' ', 2).join(' ')} ago`;
}

export function size(bytes) {
	let i = 0;
	for (; bytes >= 999.5 && i < 4; i++) bytes /= 1000;
	return `${bytes < 10 && i ? bytes.toFixed(1) : Math.round(bytes)} ${['B', 'KB', 'MB', 'GB', 'TB'][i]}`;
}

export const count = n => (n ?? 0).toLocaleString('en');
export const many = (n, one, more = `${one}s`) => `${count(n)} ${n === 1 ? one : more}`;
export const percent = x => `${Math.round(x * 100)} %`;

// initials are the letters of an avatar: Anna Weber is AW.
export const initials = name => (String(name).match(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu) || ['?']).slice(0, 2).join('').toUpperCase();

// hue is the colour of an avatar, 0 to 11, the same for the same text.
export const hue = text => [...String(text)].reduce((n, c) => (n * 31 + c.codePointAt(0)) % 9973, 7) % 12;

// addresses reads what was typed into a field of recipients.
export const addresses = text => (text || '').split(/[,;\n]+/).map(s => s.trim()).filter(Boolean);

// snippet is the beginning of a text as a list shows it.
export const snippet = text => String(text || '').slice(0, 240).replace(/\s+/g, ' ').trim();

// quoted parts a text into what was written and what was quoted: [{quote, text}].
export function quoted(text) {
	const out = [];
	for (const line of text.split('\n')) {
		const quote = /^\s*>/.test(line);
		if (out.at(-1)?.quote === quote) out.at(-1).text += `\n${line}`;
		else out.push({ quote, text: line });
	}
	return out;
}
