// Checks of the page in a real browser against the real binary.
import http from 'node:http';
import { ADMIN, Server, VIEWER, WORLD, axe, check, counts, equal, launch, ok, open, settled, short, sink, sleep, stopAll, to, until } from './harness.mjs';
import { hostile } from './hostile.mjs';

const browser = await launch();
const server = await Server.start();
const rows = page => page.locator('virtual-list .row');
const subjects = async page => (await page.locator('virtual-list .row .subject').allInnerTexts()).map(t => t.replace(/^unread:\s*/, ''));
const clean = page => equal(page.wrong, [], 'what must not happen');
const find = async subject => (await server.get(`/mails?q=${encodeURIComponent(`subject:${subject}`)}`)).mails[0];
const delivered = async (mail, s = server) => {
  equal(await s.mail(mail), '', 'refused');
  return until(`${mail.subject} is there`, async () => (await s.get('/mails?limit=20')).mails.find(m => m.subject === mail.subject));
};

// A listener that counts who comes: nobody must.
const visitors = [];
const listener = http.createServer((q, r) => { visitors.push(q.url); r.end(); });
await new Promise(done => listener.listen(0, '127.0.0.1', done));
const trap = `http://127.0.0.1:${listener.address().port}`;

await check('1 headers: a strict policy, and no other host in any file', async () => {
  const r = await fetch(server.url), csp = r.headers.get('content-security-policy'), text = await r.text();
  equal(r.status, 200);
  for (const part of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'", "require-trusted-types-for 'script'"]) ok(csp.includes(part), `${part} is not in ${csp}`);
  ok(!csp.includes('unsafe-'), csp);
  equal(r.headers.get('x-content-type-options'), 'nosniff');
  const seen = new Set();
  let bytes = text.length;
  const follow = async path => {
    if (seen.has(path)) return;
    seen.add(path);
    const a = await fetch(new URL(path, server.url)), body = await a.text();
    equal(a.status, 200, path);
    ok(a.headers.get('cache-control').includes('immutable'), path);
    bytes += body.length;
    const hosts = [...body.matchAll(/https?:\/\/[^\s'"`)]+/g)].map(m => m[0]).filter(u => !u.startsWith('http://www.w3.org/'));
    equal(hosts, [], `${path} names other hosts`);
    for (const [, to] of body.matchAll(/(?:from|import) '\.\/([^']+)'/g)) await follow(path.replace(/[^/]*$/, to));
  };
  for (const [, path] of text.matchAll(/(?:href|src)="(page\/[^"]+)"/g)) await follow(path);
  ok(seen.size > 15 && bytes < 120_100, `${seen.size} files, ${bytes} bytes`);
});

await check('2 a mail by SMTP appears without a reload, and is announced once', async () => {
  const page = await open(server);
  await settled(page);
  await page.evaluate(() => { window.here = 1; window.said = []; new MutationObserver(() => window.said.push(document.getElementById('polite').textContent)).observe(document.getElementById('polite'), { childList: true, characterData: true, subtree: true }); });
  equal(await server.mail({ subject: 'first of all' }), '');
  const begun = Date.now();
  await page.getByText('first of all').first().waitFor({ timeout: 30_000 });
  console.log(`    it appeared after ${Date.now() - begun} ms (wanted: 1000)`);
  await until('the announcement', () => page.evaluate(() => window.said.length), 8000);
  equal(await page.evaluate(() => [window.here, window.said.length]), [1, 1]);
  clean(page);
  await page.close();
});

await check('3 many mails at once: the page answers keys, the list is right at the end', async () => {
  const s = await Server.start(), n = short ? 300 : 1000, page = await open(s);
  await settled(page);
  await s.mails(Array.from({ length: 60 }, (_, i) => ({ subject: `old ${i}` })));
  const sending = s.mails(Array.from({ length: n }, (_, i) => ({ subject: `burst ${i}`, to: i % 2 ? 'anna@client.test' : 'ben@client.test' })), short ? 6 : 9);
  const waits = [];
  let going = true;
  sending.then(() => { going = false; });
  while (going) {
    waits.push(await page.evaluate(() => new Promise(done => { const t = performance.now(); addEventListener('keydown', () => requestAnimationFrame(() => done(performance.now() - t)), { once: true }); dispatchEvent(new KeyboardEvent('keydown', { key: 'F9' })); })));
    await sleep(150);
  }
  await sending;
  waits.sort((a, b) => a - b);
  await until('the newest mail is on top', async () => (await subjects(page))[0] === `burst ${n - 1}`, 8000);
  await page.evaluate(() => { const l = document.querySelector('virtual-list'); l.scrollTop = l.scrollHeight; });
  const seen = await page.evaluate(() => document.querySelectorAll('virtual-list .row').length);
  ok(seen > 5 && seen < 60, `${seen} rows are drawn`);
  const all = await page.evaluate(() => document.querySelector('virtual-list').items.map(m => m.subject));
  equal(new Set(all).size, all.length, 'no mail twice');
  equal(all.slice(0, n), Array.from({ length: n }, (_, i) => `burst ${n - 1 - i}`).slice(0, all.length), 'order');
  const heap = await page.evaluate(() => performance.memory.usedJSHeapSize / 1e6);
  ok(heap < 150, `${heap} MB`);
  const median = waits[waits.length >> 1];
  console.log(`    ${n} mails: a key waited ${median.toFixed()} ms (wanted: 100; worst ${waits.at(-1).toFixed()}), heap ${heap.toFixed()} MB, ${seen} rows drawn`);
  clean(page);
  await page.close();
  await s.stop();
});

await check('4 mailsimd restarts: a notice, then the stream again, and no mail is missing', async () => {
  const file = `${process.env.TMPDIR || '/tmp'}/page-save-${process.pid}`;
  const s = await Server.start({ args: ['-save', file] }), page = await open(s);
  await settled(page);
  await delivered({ subject: 'before the end' }, s);
  await page.getByText('before the end').first().waitFor();
  const ports = Object.fromEntries(['http', 'smtp', 'smtps', 'imap', 'imaps'].map(k => [k, s.ready[k]?.replace('http://', '')]).filter(([, v]) => v));
  await s.stop();
  await page.getByText('connection to mailsim is lost').waitFor({ timeout: 30_000 });
  const next = await Server.start({ world: '', args: ['-load', file, '-key', ADMIN], ports });
  for (let i = 0; i < 5; i++) await delivered({ subject: `after ${i}` }, next);
  await page.getByText('Connected again').waitFor({ timeout: 15000 });
  await until('all mail is there', async () => { const t = await subjects(page); return [0, 1, 2, 3, 4].every(i => t.includes(`after ${i}`)) && t.includes('before the end'); }, 8000);
  await page.close();
  await next.stop();
});

await check('5 hostile mails: nothing runs, nothing loads', async () => {
  const s = await Server.start(), n = short ? 35 : 420, mails = [];
  for (let i = 0; i < n; i++) {
    const m = hostile(i, trap), at = await s.post('/inject', { to: 'app@ours.test', raw: m.raw });
    mails.push(at);
  }
  const all = [];
  for (let before = ''; ;) {
    const got = await s.get(`/mails?limit=100&before=${before}`);
    all.push(...got.mails);
    if (!(before = got.next)) break;
  }
  equal(all.length, n);
  const page = await open(s);
  await settled(page);
  const framed = new Set();
  for (const [i, m] of all.entries()) {
    await page.evaluate(r => { location.hash = r; }, `#/mail/${m.id}/html`);
    await page.waitForFunction(id => document.querySelector('view-mail iframe')?.src.includes(id), m.id, { timeout: 30_000 });
    const frame = await until('the frame', () => page.frames().find(f => f.url().includes(m.id)));
    await frame.waitForLoadState('load').catch(() => {});
    if (i % 10 === 0) {
      for (const tab of ['text', 'headers', 'files', 'source', 'links', 'story', 'spam']) {
        await page.evaluate(r => { location.hash = r; }, `#/mail/${m.id}/${tab}`);
        await page.waitForTimeout(30);
      }
    }
    framed.add(m.id);
  }
  for (const m of all.slice(0, 12)) await to(page, `#/thread/${m.id}`);
  for (const v of ['#/', '#/events', '#/people', '#/case']) await to(page, v);
  await page.waitForTimeout(500);
  equal(framed.size, n);
  equal(visitors, [], 'visitors');
  ok(page.url().startsWith(s.url), page.url());
  equal(page.asked.filter(u => !u.startsWith(s.url) && !/^(data|cid):/.test(u)), [], 'requests to others');
  equal(await page.evaluate(() => [document.scripts.length, document.querySelectorAll('[onerror],[onload],[onclick],base,object,embed').length, document.forms.length < 3]), [1, 0, true]);
  equal(page.wrong.filter(w => !/sandboxed|Content Security Policy directive.*img-src data:/.test(w)), [], 'what must not happen');
  await page.close();
  await s.stop();
});

await check('6 a remote picture is loaded by a button, not by reading', async () => {
  const m = await delivered({ subject: 'with a picture', html: `<p>see</p><img src="${trap}/pixel.png">` });
  const page = await open(server, `#/mail/${m.id}/html`);
  const button = page.getByRole('button', { name: 'Load 1 remote picture' });
  await button.waitFor();
  await page.waitForTimeout(300);
  equal(visitors, []);
  await button.click();
  await until('the picture', () => visitors.length);
  equal(visitors.splice(0), ['/pixel.png']);
  await page.close();
});

await check('7 names that turn text around, 500 characters, emoji and tags are text, and 360 px hold them', async () => {
  const subject = `\u202egnp.exe <b>bold</b> \u{1F600} ${'long'.repeat(125)}`;
  const word = t => Buffer.from(t).toString('base64').match(/.{1,48}/g).map(p => `=?utf-8?B?${p}?=`).join('\r\n ');
  await server.post('/inject', { to: 'app@ours.test', raw: `From: =?utf-8?B?${Buffer.from('\u202eEve <i>x</i>').toString('base64')}?= <eve@evil.test>\r\nSubject: =?utf-8?B?${Buffer.from(subject).toString('base64')}?=\r\n\r\nbody ${'x'.repeat(500)}\r\n` });
  ok(word('x'), '');
  const page = await open(server, '#/', { width: 360, height: 640 });
  await settled(page);
  const row = page.locator('.row', { hasText: 'gnp.exe' }).first();
  ok((await row.innerText()).includes('<b>bold</b>') && (await row.innerText()).includes('\u27e8202e\u27e9'), await row.innerText());
  await row.click();
  await page.waitForSelector('article.mail');
  equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth && document.querySelector('article.mail').scrollWidth <= innerWidth), true, 'no sideways scroll');
  clean(page);
  await page.close();
});

await check('8 keyboard alone: everything is reached and its focus seen, keys work and can be turned off', async () => {
  const page = await open(server);
  await settled(page);
  const reached = new Set();
  for (let i = 0; i < 45; i++) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => { const e = document.activeElement, s = getComputedStyle(e); return { name: e.getAttribute('aria-label') || e.innerText?.slice(0, 30) || e.placeholder || e.localName, seen: e.localName === 'body' || e.localName === 'main' || s.outlineStyle !== 'none' || e.classList.contains('skip') }; });
    ok(at.seen, `${at.name}: its focus is not seen`);
    reached.add(at.name.trim());
  }
  for (const name of ['+1 h', 'Write a mail', 'People', 'Settings', 'Unread', 'Search mail']) ok([...reached].some(r => r.includes(name)), `${name} is not reached: ${[...reached].join(' | ')}`);
  await page.locator('body').click({ position: { x: 700, y: 700 } });
  await page.keyboard.press('j');
  await page.waitForSelector('article.mail');
  const first = page.url();
  await page.keyboard.press('j');
  await until('the next mail', () => page.url() !== first);
  await page.keyboard.press('k');
  await until('the mail before', () => page.url() === first);
  await page.keyboard.press('u');
  await until('the list', () => !page.url().includes('#/mail/'));
  await page.keyboard.press('/');
  await until('the search', () => page.evaluate(() => document.activeElement.type === 'search'));
  await page.keyboard.type('j e');
  equal(page.url().includes('#/events'), false, 'no keys in a field');
  await page.locator('h1').first().click();
  for (const [key, part] of [['e', 'events'], ['c', 'clock'], ['p', 'people']]) {
    await page.keyboard.press(key);
    await until(part, () => page.url().includes(`#/${part}`));
    await settled(page);
  }
  await page.keyboard.press('?');
  await page.waitForSelector('dialog[open]');
  await until('the switch is off', async () => { // the dialog may be drawn anew beneath the pointer
    const off = () => page.evaluate(() => localStorage.getItem('mailsim.keys') === 'off' && !document.querySelector('dialog .switch input').checked);
    if (await off()) { // a click that took too long may still be on its way, and would turn it on again
      await page.waitForTimeout(300);
      if (await off()) return true;
    }
    await page.getByLabel('Single keys work').uncheck({ timeout: 1000 }).catch(() => {});
  });
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog', { state: 'detached' });
  await page.keyboard.press('e');
  await page.waitForTimeout(150);
  equal(new URL(page.url()).hash, '#/people', 'keys are off');
  clean(page);
  await page.context().close();
});

