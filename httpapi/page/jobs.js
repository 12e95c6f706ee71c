// What is planned: how a job is said, and what can be done with it.
import { ago, api, badge, button, can, field, formDialog, full, h, hint, link, now, refs, stamp, toast } from './view.js';

export const verbs = {
	read: 'reads it', reply: 'answers', followup: 'writes again', correction: 'corrects it', ooo: 'sends an absence note', initiate: 'writes', deliver: 'delivers what was promised',
	nudge: 'asks again', forward: 'forwards it', bounce: 'bounces', delivery: 'is delivered', world: 'the world sends mail', act: 'does as told',
};

// jobText says when, and why: "answers in 2 h 10 min", and the plan.
export const jobText = job => h`<span.job-text><span>${verbs[job.kind] || job.kind} <b title=${full(job.due)}>${ago(job.due, now())}</></><span.hint>${job.plan}`;

// jobActions are run now, skip and move, for whoever may.
export const jobActions = job => can('member') && job.state === 'pending' && h`<span.job-actions role="group" aria-label=${job.plan}>
	${button('Run now', async () => toast((await api.post(`/jobs/${job.id}/run`)).note || 'It ran'), { kind: 'small', name: 'play' })}
	${button('Skip', () => api.post(`/jobs/${job.id}/skip`).then(() => toast('It will not happen')), { kind: 'small' })}${button('Move', () => move(job), { kind: 'small' })}`;

// instant is a field for one, in UTC.
export const instant = (label, name, at) => field(label, name, { type: 'datetime-local', required: true, value: new Date(at).toISOString().slice(0, 19) });

const move = job => formDialog('Move what is planned', f => api.patch(`/jobs/${job.id}`, { due: new Date(`${f.due}Z`).toISOString() }), [h`<p>${job.plan}`, hint(`Due ${ago(job.due, now())}.`), instant('When, in UTC', 'due', job.due)], 'Move');

// jobRow is a job in a list.
export const jobRow = (job, person) => h`<li.job key=${job.id}>${stamp(job.due)}<span.job-body><span>${person && h`<a href=${link('person', person.id)}>${person.name}</> `}${person && ' '}<b>${verbs[job.kind] || job.kind}</>
	${' '}${job.state === 'pending' ? h`<span.soon>${ago(job.due, now())}` : badge(job.state, { done: 'good', failed: 'bad' }[job.state])}</><span.hint>${job.plan}${job.note && h`<br>${job.note}`}</></>
	${refs(job.message_id, '', job.case_id)}${jobActions(job)}`;
