// nodemailer and imapflow against mailsimd.
import assert from 'node:assert/strict'
import { ImapFlow } from 'imapflow'
import nodemailer from 'nodemailer'

const env = process.env
const api = async (method, path, body) => {
  const res = await fetch(`${env.HTTP}/api${path}`, {
    method, body: body && JSON.stringify(body),
    headers: { Authorization: `Bearer ${env.SERVICE_API_KEY}`, 'Content-Type': 'application/json' },
  })
  assert.ok(res.ok, `${method} ${path}: ${res.status}`)
  return res.json()
}

for (const [name, options] of Object.entries({
  'STARTTLS and PLAIN': { port: env.SMTP_PORT, requireTLS: true, auth: { user: 'app', pass: env.PASSWORD } },
  'SMTPS and LOGIN': { port: env.SMTPS_PORT, secure: true, authMethod: 'LOGIN', auth: { user: 'second@ours.test', pass: 'second-secret' } },
  'no login': { port: env.SMTP_PORT, ignoreTLS: true },
})) {
  const t = nodemailer.createTransport({ host: env.SMTP_HOST, tls: { rejectUnauthorized: false }, ...options })
  const info = await t.sendMail({
    from: 'App <app@ours.test>', to: 'anna@client.test', cc: 'Jürgen <juergen@client.test>', bcc: 'hidden@client.test', subject: `nodemailer: ${name} ✓`,
    text: 'Is Tuesday fine?', html: '<p>Is <b>Tuesday</b> fine?</p>', attachments: [{ filename: 'Plan ü.txt', content: 'x'.repeat(100_000) }],
    dsn: { id: 'e1', return: 'headers', notify: ['failure', 'delay'], recipient: 'app@ours.test' },
  })
  assert.equal(info.accepted.length, 3)
  t.close()
}
const hidden = await api('GET', '/mailboxes/hidden@client.test/messages')
assert.equal(hidden.length, 3)
assert.ok(hidden.every(m => m.subject.endsWith('✓')))
const refused = nodemailer.createTransport({ host: env.SMTP_HOST, port: env.SMTP_PORT, ignoreTLS: true })
const partly = await refused.sendMail({ from: 'app@ours.test', to: ['gone+unknown@client.test', 'anna@client.test'], subject: 'x', text: 'x' })
assert.deepEqual(partly.rejected, ['gone+unknown@client.test'])

const c = new ImapFlow({
  host: env.SMTP_HOST, port: Number(env.IMAP_PORT), secure: false, tls: { rejectUnauthorized: false }, logger: false,
  auth: { user: 'second@ours.test', pass: 'second-secret' },
})
await c.connect()
const list = await c.list()
assert.ok(list.some(f => f.specialUse === '\\Sent'))
await c.mailboxCreate('Nested/Größe')
const lock = await c.getMailboxLock('INBOX')
try {
  const arrived = new Promise(resolve => c.once('exists', resolve))
  await api('POST', '/send', { from: 'app@ours.test', to: ['second@ours.test'], subject: 'While you idle', text: 'Hi' })
  await arrived
  const msg = await c.fetchOne('*', { envelope: true, bodyStructure: true, source: true, flags: true })
  assert.equal(msg.envelope.subject, 'While you idle')
  await c.messageFlagsAdd('*', ['\\Seen'])
  const appended = await c.append('Nested/Größe', 'Subject: appended\r\n\r\nbody\r\n', ['\\Seen'])
  assert.ok(appended.uid)
  const moved = await c.messageMove('*', 'Nested/Größe')
  assert.equal(moved.uidMap.size, 1)
  assert.equal(c.mailbox.exists, 0)
} finally {
  lock.release()
}
assert.deepEqual((await c.status('Nested/Größe', { messages: true, unseen: true })).messages, 2)
await c.logout()
console.log('ok')
