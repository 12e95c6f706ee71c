// One mail: what it says, what it is made of, and what happened to it.
import { View, address, addresses, ago, api, ask, avatar, badge, button, byAddress, can, copied, define, empty, esc, facts, field, file, formDialog, full, go, h, here, hint, icon, link,
  loading, many, now, quoted, size, stamp, table, tabs, toast, toggle, when, who } from './view.js';
import { reply } from './compose.js';
import { jobActions, jobText } from './jobs.js';
import { story } from './story.js';

const shown = 400_000; // characters of a source that are shown
const mood = outcome => ({ inbox: 'good', junk: 'warn', held: 'due' }[outcome] || 'bad');
const names = { html: 'HTML', text: 'Text', story: 'What happened', spam: 'Spam', auth: 'Authentication', links: 'Links', files: 'Attachments', headers: 'Headers', source: 'Source', transcript: 'Transcript' };

class ViewMail extends View {
	set at(v) {
		const [id, tab] = v.split('\n');
		if (id !== this.id) Object.assign(this, { id, images: false, width: 'full', told: false });
		this.tab = tab;
		if (this.isConnected) this.update();
	}

	get path() { return `/mails/${esc(this.id)}`; }

	// matters tells which events change what is shown: those about this mail and its jobs.
	matters(e) {
		const d = e.data || {}, id = this.mail?.message_id;
		return /^(job|clock)/.test(e.type) || (id && (d.message_id === id || d.in_reply_to === id));
	}

	draw() {
		const m = this.mail = this.use(this.path, e => this.matters(e));
		if (!m) return h`<section.mail>${loading()}`;
		this.copy = m.copies.find(c => c.delivered) || m.copies[0];
		if (!this.told && m.unread > 0 && can('member')) api.patch(this.path, { seen: true }).catch(() => {});
		this.told = true;
		const people = byAddress(this.personas());
		const parts = Object.entries(names).filter(([id]) => id !== 'html' || m.html).map(([id, text]) => [id, text, id === 'files' ? m.attachments.length : 0]);
		const tab = parts.some(([id]) => id === this.tab) ? this.tab : m.format === 'text' || !m.html ? 'text' : 'html';
		const all = list => list.slice(0, 8).map((a, i) => [i > 0 && ', ', who('', a, people)]).concat(list.length > 8 && ` and ${list.length - 8} more`);
		return h`<article.mail aria-labelledby="mail-title"><header>
				<a.plain.back href=${link('mail', '', '', here().q)} aria-label="Back to the list">${icon('back')}</><h2 id="mail-title">${m.subject || '(no subject)'}</>${this.actions(m)}
				<div.meta>${avatar(m.from_name || m.from, m.from, m.origin !== 'app')}<p><b>${who(m.from_name, m.from, people)}</> <span.hint>${m.from_name && m.from}</><br><span.hint>to </>${all(m.to)}${m.cc.length > 0 && [h`<span.hint>, copy to `, all(m.cc)]}</>
					<p.times>${stamp(m.time, when(m.time, now()))}<br><span.hint>${ago(m.time, now())}</></></>
				${this.outcomes(m, tab === 'story')}</>
			${tabs('Parts of the mail', parts, tab, id => link('mail', this.id, id, here().q))}
			<div class=${`panel in-${tab}`} id="panel" role="tabpanel" aria-labelledby=${`tab-${tab}`} tabindex="0" key=${tab}>${this[tab](m)}`;
	}

	actions(m) {
		const copy = this.copy, to = m.recipients.find(r => r.persona_id) || m.recipients[0], unread = m.unread > 0;
		return h`<div.actions role="group" aria-label="What can be done">${to && button('Answer', () => reply(m, to), { name: 'reply', key: 'r', title: `Answer as ${to.persona || to.address} (r)` })}
			<a.button href=${link('thread', m.id)}>${icon('thread')}<span>Conversation</></>
			${copy && [h`<a.button href=${address(`${file(copy)}/raw`)} download aria-label="Download .eml" title="Download .eml">${icon('down')}`, button('', () => this.share(copy), { name: 'share', title: 'Share by a link' })]}
			${button('', () => api.patch(this.path, { seen: unread }), { name: unread ? 'seen' : 'unseen', title: unread ? 'Mark read' : 'Mark unread' })}
			${this.use('/relay')?.available && button('', () => this.release(m), { name: 'release', title: 'Release to a real mailbox' })}
			${button('', () => ask('Delete this mail?', `Every copy of “${m.subject || '(no subject)'}” goes, and what is planned about it is skipped.`, 'Delete', async () => { await api.del(this.path); go(link('mail', '', '', here().q)); }), { name: 'trash', title: 'Delete' })}`;
	}

