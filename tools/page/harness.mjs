// What the checks of the page stand on: mailsimd in a process of its own, a client
// of SMTP, a browser, and counts of what passed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createRequire } from 'node:module';

const require = createRequire(path.join(process.env.PAGE_MODULES || process.cwd(), 'x.js'));
export const { chromium } = require('playwright-core');
export const axe = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
export const ADMIN = 'page-admin-key-0001', VIEWER = 'page-viewer-key-0001';
export const short = process.argv.includes('--short');
export const work = fs.mkdtempSync(path.join(os.tmpdir(), 'mailsim-page-'));
process.on('exit', () => fs.rmSync(work, { recursive: true, force: true }));

export const counts = { passed: 0, failed: 0, skipped: 0 };
export const sleep = ms => new Promise(done => setTimeout(done, ms));

// check runs one check; whatever it throws is its failure.
export async function check(name, run) {
  const only = process.env.ONLY;
  if (only && !name.match(only)) return;
  const begun = Date.now();
  try {
    const skipped = await run();
    if (typeof skipped === 'string') {
      counts.skipped++;
      console.log(`  ${name}: skipped (${skipped})`);
      return;
    }
    counts.passed++;
    console.log(`  ${name}: passed in ${((Date.now() - begun) / 1000).toFixed(1)} s`);
  } catch (err) {
    counts.failed++;
    console.log(`  ${name}: FAILED: ${err.message.slice(0, 1500)}`);
    if (process.env.VERBOSE) console.log(err.stack);
  }
}

export function ok(condition, text) {
  if (!condition) throw new Error(text);
}

export function equal(got, wanted, text = '') {
  ok(JSON.stringify(got) === JSON.stringify(wanted), `${text}: got ${JSON.stringify(got)}, wanted ${JSON.stringify(wanted)}`);
}

// until waits for something to be so, at most so many milliseconds.
export async function until(text, ask, most = 5000) {
  const end = Date.now() + most;
  for (;;) {
    const got = await ask();
    if (got) return got;
    if (Date.now() > end) throw new Error(`${text}: not within ${most} ms`);
    await sleep(25);
  }
}

const persons = `
  - {id: p_anna, name: Anna Weber, addresses: [anna@client.test], temperament: responsive, org: Weber & Sons, role: Buyer, wants: a lamp, case_ids: [LU-1],
     timing: {reply_rate: 1, delay: {median: 40m, spread: 1}, hours: {tz: Europe/Lisbon}}, style: {length: short}}
  - {id: p_ben, name: Ben Ode, addresses: [ben@client.test], temperament: busy, timing: {reply_rate: 1, delay: {median: 5h, spread: 1}}}
  - {id: p_ghost, name: Gail Ghost, addresses: [gail@client.test], temperament: ghost, timing: {reply_rate: 0}}`;

export const WORLD = `
id: u_page
name: Page
clock: {start: 2026-01-05T09:00:00Z, frozen: true}
keys: [{key: "${ADMIN}", name: ci, role: admin}, {key: "${VIEWER}", name: look, role: viewer}]
logins: [{address: app@ours.test, password: app-secret-1}]
pace: {factor: 1, ignore_hours: true}
personas:${persons}
cases:
  - {id: LU-1, title: Order LU-1, facts: {order: LU-1, items: one lamp}}
`;

