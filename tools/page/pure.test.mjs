// The parts of the page that need no browser. Run by node --test.
import assert from 'node:assert/strict';
import { test } from 'node:test';

globalThis.document = { baseURI: 'http://127.0.0.1:8025/below/', addEventListener() {} };
globalThis.HTMLElement = class {};
globalThis.customElements = { define() {} };
globalThis.addEventListener = () => {};
globalThis.location = { hash: '' };

const at = '../../httpapi/page/';
const [{ template, safeURL, visible }, route, text, { fields }, { address, file, query }, { says }, { worksOn }, { Mails }] = await Promise.all(['html', 'route', 'text', 'live', 'api', 'events', 'person', 'mails'].map(f => import(`${at}${f}.js`)));
const HOLE = '\u0001';

test('templates become plans', () => {
  const [p] = template(`<p.a.b key=${HOLE}>Press <button @click=${HOLE} title="x ${HOLE} y">${HOLE}</> now`).kids;
  assert.equal(p.tag, 'p');
  assert.deepEqual(p.attrs, [['class', ['a b']], ['key', [0]]]);
  assert.deepEqual(p.kids[0], { parts: ['Press '] });
  assert.deepEqual(p.kids[1].attrs, [['type', ['button']], ['@click', [1]], ['title', ['x ', 2, ' y']]]);
  assert.deepEqual([p.kids[1].kids, p.kids[2]], [[{ parts: [3] }], { parts: [' now'] }]);
  assert.deepEqual(template('<br><input type="x"/><i>\n   a  b\n</>').kids.map(k => k.tag), ['br', 'input', 'i']);
});

test('links are of the web or of this page', () => {
  for (const good of ['https://a.test/', 'http://a', '#/mail', '/x', './x', 'mailto:a@b', '?q']) assert.ok(safeURL(good), good);
  for (const bad of ['javascript:alert(1)', ' javascript:x', 'data:text/html,x', 'vbscript:x', '//evil.test', 'java\tscript:x', '']) assert.ok(!safeURL(bad), bad);
});

test('characters that reorder text are seen', () => assert.equal(visible('a\u202eb'), 'a\u27e8202e\u27e9b'));

test('routes go there and back', () => {
  assert.deepEqual(route.parse('#/mail/42/html?q=lamp'), { view: 'mail', id: '42', tab: 'html', q: { q: 'lamp' } });
  assert.deepEqual(route.parse('').view, 'mail');
  assert.deepEqual(route.parse('#/nowhere/x'), { view: 'mail', id: '', tab: '', q: {} });
  assert.deepEqual(route.parse('#/story?persona_id=p').view, 'case');
  assert.deepEqual(route.parse('#/case/%'), { view: 'case', id: '%', tab: '', q: {} });
  for (const id of ['a/b', '<x@y>', 'ü', 'a?b#c', '50%']) assert.equal(route.parse(route.link('thread', id)).id, id);
  assert.equal(route.link('mail', '', '', { address: 'a@b.test', q: '' }), '#/?address=a%40b.test');
});

test('instants and spans are said', () => {
  const now = Date.parse('2026-01-05T12:00:00Z'), in_ = ms => text.ago(now + ms, now);
  assert.equal(text.full('2026-01-05T09:04:05Z'), 'Mon 5 Jan 2026 09:04:05');
  assert.deepEqual([0, 7800e3, -300e3, 90e3, 86400e3, 8 * 86400e3 + 3600e3].map(in_), ['now', 'in 2 h 10 min', '5 min ago', 'in 1 min 30 s', 'in 1 d', 'in 8 d 1 h']);
  assert.deepEqual(['2026-01-05T01:02:00Z', '2026-01-04T01:02:00Z', '2025-11-04T01:02:00Z'].map(t => text.when(t, now)), ['01:02', '4 Jan', '4 Nov 2025']);
});

