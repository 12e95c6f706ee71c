// Has people of every temperament and mail program answer, and keeps what they wrote.
//
// make.mjs FILE writes a list of {who, client, signature, body, html, want}: the
// body as it came and the new text in it.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'

const env = process.env
const api = async (method, path, body) => {
  const res = await fetch(`${env.HTTP}/api${path}`, {
    method, body: body && JSON.stringify(body),
    headers: { Authorization: `Bearer ${env.SERVICE_API_KEY}`, 'Content-Type': 'application/json' },
  })
  assert.ok(res.ok, `${method} ${path}: ${res.status}`)
  return res.json()
}

const desk = 'replies@ours.test'
const mails = [
  'Hello,\n\nwhen can you deliver the desks, and is Tuesday 10:00 fine for a call?\n\nBest regards\nThe desk',
  'Thank you. Could you send me the signed contract by Friday? Please also confirm the delivery address.\n\nOn the phone they said:\n> we will see\n\nCheers',
  'Two of the desks from order 10427 arrived broken. Why?',
]
const people = {}
for (const temperament of ['responsive', 'busy', 'procedural', 'skeptical', 'flaky', 'difficult', 'ghost']) {
  for (const client of ['gmail', 'outlook', 'apple', 'iphone', 'android', 'plain']) {
    const n = Object.keys(people).length
    const p = await api('POST', '/personas', {
      name: `Bea ${'ABCDEFGHIJ'[n % 10]}. Novak`, addresses: [`bea.${temperament}.${client}@replies.test`], temperament,
      style: {
        client, length: ['short', 'medium', 'long'][n % 3], formality: ['casual', 'neutral', 'formal'][(n + (n / 6 | 0)) % 3],
        ...(n % 4 === 0 && { signature: 'Bea Novak\nAcme Ltd' }), typos: 0.3,
      },
      timing: { reply_rate: 1, delay: { median: '10m', spread: 1 } },
    })
    people[p.id] = { client, who: `${temperament} ${client}`, signature: p.style.signature ?? '', address: p.addresses[0] }
  }
}
const last = (await api('GET', '/events?limit=1')).last
const answers = {}
for (const text of mails) {
  for (const p of Object.values(people)) {
    await api('POST', '/send', { from: desk, to: [p.address], subject: 'Office move', text, ...(answers[p.address] && { in_reply_to: answers[p.address] }) })
  }
  await api('POST', '/clock/advance', { by: '1d' })
  for (const m of await api('GET', `/mailboxes/${desk}/messages?limit=1000`)) answers[m.from] ??= m.message_id
}

const came = {}
for (const m of await api('GET', `/mailboxes/${desk}/messages?limit=1000`)) came[m.message_id] = m.uid
const found = []
for (let after = last; ;) {
  const page = await api('GET', `/events?type=persona.sent&after=${after}&limit=1000`)
  for (const e of page.events) {
    const uid = came[e.data.message_id], p = people[e.data.persona_id]
    if (!uid || !p || e.data.kind === 'initiate') continue
    const { message, safe } = await api('GET', `/mailboxes/${desk}/messages/INBOX/${uid}`)
    found.push({ ...p, kind: e.data.kind, body: message.text, html: safe.html, want: e.data.text })
  }
  if (page.events.length < 1000) break
  after = page.events.at(-1).id
}
assert.ok(found.length >= 3 * 42, `${found.length} replies`)
writeFileSync(process.argv[2], JSON.stringify(found))
console.log(`${found.length} replies`)
