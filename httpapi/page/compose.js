// Writing: a mail by anybody to anybody, or one put straight into a mailbox.
import { addresses, api, dialog, field, form, h, hint, toast } from './view.js';

const hows = { send: ['Send', 'As SMTP would: people read it and may answer.'], inject: ['File', 'Straight into the mailbox: nobody is told.'] };

const read = f => new Promise((done, fail) => {
	const r = new FileReader();
	r.onload = () => done({ filename: f.name, content_type: f.type || 'application/octet-stream', data: r.result.split(',')[1] || '' });
	r.onerror = () => fail(new Error(`${f.name} cannot be read`));
	r.readAsDataURL(f);
});

// send does with the fields what was chosen.
async function send(how, f, of) {
	if (how !== 'send') {
		const { to, from, subject, text } = f, at = await api.post('/inject', { to, from, subject, text });
		return toast(`Filed in ${at.folder} of ${to}`);
	}
	const files = (f.files || []).filter(x => x.name);
	await api.post('/send', { from: f.from, to: addresses(f.to), cc: addresses(f.cc), bcc: addresses(f.bcc), subject: f.subject, text: f.text, html: f.html, in_reply_to: of.in_reply_to || '', references: of.references || [], attachments: await Promise.all(files.map(read)) });
	toast('Sent');
}

// compose opens the window. of: {title, from, to, subject, in_reply_to, references}.
export async function compose(of = {}) {
	const boxes = await api.get('/mailboxes').catch(() => []), own = boxes.find(b => !b.persona_id)?.address, list = 'addresses';
	let how = 'send';
	dialog(of.title || 'Write a mail', (close, redraw) => [h`<datalist id=${list}>${boxes.slice(0, 500).map(b => h`<option value=${b.address}>${b.display_name || b.persona}`)}`,
		!of.in_reply_to && h`<div.actions role="radiogroup" aria-label="How">${Object.entries(hows).map(([v, [text]]) => h`<label.switch><input type="radio" name="how" ?checked=${how === v} @change=${() => { how = v; redraw(); }}> ${text}`)}`, hint(hows[how][1]),
		form(async (f, el) => { await send(how, { ...f, files: [...(el.elements.files?.files || [])] }, of); close(); }, h`<div.form key=${how}>${[field('From', 'from', { value: of.from || own || '', required: true, list }), field('To', 'to', { value: of.to || '', required: true, list }),
				how === 'send' && h`<details><summary>Cc, Bcc, HTML, files</>${field('Cc', 'cc')}${field('Bcc', 'bcc')}${field('HTML', 'html', { rows: 4, hint: 'Left out, the mail is text alone.' })}${field('Files', 'files', { type: 'file', multiple: true })}`,
				field('Subject', 'subject', { value: of.subject || '' }), field('Text', 'text', { rows: 9 })]}`, hows[how][0])], true);
}

// reply writes an answer of one of those who got a mail.
export const reply = (mail, as) => compose({ title: as.persona ? `Answer as ${as.persona}` : 'Answer', from: as.address, to: [mail.reply_to].flat()[0] || mail.from, subject: /^re:/i.test(mail.subject) ? mail.subject : `Re: ${mail.subject || ''}`,
	in_reply_to: mail.message_id, references: [...(mail.references || []), mail.message_id] });