test('sizes, counts, initials', () => {
  assert.deepEqual([0, 999, 1000, 12345, 999_600, 5e9].map(text.size), ['0 B', '999 B', '1.0 KB', '12 KB', '1.0 MB', '5.0 GB']);
  assert.deepEqual([text.many(1, 'mail'), text.many(1200, 'mail'), text.many(0, 'person', 'people')], ['1 mail', '1,200 mails', '0 people']);
  assert.deepEqual(['Anna Weber', 'help@lumen.test', 'Åsa', '', '李 小龙'].map(text.initials), ['AW', 'HL', 'Å', '?', '李小']);
  assert.ok(text.hue('x') === text.hue('x') && text.hue('any') < 12);
});

test('quotes are parted from what was written', () => {
  assert.deepEqual(text.quoted('a\n> b\n> c\nd'), [{ quote: false, text: 'a' }, { quote: true, text: '> b\n> c' }, { quote: false, text: 'd' }]);
  assert.deepEqual(text.addresses(' a@b.test, "C" <c@d.test>;\n'), ['a@b.test', '"C" <c@d.test>']);
});

test('messages of the stream are read', () => {
  assert.deepEqual(fields('id: 7.x\nevent: gap\ndata: {"from": 1}'), { event: 'gap', data: '{"from": 1}', id: '7.x' });
  assert.equal(fields(': still here').data, '');
});

test('the API lies below the page', () => {
  assert.equal(address('/mails/1/html', { theme: 'light' }), '/below/api/mails/1/html?theme=light');
  assert.equal(file({ address: 'a/b@c.test', folder: 'IN BOX', uid: 3 }), '/mailboxes/a%2Fb%40c.test/messages/IN%20BOX/3');
  assert.equal(query({ a: '', b: null, c: 0, d: 'x y' }), '?c=0&d=x+y');
});

test('events are said in a line', () => {
  assert.equal(says({ type: 'mail.delivered', data: { from: 'a@b', to: ['c@d', 'e@f'], subject: 'Hi' } }), 'a@b to c@d, e@f: Hi');
  assert.match(says({ type: 'persona.ignored', data: { persona: 'Anna', subject: 'Hi', why: 'bulk' } }), /^Anna: Hi \(bulk\)$/);
  assert.equal(says({ type: 'unknown.thing' }), '');
});

test('days of work', () => {
  assert.deepEqual(['mon', 'fri', 'sat'].map(d => worksOn('mon-fri', d)), [true, true, false]);
  assert.deepEqual(['sat', 'mon', 'tue'].map(d => worksOn('sat-mon', d)), [true, true, false]);
  assert.deepEqual(['wed', 'tue'].map(d => worksOn('mon, wed', d)), [true, false]);
});

// world answers pages of a list that grows.
function world(n) {
  const w = { mails: Array.from({ length: n }, (_, i) => ({ id: i })).reverse() };
  w.ask = async before => {
    const from = before ? w.mails.findIndex(m => m.id < Number(before)) : 0, mails = w.mails.slice(from, from + 10).map(m => ({ ...m }));
    return { mails, next: from + 10 < w.mails.length ? String(mails.at(-1).id) : '' };
  };
  w.add = k => { for (let i = 0; i < k; i++) w.mails.unshift({ id: w.mails[0].id + 1 }); };
  return w;
}
const ids = list => list.rows.map(m => m.id);

test('a list of mails grows at both ends, without holes or doubles', async () => {
  const w = world(35), list = new Mails({}, w.ask);
  assert.equal(await list.fresh(), 10);
  await list.more();
  assert.deepEqual(ids(list), w.mails.slice(0, 20).map(m => m.id));
  w.add(25);
  assert.equal(await list.fresh(), 25);
  assert.deepEqual(ids(list), w.mails.slice(0, ids(list).length).map(m => m.id));
  while (await list.more());
  assert.deepEqual(ids(list), w.mails.map(m => m.id));
  assert.equal(await list.fresh(), 0);
});

test('a mail that is gone leaves the list; too many new ones begin it anew', async () => {
  const w = world(35), list = new Mails({}, w.ask);
  await list.fresh();
  await list.more();
  w.mails.splice(3, 1);
  await list.fresh();
  assert.deepEqual(ids(list).slice(0, 18), w.mails.slice(0, 18).map(m => m.id));
  w.add(300);
  await list.fresh();
  assert.deepEqual(ids(list), w.mails.slice(0, ids(list).length).map(m => m.id));
});
