// Runs against the server that SERVICE_URL and SERVICE_API_KEY name.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
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
