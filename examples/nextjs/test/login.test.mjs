// A sign-up by magic link, from the form to the session, through real SMTP.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client } from '../../../clients/js/mailsim.js'
import { startApp, startMailsim } from './servers.mjs'

let mailsim, app, sim

before(async () => {
  mailsim = await startMailsim()
  app = await startApp({ SMTP_HOST: mailsim.smtp.split(':')[0], SMTP_PORT: mailsim.smtp.split(':')[1] })
  sim = new Client({ url: mailsim.http, key: mailsim.key })
})

after(async () => {
  await app?.stop()
  await mailsim?.stop()
})

const login = (email) => fetch(app.url + '/login', { method: 'POST', body: new URLSearchParams({ email }) })

test('the link in the mail signs in, once', async () => {
  assert.equal((await login('anna@client.test')).status, 202)
  const mail = await sim.waitForEmail('anna@client.test', { existing: true })
  assert.equal(mail.from, 'hello@shop.test')
  const [link] = mail.magic_links
  assert.ok(link.startsWith(app.url), link)

  const verified = await fetch(link, { redirect: 'manual' })
  assert.equal(verified.status, 303)
  const cookie = verified.headers.get('set-cookie').split(';')[0]
  assert.match(await (await fetch(app.url, { headers: { cookie } })).text(), /Signed in as .*anna@client\.test/s)

  assert.equal((await fetch(link, { redirect: 'manual' })).status, 410)
})

test('an address that does not exist is told to the user', async () => {
  // "+unknown" is refused as a mail server refuses who is not there; docs/addresses.md has more.
  assert.equal((await login('anna+unknown@client.test')).status, 422)
})

test('what is no address gets no mail', async () => {
  const before = (await sim.mails()).mails.length
  assert.equal((await login('anna')).status, 400)
  assert.equal((await sim.mails()).mails.length, before)
})
