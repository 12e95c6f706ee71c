// What users of mailpit-api do with it, and what its websocket tells.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { MailpitClient } from 'mailpit-api';
import WebSocket from 'ws';
import { send, talk } from './smtp.mjs';

const auth = { username: 'u', password: 'p' };
const mailpit = new MailpitClient(process.env.URL, { auth });
const events = {
  waits: [],
  connect: () => new Promise((done, no) => {
    events.socket = new WebSocket(process.env.URL.replace('http', 'ws') + '/api/events', { auth: 'u:p' });
    events.socket.on('open', done).on('error', no).on('message', (data) => {
      const event = JSON.parse(data);
      events.waits = events.waits.filter((w) => w.type !== event.Type || w.done(event));
    });
  }),
  waitForEvent: (type) => new Promise((resolve) => events.waits.push({ type, done: (event) => { resolve(event); return false; } })),
  disconnect: () => events.socket.close(),
};
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const request = {
  From: { Email: 'sender@example.test', Name: 'Sender Name' }, To: [{ Email: 'recipient@example.test', Name: 'Recipient Name' }], Cc: [{ Email: 'cc@example.test', Name: 'Carbon' }],
  Bcc: ['bcc@example.test'], ReplyTo: [{ Email: 'noreply@example.test', Name: 'No Reply' }], Subject: 'With Attachment', Text: 'This is a test.',
  HTML: '<div style="text-align:center"><p>It is <b>here</b>!</p>\n  <p><img src="cid:inline-image" /></p></div>\n<p><a href="https://example.test">Link</a></p>',
  Headers: { 'List-Unsubscribe': '<mailto:u@example.test>, <https://example.test/u>' },
  Attachments: [{ Content: png, Filename: 'test.png' }, { Content: png, Filename: 'inline.png', ContentID: 'inline-image', ContentType: 'image/png' }],
};
let id;

before(async () => { await mailpit.deleteMessages(); await events.connect(); });
after(async () => { events.disconnect(); await mailpit.deleteMessages(); });

