// Runs against the server that SERVICE_URL and SERVICE_API_KEY name.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import test from 'node:test'

import { Client, DEFAULT_TIMEOUT, MailsimError } from '../mailsim.js'

const server = { skip: process.env.SERVICE_API_KEY ? false : 'no server: set SERVICE_URL and SERVICE_API_KEY' }
const unique = () => 'js' + randomUUID().replaceAll('-', '').slice(0, 10)

test('settings come from the environment', () => {
  const saved = { ...process.env }
  for (const name of ['SERVICE_URL', 'SERVICE_API_KEY', 'SERVICE_UNIVERSE']) delete process.env[name]
  let c = new Client()
  assert.deepEqual([c.url, c.key, c.universe, c.timeout], ['http://127.0.0.1:8025', '', '', DEFAULT_TIMEOUT])
  Object.assign(process.env, { SERVICE_URL: 'http://h:1/', SERVICE_API_KEY: 'k', SERVICE_UNIVERSE: 'u' })
  c = new Client()
  assert.deepEqual([c.url, c.key, c.universe], ['http://h:1', 'k', 'u'])
  for (const name of ['SERVICE_URL', 'SERVICE_API_KEY', 'SERVICE_UNIVERSE']) delete process.env[name]
  Object.assign(process.env, saved)
  assert.equal(DEFAULT_TIMEOUT, 330_000)
})

test('no server is status 0', async () => {
  await assert.rejects(new Client({ url: 'http://127.0.0.1:1' }).clock(), e => e instanceof MailsimError && e.status === 0)
})

test('send and reply', server, async () => {
  const sim = new Client()
  const name = unique()
  const p = await sim.createPersona({ name, addresses: [`${name}@client.test`], temperament: 'responsive', timing: { reply_rate: 1 } })
  assert.ok((await sim.personas()).some(x => x.id === p.id))
  const sent = await sim.send({ from: 'js@ours.test', to: p.addresses, subject: 'Hello', text: 'Is Tuesday fine?' })
  const reply = await sim.waitForReply(p.id, { inReplyTo: sent.message_id, timeout: '20s' })
  assert.equal(reply.in_reply_to, sent.message_id)
  assert.ok('score' in await sim.health(sent.message_id))
  const whole = await sim.mail(sent.message_id)
  assert.equal(whole.new_text, 'Is Tuesday fine?')
  assert.ok((await sim.mails({ address: 'js@ours.test', origin: 'app' })).mails.some(m => m.id === whole.id))
  assert.equal((await sim.conversation(whole.id)).mails[0].id, whole.id)
  assert.ok((await sim.story({ message_id: sent.message_id })).lines.length > 0)
  await sim.deleteMail(whole.id)
  await assert.rejects(sim.mail(whole.id), e => e.status === 404)
})

test('errors carry status and message', server, async () => {
  const sim = new Client()
  await assert.rejects(sim.request('GET', '/personas/p_none'), { status: 404, message: 'no such persona' })
  const name = unique()
  const p = await sim.createPersona({ name, addresses: [`${name}@client.test`], timing: { reply_rate: 0 } })
  const sent = await sim.send({ from: 'js@ours.test', to: p.addresses, subject: 'Hello', text: 'Is Tuesday fine?' })
  await assert.rejects(sim.waitForReply(p.id, { inReplyTo: sent.message_id, timeout: '20s' }), { status: 409 })
})

test('wait and extract', server, async () => {
  const sim = new Client()
  const to = `${unique()}@inbox.test`
  await assert.rejects(sim.waitForEmail(to, { timeout: 50 }), { status: 408 })
  await sim.send({ from: 'js@ours.test', to: [to], subject: 'Code', text: 'Your verification code is 482913.' })
  assert.deepEqual((await sim.waitForEmail(to, { existing: true, timeout: '5s' })).codes, ['482913'])
  assert.deepEqual((await sim.extract({ text: 'Your code: 482913' })).codes, ['482913'])
})