// The nine views, with something in them.
const mail = await delivered({ subject: 'Your order LU-1', text: 'Dear Anna, does Thursday suit you?\n\n> quoted', html: '<h1>Your order</h1><p>Does Thursday suit you? <a href="https://ours.test/order">See it</a></p>', headers: '' });
const views = () => [['list', '#/'], ['mail', `#/mail/${mail.id}`], ['thread', `#/thread/${mail.id}`], ['person', '#/person/p_anna'], ['people', '#/people'], ['clock', '#/clock'], ['events', '#/events'], ['faults', '#/faults'], ['case', '#/case/LU-1'], ['cases', '#/cases'], ['settings', '#/settings'],
  ...['text', 'story', 'spam', 'auth', 'links', 'files', 'headers', 'source', 'transcript'].map(t => [`mail, ${t}`, `#/mail/${mail.id}/${t}`])];

await check('9 axe: no violation of WCAG 2.2 AA in any view, light and dark', async () => {
  await server.api('PUT', '/faults', { scenario: 'greylisting' });
  try {
  for (const scheme of ['light', 'dark']) {
    const page = await open(server, '#/', { scheme });
    await page.evaluate(() => 0);
    for (const [name, route] of short ? views().slice(0, scheme === 'dark' ? 3 : 12) : views()) {
      await to(page, route);
      if (!await page.evaluate(() => 'axe' in window)) await page.evaluate(axe);
      const found = await page.evaluate(() => axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], iframes: false }));
      equal(found.violations.map(v => `${v.id}: ${v.nodes.slice(0, 3).map(x => `${x.target} ${x.any[0]?.message || ''}`).join('; ')}`), [], `${name}, ${scheme}`);
    }
    await page.getByRole('button', { name: 'Write a mail' }).click();
    await page.waitForSelector('dialog[open]');
    await page.waitForTimeout(400); // colours are those at the end of what moves
    const found = await page.evaluate(() => axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] }));
    equal(found.violations.map(v => `${v.id}: ${v.nodes[0].target}`), [], `writing, ${scheme}`);
    await page.close();
  }
  } finally {
    await server.api('PUT', '/faults', { scenario: 'calm' });
  }
});

