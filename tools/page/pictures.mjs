// The pictures of the README, from a seeded world: docs/images/inbox.png and
// docs/images/conversation.png.
import fs from 'node:fs';
import path from 'node:path';
import { ADMIN, Server, launch, open, settled, stopAll, to, until } from './harness.mjs';

const world = `
id: u_shop
name: Lumen Lamps
seed: pictures
clock: {start: 2026-03-02T08:12:00Z, frozen: true}
keys: [{key: "${ADMIN}", name: ci, role: admin}]
logins: [{address: help@lumen.test, password: lumen-secret-1}]
personas:
  - {id: p_mira, name: Mira Okafor, role: Office manager, org: Harbour Studio, addresses: [mira@harbour.test], temperament: responsive, case_ids: [LU-2041], style: {length: short, formality: casual, client: iphone}, timing: {reply_rate: 1, delay: {median: 25m, spread: 1}}}
  - {id: p_tom, name: Tom Brandt, role: Accounts, org: Fernwood GmbH, addresses: [tom.brandt@fernwood.test], temperament: procedural, timing: {reply_rate: 1, delay: {median: 130m, spread: 1}, hours: {tz: Europe/Berlin}}}
  - {id: p_ines, name: Inês Duarte, role: Lighting designer, org: Atelier Duarte, addresses: [ines@atelier.test], temperament: skeptical, timing: {reply_rate: 1, delay: {median: 5h, spread: 1}}, style: {filter: strict}}
cases:
  - {id: LU-2041, title: Order LU-2041, facts: {order: LU-2041, items: two desk lamps}}
world:
  company: {name: Lumen Lamps, domain: lumen.test, tz: Europe/Lisbon, mailboxes: [{address: help@lumen.test, name: Lumen help desk, role: support}, {address: sales@lumen.test, name: Lumen sales, role: sales}]}
  streams:
    - {id: support, kind: support, per_day: 60, enabled: true, to: [help@lumen.test], brief: lamps that flicker, new_people: 1}
    - {id: leads, kind: lead, per_day: 40, enabled: true, to: [sales@lumen.test], brief: lighting for a new office, new_people: 1}
    - {id: spam, kind: spam, per_day: 12, enabled: true, to: [sales@lumen.test]}
pace: {factor: 1, ignore_hours: true}
`;
const order = `<div style="font-family:Georgia,serif;max-width:520px;margin:12px auto;color:#222"><p style="letter-spacing:.2em;font-size:11px;color:#17685b">LUMEN LAMPS</p><h1 style="font-weight:400;margin:.2em 0">Your lamps arrive on Thursday</h1>
<p>Dear Mira, the two desk lamps of order LU-2041 arrive on <b>Thursday</b> instead of Wednesday. Is that all right with you?</p><p><a href="https://lumen.test/orders/LU-2041" style="background:#17685b;color:#fff;padding:10px 18px;border-radius:6px;text-decoration:none">See your order</a></p></div>`;

const browser = await launch(), images = path.join(import.meta.dirname, '../../docs/images');
fs.mkdirSync(images, { recursive: true });
const s = await Server.start({ world });
await s.post('/clock/advance', { by: '5h' });
await s.post('/send', { from: 'Lumen help desk <help@lumen.test>', to: ['mira@harbour.test', 'tom.brandt@fernwood.test', 'ines@atelier.test'], subject: 'Order LU-2041: your lamps arrive on Thursday', text: 'Dear Mira,\n\nthe two desk lamps of order LU-2041 arrive on Thursday instead of Wednesday. Is that all right with you?\n\nThe Lumen team', html: order });
const mail = (await s.get('/mails?limit=1')).mails[0];
await s.post('/clock/advance', { by: '40m' });
const page = await open(s, `#/mail/${mail.id}`, { width: 1280, height: 720 });
await settled(page);
await until('the frame', () => page.frames().length > 1);
await page.waitForTimeout(500);
await page.screenshot({ path: path.join(images, 'inbox.png') });
await page.emulateMedia({ colorScheme: 'dark' });
await to(page, `#/thread/${mail.id}`);
await page.evaluate(() => { const m = document.querySelector('main'); m.scrollTop = m.scrollHeight; });
await page.waitForTimeout(300);
await page.screenshot({ path: path.join(images, 'conversation.png') });
await browser.close();
await stopAll();
for (const f of fs.readdirSync(images)) console.log(`  docs/images/${f}: ${fs.statSync(path.join(images, f)).size} bytes`);
process.exit(0);