test('events come as they happen', server, async () => {
  const sim = new Client()
  const id = unique()
  const before = (await sim.request('GET', '/events', { query: { limit: 1 } })).last
  await sim.pushCase(id, { title: 'One <1>' })
  for await (const e of sim.events({ after: before, type: 'case.*' })) {
    if (e.data.id !== id) continue
    assert.equal(e.type, 'case.updated')
    assert.equal(e.data.title, 'One <1>')
    assert.ok(e.id > before)
    break
  }
  const stop = new AbortController()
  const live = sim.events({ signal: stop.signal })
  const next = live.next()
  setTimeout(() => sim.pushCase(id, { title: 'Two' }), 50)
  assert.ok((await next).value.id > before)
  stop.abort(new Error('enough'))
  await assert.rejects(async () => { for await (const e of live) void e }, { message: 'enough' })
  await assert.rejects(new Client({ key: 'wrong-key-0123456789' }).events().next(), { status: 401 })
})

test('case and clock', server, async () => {
  const sim = new Client()
  assert.equal((await sim.pushCase(unique(), { title: 'One' })).title, 'One')
  const before = await sim.clock()
  await sim.freeze()
  assert.ok((await sim.advance('1h')).now > before.now)
  assert.equal((await sim.speed(2)).speed, 2)
  await sim.speed(1)
  await sim.freeze(before.frozen)
})

/** A server that keeps what it is asked and answers by a function. */
async function stub(answer, use) {
  const asked = []
  const srv = createServer((req, res) => {
    let body = ''
    req.on('data', chunk => (body += chunk))
    req.on('end', () => {
      asked.push({ line: `${req.method} ${req.url}`, body, headers: req.headers })
      answer(req, res, asked.length)
    })
  })
  await new Promise(resolve => srv.listen(0, '127.0.0.1', resolve))
  try {
    await use(`http://127.0.0.1:${srv.address().port}`, asked)
  } finally {
    srv.closeAllConnections()
    await new Promise(resolve => srv.close(resolve))
  }
}

const json = value => (req, res) => res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))

test('each call asks for its endpoint', async () => {
  await stub(json({}), async (url, asked) => {
    const sim = new Client({ url, key: 'k', universe: 'u_1' })
    const calls = [
      [() => sim.waitForEmail('a@b.test', { from: 'x', existing: false, after: 0 }), 'GET /api/wait?to=a%40b.test&from=x&existing=false&after=0', ''],
      [() => sim.waitForReply('p_1', { inReplyTo: '<1>', fast: false, timeout: '5s' }), 'GET /api/wait/reply?from=p_1&in_reply_to=%3C1%3E&fast=false&timeout=5s', ''],
      [() => sim.extract({ text: 'x' }), 'POST /api/extract', '{"text":"x","html":""}'],
      [() => sim.health('<1>'), 'GET /api/inspect?message_id=%3C1%3E', ''],
      [() => sim.pushCase('a/b', { title: 'x' }), 'PUT /api/cases/a%2Fb', '{"title":"x"}'],
      [() => sim.providerSends('ses', { limit: 3 }), 'GET /api/providers/ses/sends?limit=3', ''],
      [() => sim.suppressions('sendgrid', 'bounces'), 'GET /api/providers/sendgrid/suppressions?list=bounces', ''],
      [() => sim.suppress('ses', ['a@b.test']), 'POST /api/providers/ses/suppressions', '{"addresses":["a@b.test"]}'],
      [() => sim.unsuppress('ses', 'a@b.test'), 'DELETE /api/providers/ses/suppressions?address=a%40b.test', ''],
      [() => sim.release('<1>', { to: ['a@b.test'] }), 'POST /api/release', '{"message_id":"<1>","to":["a@b.test"],"wait":true}'],
      [() => sim.importMail('x', { to: 'a@b.test' }), 'POST /api/import?to=a%40b.test', 'x'],
      [() => sim.advance('2d'), 'POST /api/clock/advance', '{"by":"2d"}'],
      [() => sim.advance({ jobs: 3 }), 'POST /api/clock/advance', '{"jobs":3}'],
      [() => sim.freeze(), 'POST /api/clock/freeze', '{"frozen":true}'],
      [() => sim.freeze(false), 'POST /api/clock/freeze', '{"frozen":false}'],
      [() => sim.speed(2), 'POST /api/clock/speed', '{"factor":2}'],
      [() => sim.request('GET', '/x', { query: { a: null, b: undefined, c: 0 } }), 'GET /api/x?c=0', ''],
    ]
    for (const [call, line, body] of calls) {
      await call()
      const got = asked.pop()
      assert.deepEqual([got.line, got.body], [line, body])
      assert.deepEqual([got.headers.authorization, got.headers['x-service-universe']], ['Bearer k', 'u_1'])
    }
  })
})

