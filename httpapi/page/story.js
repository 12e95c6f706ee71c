// A story: what happened, told in sentences, and what will happen.
import { h, hint, icon, link, longDay, stamp } from './view.js';
import { jobActions, jobText } from './jobs.js';

const icons = { mail: 'seen', persona: 'people', world: 'world', job: 'clock', link: 'link', fault: 'faults', case: 'cases', inspect: 'search', auth: 'app', clock: 'clock', note: 'write', webhook: 'out',
	'persona.sent': 'reply', 'persona.received': 'seen', 'persona.ignored': 'close', 'persona.junked': 'alert', 'persona.bounced': 'alert', 'persona.memory': 'cases', 'job.failed': 'alert' };

export const eventIcon = type => icon(icons[type] || icons[type.split('.')[0]] || 'events');
export const eventKind = type => (/failed|bounced|fault\.fired/.test(type) ? 'bad' : /junked|ignored|skipped/.test(type) ? 'warn' : /sent|delivered|opened|world\.mail/.test(type) ? 'good' : '');

// byDay groups things by the day of their instant, in their order.
export function byDay(list, at) {
	const days = [];
	for (const item of list) {
		const day = longDay(item[at]);
		if (days.at(-1)?.day !== day) days.push({ day, items: [] });
		days.at(-1).items.push(item);
	}
	return days;
}

// story shows lines of /story, and jobs that are still to run.
export function story(lines, jobs) {
	const pending = jobs.filter(j => j.state === 'pending').sort((a, b) => (a.due < b.due ? -1 : 1));
	if (!lines.length && !pending.length) return hint('Nothing has happened yet.');
	return h`<div.story>${byDay(lines, 'at').map(d => h`<section key=${d.day}><h2>${d.day}</><ol>${d.items.map((l, i) => h`<li key=${`${l.event}.${i}`} class=${eventKind(l.type)}><span.node>${eventIcon(l.type)}</>${stamp(l.at)}
			<p><b>${l.persona_id ? h`<a.who href=${link('person', l.persona_id)}>${l.who}` : l.who}</> ${l.what} ${l.message_id && h`<a.ref href=${link('mail', l.message_id)} aria-label="The mail">${icon('inbox')}`}`)}`)}
		${pending.length > 0 && h`<section.planned key="planned"><h2>What is planned</><ol>${pending.map(j => h`<li key=${j.id}><span.node>${icon('clock')}</>${stamp(j.due)}<div>${jobText(j)}${jobActions(j)}`)}`}`;
}
