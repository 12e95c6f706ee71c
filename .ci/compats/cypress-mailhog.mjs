// The commands of cypress-mailhog.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { beforeEach, test } from 'node:test';
import { cy, setUp } from './cy.mjs';
import { send, talk } from './smtp.mjs';

setUp({ config: { mailHogUrl: process.env.URL + '/' }, env: {} });
createRequire(import.meta.url)('cypress-mailhog');
beforeEach(async () => { await cy.mhSetJimMode(false); await cy.mhDeleteAll(); });

const single = () => send('single@example.com', ['recipient@example.com'], 'From: single@example.com\nTo: recipient@example.com\nSubject: Single Mail\nContent-Type: text/html; charset=utf-8\n\n<b>Hello</b>\n');
const bulk = async (n) => { for (let i = 0; i < n; i++) await send(`bulk-${i % 2}@example.com`, [`to-${i % 3}@example.com`], `From: bulk-${i % 2}@example.com\nTo: to-${i % 3}@example.com\nSubject: Bulk ${i % 5}\n\nnumber ${i}\n`); };

test('lists and deletes', async () => {
  await bulk(10);
  await cy.mhGetAllMails().should('have.length', 10);
  await cy.mhGetAllMails(4).should('have.length', 4);
  await cy.mhWaitForMails(9);
  await cy.mhDeleteAll();
  await cy.mhGetAllMails().should('have.length', 0);
});
test('filters', async () => {
  await bulk(10);
  await cy.mhGetMailsBySubject('Bulk 1').should('have.length', 2);
  await cy.mhGetMailsByRecipient('to-0@example.com').should('have.length', 4);
  await cy.mhGetMailsBySender('bulk-1@example.com').should('have.length', 5);
  await cy.mhGetAllMails().mhFilterBySubject('Bulk 1').mhFilterBySender('bulk-1@example.com').mhFilterByRecipient('to-1@example.com').should('have.length', 1);
  await cy.mhSearchMails('from', 'bulk-0').should('have.length', 5);
  await cy.mhSearchMails('to', 'to-2@example.com').should('have.length', 3);
  await cy.mhSearchMails('containing', 'number 7').should('have.length', 1);
});
test('reads one', async () => {
  await single();
  const mail = () => cy.mhGetAllMails().mhFirst();
  await mail().mhGetSubject().should('eq', 'Single Mail');
  await mail().mhGetSender().should('eq', 'single@example.com');
  await mail().mhGetRecipients().should('contain', 'recipient@example.com');
  await mail().mhGetBody().should('contain', '<b>Hello</b>');
  await cy.mhHasMailWithSubject('Single Mail');
  await cy.mhHasMailFrom('single@example.com');
  await cy.mhHasMailTo('recipient@example.com');
});
test('names attachments', async () => {
  await send('a@example.com', ['b@example.com'], 'From: a@example.com\nTo: b@example.com\nSubject: Files\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nx\n--b\nContent-Type: application/pdf\nContent-Disposition: attachment; filename=sample.pdf\n\nx\n--b--\n');
  assert.deepEqual(await cy.mhGetAllMails().mhFirst().mhGetAttachments(), ['sample.pdf']);
});
test('lets Jim in and out', async () => {
  assert.equal(await cy.mhGetJimMode(), false);
  await cy.mhSetJimMode(true);
  assert.equal(await cy.mhGetJimMode(), true);
  await fetch(process.env.URL + '/api/v2/jim', { method: 'PUT', body: JSON.stringify({ AcceptChance: 1, RejectRecipientChance: 1 }) });
  const replies = await talk(['EHLO x.test', 'MAIL FROM:<a@example.com>', 'RCPT TO:<b@example.com>', 'QUIT']);
  assert.match(replies[2], /^550 /);
  await cy.mhSetJimMode(false);
  assert.equal(await cy.mhGetJimMode(), false);
  await single();
});