test('a new message is told, then what there is', async () => {
  const told = events.waitForEvent('new'), stats = events.waitForEvent('stats');
  id = (await mailpit.sendMessage(request)).ID;
  assert.equal((await told).Data.ID, id);
  assert.equal((await told).Data.Username, 'u');
  assert.equal(typeof (await stats).Data.Total, 'number');
});
test('mail over SMTP is told as well', async () => {
  const told = events.waitForEvent('new');
  await send('a@example.test', ['b@example.test', 'c@example.test'], 'From: a@example.test\nTo: b@example.test\nSubject: By SMTP\n\nhello\n');
  assert.deepEqual([(await told).Data.Subject, (await told).Data.Bcc], ['By SMTP', [{ Name: '', Address: 'c@example.test' }]]);
  await mailpit.deleteMessagesBySearch({ query: 'subject:"By SMTP"' });
});
test('a message has its parts', async () => {
  const m = await mailpit.getMessageSummary(id);
  assert.deepEqual([m.Attachments.length, m.Inline.length, m.ReturnPath, m.Text], [1, 1, 'sender@example.test', request.Text]);
  assert.deepEqual(m.ListUnsubscribe.Links, ['mailto:u@example.test', 'https://example.test/u']);
  assert.equal((await mailpit.getMessageAttachment(id, m.Attachments[0].PartID)).type, 'image/png');
  assert.equal((await mailpit.getAttachmentThumbnail(id, m.Attachments[0].PartID)).type, 'image/jpeg');
});
test('its header has these fields', async () => {
  const names = Object.keys(await mailpit.getMessageHeaders(id)).sort();
  assert.deepEqual(names, ['Bcc', 'Cc', 'Content-Type', 'Date', 'From', 'List-Unsubscribe', 'Message-Id', 'Mime-Version', 'Reply-To', 'Return-Path', 'Subject', 'To']);
  assert.match(await mailpit.getMessageSource(id), /^Subject: With Attachment\r$/m);
});
test('lists and searches', async () => {
  assert.equal((await mailpit.listMessages(0, 10)).messages[0].ID, id);
  assert.equal((await mailpit.searchMessages({ query: 'subject:With', start: 0, limit: 10 })).messages_count, 1);
  assert.equal((await mailpit.searchMessages({ query: 'addressed:<bcc@example.test>' })).messages_count, 1);
  assert.equal((await mailpit.searchMessages({ query: 'has:attachment is:read tag:none' })).messages_count, 0);
});
test('read marks are told', async () => {
  const told = events.waitForEvent('update');
  assert.equal(await mailpit.setReadStatus({ IDs: [id], Read: false }), 'ok');
  assert.deepEqual((await told).Data, { ID: id, Read: false });
});
test('tags', async () => {
  const told = events.waitForEvent('update');
  await mailpit.setTags({ IDs: [id], Tags: ['one'] });
  assert.deepEqual((await told).Data, { ID: id, Tags: ['one'] });
  await mailpit.renameTag('one', 'two');
  assert.deepEqual(await mailpit.getTags(), ['two']);
  await mailpit.deleteTag('two');
});
test('checks', async () => {
  const html = await mailpit.htmlCheck(id);
  assert.ok(html.Warnings[0].Results.length > 0 && html.Total.Supported > 0 && html.Total.Supported < 100);
  const links = await mailpit.linkCheck(id, true);
  assert.deepEqual(links.Links.map((l) => l.URL), ['https://example.test']);
  assert.equal((await mailpit.spamAssassinCheck(id)).Error, '');
});
test('chaos is told by SMTP', async () => {
  const triggers = { Authentication: { ErrorCode: 451, Probability: 0 }, Recipient: { ErrorCode: 550, Probability: 100 }, Sender: { ErrorCode: 453, Probability: 0 } };
  assert.deepEqual(await mailpit.setChaosTriggers(triggers), triggers);
  assert.deepEqual(await mailpit.getChaosTriggers(), triggers);
  const replies = await talk(['EHLO x.test', 'MAIL FROM:<a@example.test>', 'RCPT TO:<b@example.test>', 'QUIT']);
  assert.equal(replies[2], '550 Chaos recipient error');
  await mailpit.setChaosTriggers({ Recipient: { Probability: 0 } });
  await send('a@example.test', ['b@example.test'], 'From: a@example.test\n\nx\n');
});
test('pages', async () => {
  assert.ok((await mailpit.renderMessageHTML(id)).startsWith('<div style="text-align:center">'));
  assert.match(await mailpit.renderMessageHTML(id, 1), /target="_blank" rel="noreferrer noopener"/);
  assert.equal(await mailpit.renderMessageText(id), request.Text);
});
test('info and settings', async () => {
  assert.match((await mailpit.getInfo()).Version, /^v1\.\d+\.\d+$/);
  assert.equal((await mailpit.getConfiguration()).ChaosEnabled, true);
});
test('a release without a relay is refused', async () => {
  await assert.rejects(mailpit.releaseMessage(id, { To: ['x@example.test'] }), /400/);
});
test('deletes are told', async () => {
  const one = events.waitForEvent('delete');
  await mailpit.deleteMessages({ IDs: [id] });
  assert.deepEqual((await one).Data, { ID: id });
  const all = events.waitForEvent('truncate');
  await mailpit.deleteMessages();
  assert.equal((await all).Data, null);
  assert.deepEqual(((stats) => [stats.Total, stats.Unread])((await events.waitForEvent('stats')).Data), [0, 0]);
});
test('a wrong password is refused', async () => {
  await assert.rejects(new MailpitClient(process.env.URL, { auth: { username: 'u', password: 'wrong' } }).getInfo(), /401/);
  await assert.rejects(new MailpitClient(process.env.URL).getInfo(), /401/);
});
