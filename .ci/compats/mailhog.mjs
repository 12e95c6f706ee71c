// What users of npm mailhog do with it.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { before, after, test } from 'node:test';
import { send } from './smtp.mjs';

const { hostname, port } = new URL(process.env.URL);
const mailhog = createRequire(import.meta.url)('mailhog')({ host: hostname, port });

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
before(async () => {
  await mailhog.deleteAll();
  await send('test@example.org', ['one@example.org'], `From: Test <test@example.org>\nTo: =?UTF-8?Q?=C3=BC?= <one@example.org>\nCc: cc@example.org\nReply-To: answer@example.org\nDate: Sun, 23 Oct 2016 20:59:40 +0200\nSubject: =?UTF-8?B?w7zDpMO2?=
MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="b1"\n\n--b1\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n=C3=BC\n=C3=A4\n--b1\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n<b>=C3=BC</b>\n--b1\nContent-Type: image/png\nContent-Disposition: attachment; filename=dot.png\nContent-Transfer-Encoding: base64\n\n${png}\n--b1--\n`);
  await send('other@example.org', ['two@example.org', 'three@example.org'], 'From: Other <other@example.org>\nTo: two@example.org\nSubject: second\nContent-Type: text/plain\n\ntext content');
});
after(() => mailhog.deleteAll());

test('messages come newest first, by page', async () => {
  const all = await mailhog.messages();
  assert.equal(all.total, 2);
  assert.deepEqual(all.items.map((m) => m.subject), ['second', 'üäö']);
  const page = await mailhog.messages(1, 1);
  assert.deepEqual([page.count, page.start, page.items[0].subject], [1, 1, 'üäö']);
});
test('text, HTML and attachments are decoded', async () => {
  const mail = await mailhog.latestTo('one@example.org');
  assert.equal(mail.text, 'ü\r\nä');
  assert.equal(mail.html, '<b>ü</b>');
  assert.deepEqual(mail.attachments.map((a) => [a.name, a.type, a.encoding]), [['dot.png', 'image/png', 'base64']]);
  assert.equal(mail.attachments[0].Body.replace(/\s/g, ''), png);
});
test('fields of the header', async () => {
  const mail = await mailhog.latestFrom('test@example.org');
  assert.deepEqual([mail.from, mail.to, mail.cc, mail.replyTo], ['Test <test@example.org>', 'ü <one@example.org>', 'cc@example.org', 'answer@example.org']);
  assert.equal(mail.date.getTime(), Date.parse('2016-10-23T18:59:40Z'));
  assert.ok(mail.deliveryDate > mail.date);
});
test('search by sender, recipient and content', async () => {
  assert.equal((await mailhog.search('example.org', 'from')).total, 2);
  assert.equal((await mailhog.search('three@example.org', 'to')).items[0].subject, 'second');
  assert.equal((await mailhog.latestContaining('TEXT content')).text, 'text content');
  assert.equal((await mailhog.latestContaining('dot.png')).subject, 'üäö');
  assert.equal((await mailhog.search('nothing of it')).count, 0);
  assert.equal(await mailhog.latestTo('nobody@example.org'), 0);
});
test('a message is deleted, and all', async () => {
  const mail = await mailhog.latestTo('two@example.org');
  assert.equal((await mailhog.deleteMessage(mail.ID)).statusCode, 200);
  assert.equal((await mailhog.messages()).count, 1);
  assert.equal((await mailhog.deleteAll()).statusCode, 200);
  assert.equal((await mailhog.messages()).total, 0);
});