test('what is no JSON comes as bytes, and a request has its own timeout', async () => {
  await stub((req, res) => req.url === '/api/raw' && res.end('raw mail'), async url => {
    const sim = new Client({ url })
    assert.equal(Buffer.from(await sim.request('GET', '/raw')).toString(), 'raw mail')
    await assert.rejects(sim.request('GET', '/slow', { timeout: 20 }), { status: 0 })
  })
})

test('a stream tells of gaps and of another log, and goes on after them', async () => {
  const message = (type, fields) => Object.entries(fields).map(([k, v]) => `${k}: ${v}\n`).join('') + '\n'
  await stub((req, res, n) => {
    res.writeHead(200, { 'Content-Type': 'text/event-stream' })
    if (n === 1) res.end('retry: 2000\n\n' + message('gap', { id: 9, event: 'gap', data: '{"from": 4, "to": 9}' }))
    else if (n === 2) res.end(message('restart', { id: 0, event: 'restart', data: '{"after": 9, "last": 2}' }))
    else res.end(message('pace', { id: 10, event: 'pace', data: '{"type":"pace","id":10}' }))
  }, async (url, asked) => {
    const got = []
    for await (const e of new Client({ url }).events({ after: 3, type: 'pace,clock' })) {
      got.push(e)
      if (got.length === 3) break
    }
    assert.deepEqual(got, [{ type: 'gap', id: 9, data: { from: 4, to: 9 } }, { type: 'restart', id: 0, data: { after: 9, last: 2 } }, { type: 'pace', id: 10 }])
    assert.deepEqual(asked.map(a => [a.line, a.headers['last-event-id']]), ['3', '9', '0'].map(id => ['GET /api/events/stream?type=pace%2Cclock', id]))
  })
})

test('a stream whose access has ended stops', async () => {
  await stub((req, res) => {
    res.writeHead(200, { 'Content-Type': 'text/event-stream' })
    res.end('id: 4\nevent: pace\ndata: {"type":"pace","id":4}\n\nevent: end\ndata: {"why":"the key is not valid"}\n\n')
  }, async (url, asked) => {
    const got = []
    for await (const e of new Client({ url }).events({ after: 3 })) got.push(e)
    assert.deepEqual(got, [{ type: 'pace', id: 4 }, { type: 'end', id: 4, data: { why: 'the key is not valid' } }])
    assert.equal(asked.length, 1)
  })
})

test('a stream that is refused later ends', async () => {
  await stub((req, res, n) => {
    if (n > 1) return res.writeHead(401, { 'Content-Type': 'application/json' }).end('{"error": "no key"}')
    res.writeHead(200).end('id: 1\nevent: pace\ndata: {"type":"pace","id":1}\n\n')
  }, async url => {
    await assert.rejects(async () => { for await (const e of new Client({ url }).events({ after: 0 })) void e }, { status: 401, message: 'no key' })
  })
})

test('a request that is refused for now is made again', async () => {
  let after = '0'
  await stub((req, res, n) => {
    if (n % 3) return res.writeHead(429, { 'Content-Type': 'application/json', 'Retry-After': after }).end('{"error": "too many requests"}')
    res.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
  }, async (url, asked) => {
    const sim = new Client({ url })
    await sim.send({ subject: 'Hello' })
    assert.deepEqual(asked.map(a => a.body), Array(3).fill('{"subject":"Hello"}'))
    after = '3600'
    await assert.rejects(sim.clock(), { status: 429, message: 'too many requests' })
    assert.equal(asked.length, 4)
  })
})
