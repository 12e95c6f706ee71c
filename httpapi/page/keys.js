// Keys: a letter each, none while a field has focus, off by a switch.
import { can, dialog, doing, h, hint, remember, remembered } from './view.js';
import { advance } from './clockbar.js';
import { compose } from './compose.js';

const step = n => document.querySelector('view-mails')?.step(n);
const to = hash => () => { location.hash = hash; };

const keys = {
	j: ['Next mail', () => step(1)], k: ['Previous mail', () => step(-1)],
	u: ['Back to the list', () => { location.hash = location.hash.replace(/^#\/\w+\/[^?]*/, '#/'); }],
	'/': ['Search', () => { if (!document.querySelector('input[type=search]')) to('#/')(); setTimeout(() => document.querySelector('input[type=search]')?.focus(), 50); }],
	r: ['Answer', () => document.querySelector('[data-key=r]')?.click()], n: ['Write a mail', () => can('member') && compose()],
	i: ['Inbox', to('#/')], p: ['People', to('#/people')], e: ['Events', to('#/events')], c: ['Clock', to('#/clock')],
	'.': ['To the next job', () => can('member') && doing(document.querySelector('.clockbar'), () => advance({ jobs: 1 }))],
	'?': ['This list', () => help()],
};
const isOn = () => remembered('keys', 'on') === 'on';

// keySwitch turns the keys off and on.
export const keySwitch = () => h`<label.switch><input type="checkbox" ?checked=${isOn()} @change=${e => remember('keys', e.currentTarget.checked ? 'on' : 'off')}> Single keys work`;

export const help = () => dialog('Keys', () => [h`<dl.keys>${Object.entries(keys).map(([k, [text]]) => h`<div><dt><kbd>${k}</></><dd>${text}`)}`, keySwitch(), hint('Tab, Enter, Escape and the arrows always do.')]);

addEventListener('keydown', e => {
	if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || !isOn() || e.target.closest?.('input, textarea, select, dialog')) return;
	if (!keys[e.key]) return;
	e.preventDefault();
	keys[e.key][1]();
});