await check('10 360 px and 400 % zoom: no view scrolls sideways', async () => {
  for (const [width, height] of short ? [[320, 256]] : [[360, 640], [320, 256], [1920, 1080]]) {
    const page = await open(server, '#/', { width, height });
    for (const [name, route] of short ? views().slice(0, 11) : views()) {
      await to(page, route);
      const wide = await page.evaluate(() => {
        const bad = [...document.querySelectorAll('main, main *')].filter(e => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest('.tabs, pre, table, iframe, .unseen, svg, .cut') && getComputedStyle(e).position !== 'absolute').slice(0, 3);
        return { scroll: Math.max(document.documentElement.scrollWidth, ...[...document.querySelectorAll('main, .mail, .page')].map(e => e.scrollWidth)) > innerWidth, bad: bad.map(e => `${e.localName}.${e.className} ${e.getBoundingClientRect().right | 0}`) };
      });
      ok(!wide.scroll, `${name} at ${width} px: ${wide.bad.join(', ')}`);
    }
    clean(page);
    await page.close();
  }
});

await check('11 +1 h: the answer appears in the conversation, its planned bubble goes, the clock moves', async () => {
  const m = await delivered({ subject: 'Question one', text: 'Dear Anna, how many lamps do you want?' });
  const page = await open(server, `#/thread/${m.id}`);
  await page.locator('.bubble.planned', { hasText: 'answers' }).first().waitFor();
  const planned = await page.locator('.bubble.planned').count(), before = await page.locator('sim-clock time').first().innerText();
  await page.locator('.bubble.planned', { hasText: 'answers' }).filter({ hasText: 'because Anna Weber is responsive' }).first().waitFor(); // the reason, of this bubble and when it is there
  await page.getByRole('button', { name: '+1 h' }).first().click();
  await page.locator('.bubble:not(.planned)', { hasText: 'Anna Weber' }).first().waitFor({ timeout: 30_000 });
  await until('the planned bubble goes', async () => await page.locator('.bubble.planned', { hasText: 'answers' }).count() === 0 || await page.locator('.bubble.planned').count() < planned);
  ok(await page.locator('sim-clock time').first().innerText() !== before, 'the clock moves');
  clean(page);
  await page.close();
});