	release(m) {
		formDialog('Release this mail', f => api.post('/release', { message_id: m.message_id, to: addresses(f.to) }).then(() => toast('Released')),
			[h`<p>It goes out by the relay, to a real mailbox.`, field('To', 'to', { required: true })], 'Release');
	}

	share({ address: box, folder, uid }) {
		formDialog('Share this mail', f => api.post('/shares', { address: box, folder, uid, expires: f.expires }).then(s => copied(s.url, 'The link is in your clipboard')),
			[h`<p>Whoever has the link sees this message, until it expires on the simulated clock.`, field('Expires after', 'expires', { value: '7d', of: ['1h', '1d', '7d', '30d'] })], 'Make a link');
	}

	// outcomes says in a line for each recipient what became of the mail.
	outcomes(m, whole) {
		const most = whole ? 500 : 4;
		return m.recipients.length > 0 && h`<ul.outcomes>${m.recipients.slice(0, most).map(r => {
			const pending = r.jobs.filter(j => j.state === 'pending'), job = pending.find(j => j.kind === 'reply') || pending[0];
			return h`<li key=${r.address}>${avatar(r.persona || r.address, r.address, Boolean(r.persona_id))}<span.name>${r.persona_id ? h`<a.who href=${link('person', r.persona_id)}>${r.persona}` : r.address}</>${badge(r.outcome, mood(r.outcome), r.why)}
				${r.answers.map(id => h`<a.badge.good href=${link('mail', id)}>${icon('reply')}answered`)}${r.opened.length > 0 && badge(`opened ${many(r.opened.length, 'link')}`, 'good')}${job && h`<span.plan>${jobText(job)}${jobActions(job)}`}
				${whole && hint([r.why, ...m.copies.filter(c => c.address === r.address).map(c => `filed in ${c.folder}`), r.read ? 'read' : 'not read yet', ...r.opened.map(o => `opened ${o.url} (${o.status || 'no answer'})`), job?.plan].filter(Boolean).join('; '))}`;
		})}${m.recipients.length > most && h`<li.hint>and ${m.recipients.length - most} more: see What happened`}`;
	}

	html(m) {
		const choice = (value, text) => toggle(text, this.width === value, () => { this.width = value; this.update(); });
		return h`<div.tools role="group" aria-label="Width">${choice('320', '320 px')}${choice('600', '600 px')}${choice('full', 'Full')}
			${m.remote_images > 0 && toggle(`Load ${many(m.remote_images, 'remote picture')}`, this.images, () => { this.images = !this.images; this.update(); })}</>
			<iframe key=${m.id} class=${`sheet w${this.width}`} title="HTML of the mail" sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer" src=${address(`${this.path}/html`, { theme: 'light', images: this.images })}>`;
	}

	text(m) {
		if (!m.text) return empty('inbox', 'No text', m.html ? 'The mail has HTML alone.' : 'The mail has neither text nor HTML.');
		return h`<div.prose>${quoted(m.text).map(p => h`<div class=${p.quote ? 'quote' : 'said'}>${p.text}`)}`;
	}

	story(m) {
		const e = m.envelope;
		return [story(m.story, m.jobs), e && [h`<h2>How it came in`, facts({ Protocol: e.proto, Sender: e.from || 'none: a notice', Recipients: e.to?.join(', '), Client: e.remote, Greeting: e.helo, TLS: e.tls, Login: e.login })]];
	}

	// inspection is what the checks of the mail found.
	inspection(draw) {
		const i = this.use(`/inspect?message_id=${esc(this.mail.message_id)}`);
		return i ? draw(i) : loading();
	}

