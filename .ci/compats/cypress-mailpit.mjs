// The commands of cypress-mailpit.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { cy, setUp } from './cy.mjs';

setUp({ env: { MAILPIT_URL: process.env.URL, MAILPIT_USERNAME: 'admin', MAILPIT_PASSWORD: 'admin' } });
await import('./cypress-mailpit-bundle.mjs');
beforeEach(() => cy.mailpitDeleteAllEmails());

test('sends one mail, which three recipients make no more than one message', async () => {
  const { ID } = await cy.mailpitSendMail();
  assert.match(ID, /^\w+$/);
  const all = await cy.mailpitGetAllMails();
  assert.equal(all.messages_count, 1);
  assert.deepEqual(all.messages[0].Bcc, [{ Name: '', Address: 'bcc@example.com' }]);
});
test('refuses an address', () => assert.rejects(async () => cy.mailpitSendMail({ to: [{ Email: '', Name: 'To' }] }), /400: Bad Request.*invalid To address/));
test('keeps copies, answers and tags', async () => {
  await cy.mailpitSendMail({ cc: [{ Email: 'custom-cc@example.com', Name: 'CC' }], bcc: ['custom-bcc@example.com'], replyTo: [{ Email: 'r@example.com', Name: 'R' }], tags: ['tag1', 'tag2'] });
  const mail = await cy.mailpitGetMail();
  assert.equal(mail.Cc[0].Address, 'custom-cc@example.com');
  assert.equal(mail.Bcc[0].Address, 'custom-bcc@example.com');
  assert.equal(mail.ReplyTo[0].Address, 'r@example.com');
  assert.deepEqual(mail.Tags, ['tag1', 'tag2']);
});
test('pages through mails', async () => {
  for (let i = 0; i < 5; i++) await cy.mailpitSendMail({ subject: `Paginated ${i}` });
  const page = await cy.mailpitGetAllMails(2, 2);
  assert.deepEqual([page.messages.length, page.total, page.count, page.start, page.unread], [2, 5, 2, 2, 5]);
  assert.deepEqual(page.messages.map((m) => m.Subject), ['Paginated 2', 'Paginated 1']);
  assert.equal((await cy.mailpitGetAllMails(4, 2)).messages.length, 1);
  const first = (await cy.mailpitGetAllMails()).messages.find((m) => m.Subject === 'Paginated 0');
  assert.equal((await cy.mailpitGetMail(first.ID)).Subject, 'Paginated 0');
});
test('reads the latest mail', async () => {
  await cy.mailpitSendMail({ to: [{ Email: 'to@example.com', Name: 'To' }, { Email: 'text@example.com', Name: 'To' }], from: { Email: 'f@example.com', Name: 'F' }, subject: 'Test', textBody: 'Test', htmlBody: '<p>Test</p>',
    attachments: [{ Content: 'SGVsbG8gV29ybGQ=', FileName: 'hello.txt' }, { Content: 'SGVsbG8gV29ybGQ=', FileName: 'hello2.txt' }] });
  await cy.mailpitGetMail().mailpitGetSubject().should('eq', 'Test');
  await cy.mailpitGetMail().mailpitGetFromAddress().should('eq', 'f@example.com');
  await cy.mailpitGetMail().mailpitGetRecipientAddress().should('contain', 'to@example.com');
  await cy.mailpitGetMail().mailpitGetMailHTMlBody().should('contain', '<p>Test</p>');
  await cy.mailpitGetMail().mailpitGetMailTextBody().should('eq', 'Test');
  assert.deepEqual(await cy.mailpitGetMail().mailpitGetAttachments(), ['hello.txt', 'hello2.txt']);
});
test('searches', async () => {
  await cy.mailpitSendMail();
  await cy.mailpitSendMail();
  await cy.mailpitSendMail({ htmlBody: '<p>Test</p>', textBody: 'Test', subject: 'My Test', to: [{ Email: 'test@example.com', Name: 'To' }] });
  const found = await cy.mailpitSearchEmails('Test');
  assert.deepEqual([found.messages.length, found.messages_count, found.total, found.count], [1, 1, 3, 1]);
  assert.match(found.messages[0].Snippet, /Test/);
  assert.equal((await cy.mailpitGetEmailsBySubject('My Test')).messages_count, 1);
  assert.equal((await cy.mailpitGetEmailsByTo('test@example.com')).messages_count, 1);
  await cy.mailpitHasEmailsBySearch('subject:"My Test"');
  await cy.mailpitNotHasEmailsBySubject('Nonexistent');
  await cy.mailpitHasEmailsByTo('jane@example.com');
  await assert.rejects(async () => cy.mailpitHasEmailsByTo('nobody@example.com', 0, 50, { timeout: 300, interval: 100 }), /Timed out/);
  await cy.mailpitDeleteEmailsBySearch('to:jane@example.com');
  assert.equal((await cy.mailpitGetAllMails()).total, 1);
});
test('marks mails', async () => {
  for (let i = 0; i < 3; i++) await cy.mailpitSendMail({ subject: `Test ${i}` });
  const read = async () => (await cy.mailpitGetAllMails()).messages.map((m) => m.Read);
  assert.deepEqual(await read(), [false, false, false]);
  await cy.mailpitGetMail().mailpitSetStatusAsRead().should('eq', 'ok');
  assert.deepEqual(await read(), [true, false, false]);
  await cy.mailpitSetAllEmailStatusAsRead().should('eq', 'ok');
  assert.deepEqual(await read(), [true, true, true]);
  const { messages } = await cy.mailpitGetAllMails();
  await cy.wrap(messages.slice(0, 2)).mailpitSetStatusAsUnRead().should('eq', 'ok');
  assert.deepEqual(await read(), [false, false, true]);
  await cy.mailpitSetAllEmailStatusAsUnRead();
  assert.deepEqual(await read(), [false, false, false]);
});
test('asks the spam filter', async () => {
  await cy.mailpitSendMail();
  const report = await cy.mailpitGetMail().mailpitGetMailSpamAssassinSummary();
  assert.equal(report.Error, '');
  assert.equal(typeof report.IsSpam, 'boolean');
  assert.equal(typeof report.Score, 'number');
  assert.ok(Array.isArray(report.Rules));
});