await check('12 run now, skip and move: the job changes, and both windows show it', async () => {
  const m = await delivered({ subject: 'Question two', to: 'ben@client.test', text: 'Dear Ben, when may we call you?' });
  const one = await open(server, `#/thread/${m.id}`), two = await open(server, `#/thread/${m.id}`, { context: one.context() });
  const bubble = p => p.locator('.bubble.planned', { hasText: 'answers' });
  await bubble(one).waitFor();
  await bubble(two).waitFor();
  await bubble(one).getByRole('button', { name: 'Move' }).click();
  await one.getByLabel('When, in UTC').fill('2026-02-01T10:00:00');
  await one.locator('dialog').getByRole('button', { name: 'Move' }).click();
  await until('both show the move', async () => (await bubble(two).innerText()).match(/in \d+ d/) && (await bubble(one).innerText()).match(/in \d+ d/));
  equal((await server.get(`/jobs?message_id=${encodeURIComponent(m.message_id)}&state=pending&kind=reply`)).map(j => j.due), ['2026-02-01T10:00:00Z']);
  await bubble(two).getByRole('button', { name: 'Run now' }).click();
  await one.locator('.bubble:not(.planned)', { hasText: 'Ben Ode' }).first().waitFor();
  await until('the bubbles go', async () => !await bubble(one).count() && !await bubble(two).count());
  const n = await delivered({ subject: 'Question three', to: 'ben@client.test', text: 'Dear Ben, which colour do you like?' });
  await to(one, `#/thread/${n.id}`);
  await bubble(one).waitFor();
  await bubble(one).getByRole('button', { name: 'Skip' }).click();
  await until('it is skipped', async () => !(await server.get(`/jobs?message_id=${encodeURIComponent(n.message_id)}&state=pending&kind=reply`)).length && !await bubble(one).count());
  clean(one);
  clean(two);
  await one.context().close();
});