	spam() {
		const list = (title, items) => items.length > 0 && [h`<h2>${title}`, h`<ul.dots>${items.map(x => h`<li>${x}`)}`];
		return this.inspection(i => [h`<p><b.big>${i.score.toFixed(1)}</> of ${i.threshold.toFixed(1)} points ${badge(i.action, mood(i.action))}`, hint(`A strict filter files it in ${i.verdicts.strict}, a normal one in ${i.verdicts.normal}, a lenient one in ${i.verdicts.lenient}.`),
			i.rules.length > 0 && table(['Rule', 'Points', 'Why'], i.rules.map(r => [r.name.replaceAll('_', ' '), r.score.toFixed(1), r.text])),
			list('What to change', i.advice), list('What mail programs do not show', i.html.map(x => `${x.feature}: ${x.text}`))]);
	}

	auth() {
		const one = (name, r) => h`<li.card><h3>${name} ${badge(r.result, r.result === 'pass' ? 'good' : /fail|error/.test(r.result) ? 'bad' : '')}</><p>${[r.domain, r.selector && `selector ${r.selector}`, r.policy && `policy ${r.policy}`].filter(Boolean).join(', ')}</>${hint(r.text)}`;
		return this.inspection(i => [h`<ul.cards>${one('SPF', i.auth.spf)}${(i.auth.dkim.length ? i.auth.dkim : [{ result: 'none', text: 'It is not signed.' }]).map(d => one('DKIM', d))}${one('DMARC', i.auth.dmarc)}`]);
	}

	links() {
		return this.inspection(i => (!i.links.length ? empty('link', 'No links', 'Nothing in this mail leads anywhere.')
			: table(['Link', 'Kind', 'State'], i.links.map(l => [[l.text && h`<b>${l.text}`, h`<br><code>${l.url}`], l.kind, l.status ? badge(l.status, l.ok ? 'good' : 'bad') : h`<span.hint>${l.error || 'not opened'}`]))));
	}

	files(m) {
		const part = (p, deep) => `${deep}${[p.section, p.type, p.charset, p.encoding, p.filename, size(p.size || 0)].filter(Boolean).join('  ')}
${(p.parts || []).map(q => part(q, `${deep}  `)).join('')}`;
		return [m.attachments.length ? h`<ul.cards>${m.attachments.map((a, n) => {
			const at = this.copy && address(`${file(this.copy)}/attachments/${n}`);
			return h`<li.card>${at && /^image\/(png|jpeg|gif|webp)$/i.test(a.content_type) && a.size < 5e6 && h`<img src=${at} alt="" loading="lazy">`}<p><b>${a.filename || 'unnamed'}</><br><span.hint>${a.content_type}, ${size(a.size)}${a.inline && ', inline'}</></>
				${at && h`<a.button href=${at} download>${icon('down')}<span>Download`}`;
		})}` : empty('clip', 'No attachments', 'This mail carries no files.'), m.structure && [h`<h2>Structure`, h`<pre tabindex="0">${part(m.structure, '')}`]];
	}

	headers(m) {
		return [h`<table.headers><tbody>${m.headers.map(x => h`<tr class=${x.trace ? 'trace' : ''}><th scope="row">${x.name}</><td>${x.value}`)}`, m.defects?.length > 0 && hint(`Could not be read: ${m.defects.join('; ')}`)];
	}

	// source reads the bytes when the tab is opened first.
	source(m) {
		if (!this.copy) return empty('inbox', 'No copy is left', 'The mail lies in no mailbox any more.');
		const raw = this.use(`${file(this.copy)}/raw`);
		return raw === undefined ? loading() : h`<div.tools><button class="button" @click=${() => copied(raw)}>${icon('copy')}<span>Copy</></>${raw.length > shown && h`<span.hint>The first ${size(shown)} of ${size(m.size)}: download it to see all.`}</><pre.source tabindex="0">${raw.slice(0, shown)}`;
	}

	transcript({ transcripts }) {
		return transcripts.length ? transcripts.map(t => [hint(`${t.proto} from ${t.remote}${t.login ? `, logged in as ${t.login}` : ''}, ${full(t.started)}`), h`<ol.talk>${t.text.split('\n').filter(Boolean).map(line => h`<li class=${line[0] === 'C' ? 'client' : /^S: [45]/.test(line) ? 'server refused' : 'server'}>
			<span.unseen>${line[0] === 'C' ? 'Client' : 'Server'}: </><code>${line.slice(3)}`)}`]) : empty('app', 'No transcript', 'No SMTP client brought it, or the session is kept no longer.');
	}
}
define('view-mail', ViewMail);
