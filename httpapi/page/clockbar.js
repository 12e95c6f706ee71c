// The clock in the head: simulated time, and what moves it.
import { View, announce, api, button, can, clockTime, day, define, full, h, icon, many, now, setClock, span, state, toast } from './view.js';

// advance moves the clock, and says what came of it.
export async function advance(how) {
	const before = now(), clock = await api.post('/clock/advance', how);
	setClock(clock);
	toast(`${clock.ran ? many(clock.ran, 'job') : 'No job'} ran in ${span(Date.parse(clock.now) - before)}; it is ${full(clock.now)}`);
}

// untilIdle moves the clock until people have no plans; the world's mail has no end.
export async function untilIdle() {
	for (let round = 0; round < 50; round++) {
		const jobs = (await api.get('/jobs?state=pending&limit=1000')).filter(j => j.kind !== 'world');
		if (!jobs.length) return toast('Nobody has anything planned');
		const due = jobs.map(j => j.due).sort().at(-1);
		setClock(await api.post('/clock/advance', Date.parse(due) > now() ? { to: due } : { jobs: jobs.length }));
	}
	toast('People still have plans');
}

export const freeze = async frozen => {
	setClock(await api.post('/clock/freeze', { frozen }));
	announce(frozen ? 'The clock stands' : 'The clock runs');
};

class SimClock extends View {
	open() { this.timer = setInterval(() => !document.hidden && !state.clock?.frozen && this.tick(), 1000); }
	shut() { clearInterval(this.timer); }

	// tick moves the hands alone.
	tick() {
		const [date, time] = this.querySelector('time')?.children || [];
		if (!time) return;
		time.firstChild.data = clockTime(now());
		date.firstChild.data = day(now());
	}

	draw() {
		const c = state.clock;
		if (!c) return null;
		const step = (text, by, title) => button(text, () => advance({ by }), { title, kind: 'step' });
		return h`<section class=${c.frozen ? 'clockbar frozen' : 'clockbar'} aria-label="Simulated clock"><a.face href="#/clock" title="Simulated time">${icon(c.frozen ? 'pause' : 'clock')}<time><span>${day(now())}</> <b>${clockTime(now())}</></><small>${c.frozen ? 'frozen' : c.speed === 1 ? 'running' : `× ${c.speed}`}</></>
			${can('member') && h`<div.steps role="group" aria-label="Move the clock">${step('+1 min', '1m', 'Move the clock by a minute')}${step('+1 h', '1h', 'Move the clock by an hour')}${step('+1 day', '1d', 'Move the clock by a day')}
				${button('Next', () => advance({ jobs: 1 }), { name: 'next', kind: 'step', title: 'To the next job (.)' })}${button('Idle', untilIdle, { name: 'idle', kind: 'step', title: 'Until nobody has anything planned' })}
				${button(c.frozen ? 'Run' : 'Freeze', () => freeze(!c.frozen), { name: c.frozen ? 'play' : 'pause', kind: 'step', title: c.frozen ? 'Let the clock run' : 'Let the clock stand' })}`}`;
	}
}
define('sim-clock', SimClock);