await check('13 a person: temperament, hours, memory, relations and plans as the API has them', async () => {
  await server.post('/personas/p_anna/memory', { text: 'Prefers calls before noon.' });
  const page = await open(server, '#/person/p_anna'), p = await server.get('/personas/p_anna'), t = (await server.get('/temperaments')).find(x => x.name === p.temperament);
  await page.getByText('Prefers calls before noon.').waitFor();
  const text = await page.locator('main').innerText();
  for (const part of [p.name, p.temperament, t.text, '100 %', 'Europe/Lisbon', 'Weber & Sons', 'LU-1', '09:00 to 18:00']) ok(text.includes(part), `${part} is not in ${text.slice(0, 400)}`);
  const jobs = (await server.get('/jobs?persona_id=p_anna&state=pending'));
  for (const j of jobs) ok(text.includes(j.plan), j.plan);
  for (const r of (await server.get('/personas/p_anna/relations')).relations) ok(text.includes(r.name || r.address), r.address);
  const own = await server.post('/personas', { name: 'Olga Own', addresses: ['olga@client.test'], temperament: 'busy' });
  await to(page, `#/person/${own.id}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  const json = JSON.parse(await page.getByLabel('JSON').inputValue());
  await page.getByLabel('JSON').fill(JSON.stringify({ ...json, wants: 'two lamps and a chair' }));
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('dd', { hasText: 'two lamps and a chair' }).waitFor({ timeout: 30_000 });
  equal((await server.get(`/personas/${own.id}`)).wants, 'two lamps and a chair');
  clean(page);
  await page.close();
});

await check('14 greylisting: hits rise live, the mail wears a badge, the transcript shows the reply', async () => {
  const page = await open(server, '#/faults');
  await settled(page);
  await page.locator('.scenario:has(h3:text-is("greylisting"))').getByRole('button', { name: 'Load' }).click();
  await page.getByText('greylist at smtp').first().waitFor({ timeout: 3000 }).catch(() => {});
  const first = await server.mail({ subject: 'grey', from: 'grey@ours.test' });
  ok(/^4/.test(first), `not refused: ${first}`);
  await until('a hit', async () => Number(await page.locator('.hits b').first().innerText()) >= 1, 4000);
  await server.post('/clock/advance', { by: '6m' });
  const m = await delivered({ subject: 'grey', from: 'grey@ours.test' });
  await page.getByRole('button', { name: 'Remove all' }).click();
  await page.locator('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('All mail goes its way').waitFor();
  await server.api('PUT', '/faults', { rules: [{ where: 'delivery', kind: 'duplicate' }] });
  const twice = await delivered({ subject: 'twice', from: 'grey@ours.test' });
  await server.api('PUT', '/faults', { scenario: 'calm' });
  await to(page, '#/');
  await page.locator('.row', { hasText: 'twice' }).first().locator('.badge', { hasText: 'fault' }).waitFor();
  await to(page, `#/mail/${m.id}/transcript`);
  await page.locator('.talk .refused, .talk .server').first().waitFor();
  ok(twice, '');
  clean(page);
  await page.close();
});

await check('15 a viewer sees all and no button that changes; a direct change is refused', async () => {
  const page = await open(server, '#/', { key: VIEWER });
  const forms = ['search'];
  for (const [name, route] of views()) {
    await to(page, route);
    const buttons = (await page.getByRole('button').allInnerTexts()).map(t => t.trim().split('\n')[0]).filter(Boolean);
    const allowed = /^(\?|Keys|Load|Unread|Pause|Paused|Past|Copy|320 px|600 px|Full|Sign out|Dismiss|job|mail|persona|link|world|fault|case|clock|pace|inspect|auth|note)/;
    equal(buttons.filter(b => !allowed.test(b)), [], name);
    equal(await page.locator('form:not([role=search])').count(), 0, `${name}: forms`);
  }
  ok(forms, '');
  const status = await page.evaluate(async () => (await fetch('api/send', { method: 'POST', headers: { 'Content-Type': 'application/json', 'X-Service-Universe': 'u_page' }, body: '{"from":"a@b.test","to":["anna@client.test"],"text":"x"}' })).status);
  equal(status, 403);
  equal(page.wrong, []);
  await page.close();
});

await check('16 the key of the address is gone from it, from the history and from the log; the cookie is HttpOnly and Strict', async () => {
  if (!await server.sessions()) return 'no sessions';
  const page = await open(server, '#/people');
  ok(!page.url().includes(ADMIN) && page.url().endsWith('#/people'), page.url());
  const cookies = await page.context().cookies();
  ok(cookies.length === 1 && cookies[0].httpOnly && cookies[0].sameSite === 'Strict' && /u_page/.test(cookies[0].name), JSON.stringify(cookies));
  await page.goBack().catch(() => {});
  ok(!page.url().includes(ADMIN), page.url());
  ok(!server.log().includes(ADMIN), 'the key is in the log');
  const fresh = await browser.newPage();
  await fresh.goto(server.url);
  await fresh.getByLabel('API key').fill('wrong-key-000000000');
  await fresh.getByRole('button', { name: 'Sign in' }).click();
  await fresh.locator('.wrong, .toast.bad').first().waitFor();
  await fresh.getByLabel('API key').fill(ADMIN);
  await fresh.getByRole('button', { name: 'Sign in' }).click();
  await fresh.waitForSelector('virtual-list');
  await fresh.close();
  await page.close();
});

await check('17 a form of another site cannot change anything', async () => {
  const page = await open(server), before = (await server.get('/mails?limit=1')).mails[0].id;
  const other = http.createServer((q, r) => { r.setHeader('Content-Type', 'text/html'); r.end(`<form method=post enctype=text/plain action="${server.url}api/send"><input name='{"from":"evil@evil.test","to":["anna@client.test"],"text":"' value='"}'></form><script>document.forms[0].submit()</script>`); });
  await new Promise(done => other.listen(0, '127.0.0.1', done));
  const tab = await page.context().newPage();
  await tab.goto(`http://localhost:${other.address().port}/`).catch(() => {});
  await tab.waitForTimeout(500);
  equal((await server.get('/mails?limit=1')).mails[0].id, before);
  other.close();
  await page.context().close();
});

await check('18 back, forward and a copied address show the same view', async () => {
  const page = await open(server);
  for (const route of ['#/people', `#/mail/${mail.id}/headers`, '#/clock']) await to(page, route);
  await page.goBack();
  await page.locator('[role=tab][aria-selected=true]', { hasText: 'Headers' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'People' }).waitFor();
  await page.goForward();
  await page.locator('table.headers').waitFor();
  const copy = await open(server, new URL(page.url()).hash, { context: page.context() });
  await copy.locator('table.headers').waitFor();
  clean(page);
  await page.context().close();
});

await check('19 a hundred thousand mails open, and are searched, at once', async () => {
  const n = short ? 5000 : 100_000, s = await Server.start({ args: ['-max-bytes', '0'] });
  for (let i = 0; i < n; i += 5000) await Promise.all([0, 1, 2, 3].map(k => s.mails(Array.from({ length: Math.min(1250, n / 4) }, (_, j) => ({ to: 'gail@client.test', subject: `bulk ${i + k * 1250 + j}`, text: j % 100 ? 'body' : `needle${k}` })))));
  equal((await s.get('/status')).mails ?? n, n, 'mails');
  const page = await open(s);
  await settled(page);
  const open1 = [], search = [];
  for (let i = 0; i < 5; i++) {
    await to(page, '#/settings');
    open1.push(await page.evaluate(() => new Promise(done => { const t = performance.now(); location.hash = '#/'; const look = () => (document.querySelector('virtual-list .row') ? done(performance.now() - t) : requestAnimationFrame(look)); look(); })));
    search.push(await page.evaluate(k => new Promise(done => { const t = performance.now(); location.hash = `#/?q=needle${k}`; const look = () => (!document.querySelector('.loading') && document.querySelector('virtual-list .row')?.innerText.includes('needle') ? done(performance.now() - t) : requestAnimationFrame(look)); requestAnimationFrame(() => requestAnimationFrame(look)); }), i % 4));
  }
  const median = a => a.sort((x, y) => x - y)[a.length >> 1];
  console.log(`    ${n} mails: first rows in ${median(open1).toFixed()} ms (wanted: 300), found in ${median(search).toFixed()} ms (500)`);
  await to(page, '#/');
  for (let i = 0; i < 30; i++) { await page.evaluate(() => { const l = document.querySelector('virtual-list'); l.scrollTop = l.scrollHeight; }); await page.waitForTimeout(40); }
  ok(await rows(page).count() < 60, 'only what is in sight is there');
  clean(page);
  await page.close();
  await s.stop();
});

await check('20 everything comes from mailsimd itself', async () => {
  const page = await open(server);
  for (const [, route] of views()) await to(page, route);
  equal(page.asked.filter(u => !u.startsWith(server.url) && !u.startsWith('data:')), []);
  clean(page);
  await page.close();
});

await check('21 doing: write, file, answer as a person, mark, share, download, delete', async () => {
  const page = await open(server);
  await settled(page);
  await page.getByRole('button', { name: 'Write a mail' }).click();
  await page.getByLabel('From', { exact: true }).fill('app@ours.test');
  await page.getByLabel('To', { exact: true }).fill('anna@client.test');
  await page.getByLabel('Subject').fill('written here');
  await page.getByRole('textbox', { name: 'Text' }).fill('Hello Anna');
  await page.locator('dialog').getByRole('button', { name: 'Send' }).click();
  await page.getByText('written here').first().waitFor();
  await page.keyboard.press('n');
  await page.locator('dialog').getByLabel('File', { exact: true }).check();
  await page.getByLabel('From', { exact: true }).fill('old@client.test');
  await page.getByLabel('To', { exact: true }).fill('app@ours.test');
  await page.getByLabel('Subject').fill('filed here');
  await page.locator('dialog').getByRole('button', { name: 'File' }).click();
  await page.getByText('filed here').first().waitFor();
  await page.locator('.row', { hasText: 'filed here' }).click();
  await page.waitForSelector('article.mail');
  await until('it is read', async () => (await find('filed')).unread === 0);
  await page.getByRole('button', { name: 'Mark unread' }).click();
  await until('it is unread', async () => (await find('filed')).unread === 1);
  await page.locator('.row', { hasText: 'written here' }).first().click();
  await page.getByRole('button', { name: 'Answer' }).click();
  await page.getByRole('heading', { name: 'Answer as Anna Weber' }).waitFor();
  await page.getByRole('textbox', { name: 'Text' }).fill('Answered by hand.');
  await page.locator('dialog').getByRole('button', { name: 'Send' }).click();
  const answer = await until('the answer', async () => (await server.get('/mails?limit=5')).mails.find(m => m.subject === 'Re: written here'));
  equal(answer.from, 'anna@client.test');
  await page.getByRole('button', { name: 'Share by a link' }).click();
  await page.getByRole('button', { name: 'Make a link' }).click();
  await until('the share', async () => (await server.get('/shares')).length === 1);
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download .eml' }).click()]);
  ok((await file.createReadStream().then(async r => { let t = ''; for await (const c of r) t += c; return t; })).includes('Hello Anna'), 'the file');
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.locator('dialog').getByRole('button', { name: 'Delete' }).click();
  await until('it is gone', async () => !await find('written') || !(await server.get('/mails?limit=20')).mails.some(m => m.subject === 'written here'));
  await page.locator('.row', { hasText: /^(?!.*Re:).*written here/ }).first().waitFor({ state: 'detached', timeout: 30_000 });
  clean(page);
  await page.context().close();
});

await check('22 a person in two clicks, a conversation by hand, the clock, events and a case live', async () => {
  const page = await open(server, '#/people');
  await settled(page);
  await page.getByRole('button', { name: 'Make a person' }).click();
  await page.locator('dialog').getByRole('button', { name: 'Make' }).click();
  await page.getByRole('heading', { name: 'Robin Hale' }).waitFor();
  const m = await delivered({ subject: 'by hand', text: 'Dear Ben, hello?', to: 'ben@client.test' });
  await to(page, `#/thread/${m.id}`);
  await page.getByLabel('Write as').selectOption('ben@client.test');
  await page.getByRole('textbox', { name: 'Text' }).fill('I am Ben.');
  await page.locator('.writer').getByRole('button', { name: 'Send' }).click();
  await page.locator('.bubble', { hasText: 'I am Ben.' }).waitFor();
  await page.getByRole('button', { name: 'Run', exact: true }).first().click();
  await until('it runs', async () => !(await server.get('/clock')).frozen);
  await page.getByRole('button', { name: 'Freeze' }).first().click();
  await until('it stands', async () => (await server.get('/clock')).frozen);
  await to(page, '#/events');
  await delivered({ subject: 'seen in the log' });
  await page.getByText('seen in the log').first().waitFor({ timeout: 30_000 });
  await to(page, '#/case/LU-1');
  await server.api('PUT', '/cases/LU-1', { title: 'Order LU-1 grew' });
  await page.getByRole('heading', { name: 'Order LU-1 grew' }).waitFor();
  await to(page, '#/settings');
  await page.getByLabel('Framework').selectOption('Django');
  await page.locator('pre', { hasText: `EMAIL_PORT = ${server.ready.smtp.split(':').at(-1)}` }).waitFor();
  clean(page);
  await page.context().close();
});

await check('23 an empty universe shows how to begin', async () => {
  const s = await Server.start({ world: WORLD.replace(/personas:[\s\S]*/, '') }), page = await open(s);
  await page.getByText('No mail yet').waitFor();
  for (const [route, text] of [['#/people', 'Nobody is here yet'], ['#/cases', 'No cases'], ['#/clock', 'Nothing is planned'], ['#/faults', 'No faults']]) {
    await to(page, route);
    await page.getByText(text).first().waitFor();
  }
  for (const route of ['#/mail/none', '#/person/none', '#/thread/none', '#/case/none']) {
    await to(page, route);
    await page.getByText('It is not there').waitFor();
  }
  clean(page);
  await page.context().close();
  await s.stop();
});

await check('24 a mail is released by its button: it reaches the relay, and the page says what became of it', async () => {
  const relay = await sink(), s = await Server.start({ args: ['-relay', relay.address, '-relay-block', '*@evil.test'] });
  const m = await delivered({ subject: 'let me out', id: '<out@ours.test>', text: 'To the real world.' }, s);
  const page = await open(s, `#/mail/${m.id}`);
  const release = async to => {
    await page.getByRole('button', { name: 'Release to a real mailbox' }).click();
    await page.locator('dialog').getByLabel('To', { exact: true }).fill(to);
    await page.locator('dialog').getByRole('button', { name: 'Release' }).click();
  };
  await release('me@qa.test');
  await page.locator('.toast', { hasText: 'Released' }).waitFor({ timeout: 30_000 });
  const [got] = await until('the relay has it', () => relay.got.length && relay.got);
  equal([relay.got.length, got.to], [1, ['me@qa.test']], 'what left');
  ok(got.text.includes('Subject: let me out\r\n') && got.text.includes('\r\n\r\nTo the real world.\r\n'), got.text);
  await to(page, '#/events');
  await page.getByText('mail.released').first().waitFor({ timeout: 30_000 });
  await to(page, `#/mail/${m.id}`);
  await release('x@evil.test');
  await page.getByText('do not let mail go to x@evil.test').first().waitFor({ timeout: 30_000 });
  equal(relay.got.length, 1, 'a blocked recipient');
  clean(page);
  await page.context().close();
  const viewer = await open(s, `#/mail/${m.id}`, { key: VIEWER });
  await settled(viewer);
  equal(await viewer.getByRole('button', { name: 'Release to a real mailbox' }).count(), 0, 'buttons for a viewer');
  await viewer.context().close();
  const none = await open(server, `#/mail/${(await server.get('/mails?limit=1')).mails[0].id}`);
  await settled(none);
  equal(await none.getByRole('button', { name: 'Release to a real mailbox' }).count(), 0, 'buttons without a relay');
  await none.context().close();
  await s.stop();
  relay.close();
});

await browser.close();
listener.close();
await stopAll();
console.log(`page: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exit(counts.failed ? 1 : 0);
