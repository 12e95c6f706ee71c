// Settings: how to connect, what the world does by itself, and how the page looks.
import { View, address, api, ask, button, can, card, copied, count, define, editJSON, h, hint, loading, now, page, remember, remembered, select, state, table, when } from './view.js';
import { keySwitch } from './keys.js';

// snippets say how a framework is told where mail goes; %h and %p are put in.
export const snippets = {
	Rails: '# config/environments/development.rb\nconfig.action_mailer.delivery_method = :smtp\nconfig.action_mailer.smtp_settings =\n  { address: "%h", port: %p, enable_starttls_auto: false }',
	Django: '# settings.py\nEMAIL_HOST = "%h"\nEMAIL_PORT = %p', Laravel: '# .env\nMAIL_MAILER=smtp\nMAIL_HOST=%h\nMAIL_PORT=%p', Symfony: '# .env\nMAILER_DSN=smtp://%h:%p',
	'Spring Boot': '# application.properties\nspring.mail.host=%h\nspring.mail.port=%p', Nodemailer: 'nodemailer.createTransport({ host: "%h", port: %p, ignoreTLS: true })',
	Go: '// net/smtp\nsmtp.SendMail("%h:%p", nil, from, to, message)', Python: 'smtplib.SMTP("%h", %p).send_message(message)', '.NET': 'new SmtpClient("%h", %p).Send(mail);',
};

// others are changed as JSON.
const others = [['Links', 'links', 'admin'], ['Recipients', 'recipients', 'admin'], ['Who writes', 'ai', 'member'], ['Pace of people', 'pace', 'member'], ['Webhooks', 'webhooks', 'admin'], ['What is kept', 'retention', 'admin']];

class ViewSettings extends View {
	draw() {
		const c = this.use('/connection'), world = this.use('/world', /^world/)?.world;
		if (!c || !world) return loading();
		const smtp = c.services.find(s => s.name === 'SMTP') || { address: '127.0.0.1', port: 1025 }, name = remembered('framework', 'Rails');
		const text = (snippets[name] || snippets.Rails).replaceAll('%h', smtp.address).replaceAll('%p', smtp.port), pick = (key, v) => { remember(key, v); this.update(); };
		return page('Settings', null, [h`<div.columns>${card('Connect your application', [table(['Service', 'Address', 'Security'], c.services.map(s => [h`<b>${s.name}`, h`<code>${s.address}:${s.port}`, s.security])),
			hint(c.smtp_auth_required ? `A login is needed (${c.auth_mechanisms.join(', ')}). ` : 'No login is needed. ', h`<a href=${address('/connection/cert')} download>Certificate`)])}
			${card('With your framework', [h`<div.bar>${select('Framework', Object.keys(snippets), name, v => pick('framework', v))}<button class="button" @click=${() => copied(text)}>Copy`, h`<pre tabindex="0">${text}`])}
			${card('This page', h`<div.bar>${select('Colours', [['auto', 'Colours of the system'], ['light', 'Light'], ['dark', 'Dark']], remembered('theme', 'auto'), v => { document.documentElement.dataset.theme = v; pick('theme', v); })}${keySwitch()}
				${state.me.kind !== 'anonymous' && h`<button class="button" @click=${() => api.post('/signout').finally(() => location.reload())}>Sign out`}`)}
			${can('member') && card('Rules of this universe', h`<div.actions>${others.map(([title, path, role]) => button(title, () => this.other(title, path), { role }))}${button('Empty it', () => ask('Empty this universe?', 'Mail, people, cases, plans and events go. Logins and recipient rules stay.', 'Empty it', () => api.post('/reset', { keep: ['logins', 'recipients'] }).then(() => location.reload())), { role: 'admin', kind: 'danger' })}`)}`,
		h`<section><h2>The world <small>${world.company.name && `of ${world.company.name}`}</></>${world.streams.length ? h`<ul.rules>${world.streams.map(s => h`<li class=${s.enabled ? 'card rule' : 'card rule off'} key=${s.id}><div><h3>${s.kind} <small>${s.per_day} a day to ${s.to.join(', ')}</></>${hint([s.brief, s.next && `the next ${when(s.next, now())}`].filter(Boolean).join('; '))}</>
			<p.hits><b>${count(s.sent)}</><span.hint>sent</></>${can('admin') && h`<span.job-actions>${button('Send one', () => api.post(`/world/streams/${s.id}/send`), { kind: 'small' })}${button(s.enabled ? 'Turn off' : 'Turn on', () => api.put('/world', { ...world, streams: world.streams.map(({ sent, next, ...o }) => (o.id === s.id ? { ...o, enabled: !s.enabled } : o)) }), { kind: 'small' })}`}`)}` : hint('No mail comes by itself.')}`]);
	}

	// other opens a setting as JSON.
	async other(title, path) {
		const got = await api.get(`/${path}`);
		editJSON(title, path === 'links' ? got.policy : path === 'ai' ? { mode: got.mode } : got, v => api.put(`/${path}`, v));
	}
}
define('view-settings', ViewSettings);
