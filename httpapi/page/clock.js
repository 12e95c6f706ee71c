// The clock, and everything that is planned, by day.
import { View, api, button, can, card, define, empty, field, form, go, h, hint, link, loading, many, now, page, query, select, span, state, toggle } from './view.js';
import { byDay } from './story.js';
import { instant, jobRow, verbs } from './jobs.js';
import { advance } from './clockbar.js';

class ViewClock extends View {
	draw() {
		const c = state.clock, { kind, past } = this.route.q;
		const jobs = this.use(`/jobs${query({ state: past ? '' : 'pending', kind, limit: 500 })}`, /^(job|clock)/);
		const people = new Map(this.personas().map(p => [p.id, p]));
		const list = jobs?.filter(j => !past || j.state !== 'pending').sort((a, b) => ((a.due < b.due) === !past ? -1 : 1));
		const set = fields => go(link('clock', '', '', { ...this.route.q, ...fields }));
		return page('Clock', hint('Everybody in this world lives by it. ', c.frozen ? 'It stands until you move it.' : `It runs ${c.speed === 1 ? 'as fast as yours' : `${c.speed} times as fast as yours`}, and jumps when you move it.`), [can('member') && h`<div.cards>${this.hands(c)}`,
			h`<section><header.bar><h2>${past ? 'What has run' : 'What is planned'} ${list && h`<small>${many(list.length, 'job')}`}</><div.filters>${select('Kind of job', [['', 'All kinds'], ...Object.entries(verbs)], kind, v => set({ kind: v }))}${toggle('Past', past, () => set({ past: past ? '' : '1' }))}</></>
				${!list ? loading() : !list.length ? empty('clock', 'Nothing is planned', 'Send somebody a mail: what they make of it stands here.') : h`<div.timeline>${byDay(list, 'due').map(d => h`<section key=${d.day}><h3>${d.day}</><ol.jobs>${d.items.map(j => jobRow(j, people.get(j.persona_id)))}`)}`}`]);
	}

	// hands are what moves the clock, beside the buttons of the head.
	hands(c) {
		return [h`<div.card><h2>Move it</><sim-clock></>${form(f => advance({ by: f.by }), field('By', 'by', { value: '12h', required: true }), 'Go on')}`,
			card('Go to an instant', form(f => advance({ to: new Date(`${f.to}Z`).toISOString() }), instant('In UTC', 'to', now() + 86400e3), 'Go there')),
			card('Speed', [hint('Its seconds in one of yours.'), h`<p.actions>${[1, 60, 600, 3600].map(n => button(`× ${n}`, () => api.post('/clock/speed', { factor: n }), { kind: c.speed === n ? 'on' : '', title: `${span(n * 1000)} in a second` }))}`])];
	}
}
define('view-clock', ViewClock);