// Server is mailsimd of a configuration.
export class Server {
  static async start({ world = WORLD, args = [], ports = {} } = {}) {
    const s = new Server(), n = Server.count = (Server.count || 0) + 1, file = path.join(work, `world${n}.yaml`);
    s.readyFile = path.join(work, `ready${n}`);
    s.logFile = path.join(work, `log${n}`);
    if (world) fs.writeFileSync(file, world);
    const at = name => ['-' + name, ports[name] || '127.0.0.1:0'];
    s.process = spawn(process.env.MAILSIMD, [...(world ? ['-config', file] : []), '-rate', '0', '-ready', s.readyFile, '-verbose',
      ...['http', 'smtp', 'smtps', 'imap', 'imaps'].flatMap(at), ...args], { stdio: ['ignore', fs.openSync(s.logFile, 'w'), fs.openSync(s.logFile, 'a')] });
    s.process.on('exit', () => { s.ended = true; });
    await until('mailsimd is ready', () => {
      if (s.ended) throw new Error(`mailsimd ended: ${s.log().slice(-500)}`);
      return fs.existsSync(s.readyFile) && fs.readFileSync(s.readyFile, 'utf8').includes('}');
    }, 20000);
    s.ready = JSON.parse(fs.readFileSync(s.readyFile, 'utf8'));
    s.url = `${s.ready.http}/`;
    Server.all.push(s);
    return s;
  }

  log() { return fs.readFileSync(this.logFile, 'utf8'); }

  async stop() {
    if (this.ended) return;
    this.process.kill('SIGTERM');
    await once(this.process, 'exit');
  }

  // api calls the API as the administrator.
  async api(method, route, body, key = ADMIN) {
    const r = await fetch(`${this.url}api${route}`, { method, headers: { Authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) }, body: body === undefined ? undefined : JSON.stringify(body) });
    const text = await r.text();
    if (!r.ok) throw new Error(`${method} ${route}: ${r.status} ${text.slice(0, 200)}`);
    return r.headers.get('content-type').includes('json') ? JSON.parse(text) : text;
  }

  get(route) { return this.api('GET', route); }
  post(route, body = {}) { return this.api('POST', route, body); }

  async sessions() { return this.session ??= (await fetch(`${this.url}api/session`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"key":"no-such-key-000000"}' })).status !== 404; }

  // mail sends one mail by SMTP and returns its first line of refusal, if any.
  async mail(fields) { return (await this.mails([fields]))[0]; }

  // mails sends mails over one connection: {from, to, subject, text, html, raw}.
  async mails(list, pause = 0) {
    const c = new SMTP(this.ready.smtp);
    await c.reply();
    await c.say('EHLO page.test');
    const out = [];
    for (const m of list) {
      out.push(await c.mail(m));
      if (pause) await sleep(pause);
    }
    c.socket.end('QUIT\r\n');
    return out;
  }
}
Server.all = [];
export const stopAll = () => Promise.all(Server.all.map(s => s.stop()));

// source makes the bytes of a mail.
export function source({ from = 'App <app@ours.test>', to = 'anna@client.test', subject = 'Hello', text = 'Hello there', html, id, headers = '' }) {
  const head = `From: ${from}\r\nTo: ${to}\r\nSubject: ${subject}\r\n${id ? `Message-ID: ${id}\r\n` : ''}${headers}MIME-Version: 1.0\r\n`;
  if (!html) return `${head}Content-Type: text/plain; charset=utf-8\r\n\r\n${text}\r\n`;
  return `${head}Content-Type: multipart/alternative; boundary=b1\r\n\r\n--b1\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text}\r\n--b1\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}\r\n--b1--\r\n`;
}

class SMTP {
  constructor(address) {
    const [host, port] = address.split(/:(?=\d+$)/);
    this.socket = net.connect(Number(port), host);
    this.text = '';
    this.waiting = [];
    this.socket.on('data', d => {
      this.text += d;
      for (let m; (m = /^(?:\d{3}-.*\r\n)*(\d{3}) .*\r\n/.exec(this.text));) {
        this.text = this.text.slice(m[0].length);
        this.waiting.shift()?.(m[0]);
      }
    });
    this.socket.on('error', () => {});
    this.socket.on('close', () => this.waiting.splice(0).forEach(done => done('000 closed\r\n')));
  }

  reply() { return new Promise(done => this.waiting.push(done)); }

  say(line) {
    const got = this.reply();
    this.socket.write(`${line}\r\n`);
    return got;
  }

  // mail pipelines one transaction.
  async mail(m) {
    const bare = a => /<([^<>]+)>\s*$/.exec(a)?.[1] || a, to = [m.to || 'anna@client.test'].flat();
    const raw = (m.raw || source({ ...m, to: to.join(', ') })).replace(/\r?\n/g, '\r\n').replace(/^\./gm, '..');
    const replies = [this.say(`MAIL FROM:<${bare(m.envelope || m.from || 'app@ours.test')}>`), ...to.map(a => this.say(`RCPT TO:<${bare(a)}>`)), this.say('DATA')];
    const got = await Promise.all(replies);
    if (!got.at(-1).startsWith('354')) {
      await this.say('RSET');
      return got.find(r => /^[45]/.test(r)) || got.at(-1);
    }
    const last = await this.say(`${raw}\r\n.`);
    return last.startsWith('250') ? '' : last;
  }
}

// sink is a mail server that takes everything: got has what came, as {from, to, text}.
export async function sink() {
  const got = [], server = net.createServer(socket => {
    let text = '', mail = null, data = false;
    const say = line => socket.write(`${line}\r\n`);
    socket.on('error', () => {});
    socket.on('data', d => {
      text += d;
      for (;;) {
        const mark = data ? '\r\n.\r\n' : '\r\n', end = text.indexOf(mark);
        if (end < 0) return;
        const line = text.slice(0, end), address = /<([^<>]*)>/.exec(line)?.[1], verb = line.slice(0, 4).toUpperCase();
        text = text.slice(end + mark.length);
        if (data) {
          got.push({ ...mail, text: `${line}\r\n`.replace(/^\./gm, '') });
          data = false;
          say('250 taken');
          continue;
        }
        if (verb === 'MAIL') mail = { from: address, to: [] };
        if (verb === 'RCPT') mail.to.push(address);
        data = verb === 'DATA';
        say(data ? '354 go on' : verb === 'QUIT' ? '221 bye' : '250 ok');
      }
    });
    say('220 sink.test');
  });
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  return { got, address: `127.0.0.1:${server.address().port}`, close: () => server.close() };
}

let browser;
export async function launch() {
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run', '--no-default-browser-check', '--disable-dev-shm-usage', '--enable-precise-memory-info'],
  });
  return browser;
}

