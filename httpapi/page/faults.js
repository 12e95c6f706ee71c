// Faults: what goes wrong, how often it has, and scenarios to choose from.
import { View, ago, api, ask, badge, button, can, count, define, editJSON, empty, h, hint, loading, many, now, page, query, refs, stamp, table, toast } from './view.js';

const example = { where: 'smtp', at: 'rcpt', kind: 'tempfail', code: 451, probability: 0.5, times: 3, match: { to: '', from: '', subject: '' } };
const plain = name => name.replace(/_/g, ' ');
const set = faults => api.put('/faults', faults);

// whenOf says when a rule acts: the fields that it has beside its kind.
const whenOf = ({ id, where, at, kind, enabled, hits, match, ...r }) => Object.entries({ ...r, ...match }).filter(([k, v]) => v && v !== '0s' && (k !== 'probability' || v < 1)).map(([k, v]) => `${plain(k)} ${v}`).join(', ') || 'always';

class ViewFaults extends View {
	draw() {
		const f = this.use('/faults', /^fault/), hits = this.use(`/events${query({ type: 'fault.fired', limit: 50 })}`, /^fault/), admin = can('admin');
		if (!f) return loading();
		return page('Faults', hint(f.rules.length ? `${many(f.rules.length, 'rule')}${f.scenario && ` of ${plain(f.scenario)}`}, ${many(f.rules.reduce((n, r) => n + r.hits, 0), 'hit')}.` : 'Choose a scenario, and see how your application takes it.'), [
			h`<section><header.bar><h2>Rules</>${button('Add a rule', () => editJSON('Add a rule', example, r => set({ rules: [...f.rules, r] })), { role: 'admin', name: 'plus', kind: 'small' })}${f.rules.length > 0 && button('Remove all', () => ask('Remove all rules?', 'Their hits go with them.', 'Remove', () => set({ scenario: 'calm' })), { role: 'admin', kind: 'small' })}</>
				${f.rules.length ? h`<ul.rules>${f.rules.map(r => h`<li class=${r.enabled === false ? 'card rule off' : 'card rule'} key=${r.id}><div><h3>${plain(r.kind)} <small>at ${r.where} ${r.at}</></>${hint(whenOf(r))}</><p.hits><b>${count(r.hits)}</><span.hint>${r.hits === 1 ? 'hit' : 'hits'}</></>
					${admin && h`<span.job-actions>${button(r.enabled === false ? 'Turn on' : 'Turn off', () => set({ rules: f.rules.map(o => (o === r ? { ...o, enabled: r.enabled === false } : o)) }), { kind: 'small' })}${button('Edit', () => editJSON('Edit the rule', r, v => set({ rules: f.rules.map(o => (o === r ? v : o)) })), { kind: 'small' })}${button('Remove', () => set({ rules: f.rules.filter(o => o !== r) }), { kind: 'small' })}`}`)}`
				: empty('faults', 'No faults', 'All mail goes its way.')}`,
			h`<section><h2>Scenarios</><ul.cards>${f.scenarios.map(s => h`<li key=${s.name} class=${f.scenario === s.name ? 'card scenario on' : 'card scenario'}><h3>${plain(s.name)} ${f.scenario === s.name && badge('on', 'good')}</>${hint(s.text)}
				${f.scenario !== s.name && button('Load', () => set({ scenario: s.name }).then(() => toast(`${plain(s.name)} is loaded`)), { role: 'admin', kind: 'small' })}`)}`,
			h`<section><h2>What they hit</>${hits?.events.length ? table(['When', 'What', 'Whom', 'Mail'], hits.events.map(e => [stamp(e.at, ago(e.at, now())), `${plain(e.data.kind)}, ${e.data.where} ${e.data.at}`, [e.data.from, e.data.to].filter(Boolean).join(' to '), refs(e.data.message_id, '', '', 'transcript')])) : hint('Nothing yet.')}`]);
	}
}
define('view-faults', ViewFaults);
