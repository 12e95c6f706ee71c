// imap (node-imap), emailjs-imap-client and smtp-connection against mailsimd.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const Imap = require('imap')
const { default: Emailjs } = require('emailjs-imap-client')
const SMTPConnection = require('smtp-connection')
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
process.removeAllListeners('warning')

const env = process.env
const host = '127.0.0.1'
const login = { user: 'second@ours.test', pass: 'second-secret' }
const tlsOptions = { rejectUnauthorized: false }

async function nodeImap(options) {
  const c = new Imap({ user: login.user, password: login.pass, host, tlsOptions, ...options })
  const call = (name, ...args) => new Promise((resolve, reject) => c[name](...args, (err, value) => (err ? reject(err) : resolve(value))))
  c.connect()
  await once(c, 'ready')
  assert.equal((await call('getBoxes')).Sent.special_use_attrib, '\\Sent')
  await call('addBox', 'Nöde')
  await call('subscribeBox', 'Nöde')
  for (let i = 0; i < 3; i++) {
    await call('append', `Subject: =?utf-8?q?n=C3=B6?= ${i}\r\nMessage-ID: <n${i}@b.test>\r\n\r\nbody ${i}\r\n`, { mailbox: 'Nöde', flags: ['\\Seen'], date: new Date(1e12) })
  }
  const box = await call('openBox', 'Nöde', false)
  assert.ok(box.messages.total === 3 && box.persistentUIDs && box.newKeywords)
  assert.deepEqual(await call('search', ['SEEN', ['SUBJECT', 'nö'], ['SINCE', 'May 20, 2000']]), [1, 2, 3])
  assert.deepEqual(await call('sort', ['ARRIVAL'], ['ALL']), [1, 2, 3])
  const texts = []
  const fetch = c.fetch('1:*', { bodies: ['HEADER.FIELDS (SUBJECT)', 'TEXT'], struct: true, envelope: true, modifiers: { changedsince: '1' } })
  fetch.on('message', m => m.on('body', (stream, info) => {
    let text = ''
    stream.on('data', d => (text += d)).on('end', () => info.which === 'TEXT' && texts.push(text))
  }).on('attributes', a => assert.ok(+a.date === 1e12 && a.modseq && a.struct.length === 1)))
  await once(fetch, 'end')
  assert.deepEqual(texts, ['body 0\r\n', 'body 1\r\n', 'body 2\r\n'])
  const arrived = once(c, 'mail')
  await call('append', 'Subject: x\r\n\r\nx', { mailbox: 'Nöde' })
  await arrived
  await call('addKeywords', '1', 'Foo')
  await call('addFlags', '1:2', ['Deleted'])
  await call('move', '3', 'Archive')
  await call('copy', '4', 'Trash')
  await call('expunge', '1')
  await call('closeBox', true)
  assert.equal((await call('status', 'Nöde')).messages.total, 1)
  await call('renameBox', 'Nöde', 'Nöde2')
  await call('delBox', 'Nöde2')
  c.end()
  await once(c, 'close')
}

async function emailjs(port, options) {
  const c = new Emailjs(host, port, { auth: login, logLevel: 50, ...options })
  c.onerror = err => { throw err }
  await c.connect()
  assert.ok((await c.listMailboxes()).children.some(m => m.specialUse === '\\Sent'))
  await c.createMailbox('Ejs')
  await c.upload('Ejs', 'Subject: up\r\n\r\nx\r\n', { flags: ['\\Seen', '$Kw'] })
  await c.upload('Ejs', 'Subject: up2\r\n\r\n' + 'y'.repeat(100_000) + '\r\n')
  const box = await c.selectMailbox('Ejs', { condstore: true })
  assert.ok(box.exists === 2 && box.uidNext === 3 && box.highestModseq)
  const list = await c.listMessages('Ejs', '1:*', ['uid', 'flags', 'envelope', 'bodystructure', 'body.peek[]'], { byUid: true })
  assert.ok(list.length === 2 && list[0].envelope.subject === 'up' && list[1]['body[]'].length > 100_000)
  assert.deepEqual(await c.search('Ejs', { unkeyword: '$Kw', header: ['subject', 'up2'] }, { byUid: true }), [2])
  assert.equal((await c.setFlags('Ejs', '1:*', { add: ['\\Flagged'] }, { byUid: true })).length, 2)
  assert.equal((await c.copyMessages('Ejs', '2', 'Trash', { byUid: true })).srcSeqSet, '2')
  await c.moveMessages('Ejs', '1', 'Archive', { byUid: true })
  await c.deleteMessages('Ejs', '2', { byUid: true })
  await c.deleteMailbox('Ejs')
  await c.logout().catch(() => {})
}

async function smtpConnection(options) {
  const c = new SMTPConnection({ host, tls: tlsOptions, ...options })
  const call = (name, ...args) => new Promise((resolve, reject) => c[name](...args, (err, value) => (err ? reject(err) : resolve(value))))
  await call('connect')
  await call('login', login)
  const dsn = { ret: 'HDRS', envid: 'x y+', notify: ['failure', 'success'], orcpt: 'rfc822;a@b.test' }
  const info = await call('send', { from: login.user, to: ['anna@client.test', 'gone+unknown@client.test', 'ü@client.test'], use8BitMime: true, dsn }, 'Subject: s\r\n\r\nü\r\n.\r\n')
  assert.deepEqual([info.accepted, info.rejected], [['anna@client.test', 'ü@client.test'], ['gone+unknown@client.test']])
  c.quit()
}

const [imap, imaps, smtp, smtps] = ['IMAP_PORT', 'IMAPS_PORT', 'SMTP_PORT', 'SMTPS_PORT'].map(name => Number(env[name]))
await nodeImap({ port: imap })
await nodeImap({ port: imap, autotls: 'required' })
await nodeImap({ port: imaps, tls: true })
await emailjs(imap, { useSecureTransport: false, ignoreTLS: true })
await emailjs(imap, { useSecureTransport: false, requireTLS: true })
await emailjs(imaps, { useSecureTransport: true })
await smtpConnection({ port: smtp, ignoreTLS: true })
await smtpConnection({ port: smtp, requireTLS: true })
await smtpConnection({ port: smtps, secure: true })
process.exit(0)