// Tab is a page of the browser, signed in, that notes what must not happen.
export async function open(server, route = '#/', { key = ADMIN, width = 1280, height = 800, scheme = 'light', context } = {}) {
  const own = context || await browser.newContext({ viewport: { width, height }, colorScheme: scheme, reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] });
  if (!await server.sessions()) await own.setExtraHTTPHeaders({ Authorization: `Bearer ${key}` });
  const page = await own.newPage();
  page.wrong = [];
  page.asked = [];
  page.on('pageerror', err => page.wrong.push(`error: ${err.message}`));
  page.on('console', m => { if (m.type() === 'error' && !/Failed to load resource|ERR_CONNECTION|ERR_INCOMPLETE/.test(m.text())) page.wrong.push(`console: ${m.text()}`); });
  page.on('dialog', d => { page.wrong.push(`dialog: ${d.message()}`); d.dismiss(); });
  page.on('popup', p => page.wrong.push(`popup: ${p.url()}`));
  page.on('request', r => page.asked.push(r.url()));
  await page.addInitScript(() => addEventListener('securitypolicyviolation', e => console.error(`policy: ${e.violatedDirective} ${e.blockedURI}`)));
  await page.goto(server.url + (context ? route : `#key=${key}&go=${encodeURIComponent(route.slice(1))}`));
  await page.waitForSelector('main view-slot > *', { timeout: 10000 });
  return page;
}

// settled waits until a view has what it shows.
export async function settled(page) {
  await page.waitForFunction(() => document.querySelector('main view-slot > *')?.childElementCount && !document.querySelector('.loading'), null, { timeout: 10000 });
  await page.waitForTimeout(60);
}

export async function to(page, route) {
  await page.evaluate(r => { location.hash = r; }, route);
  await settled(page);
}
