// What a user of clients/js writes, as TypeScript: it must compile under --strict.
import { Client, DEFAULT_TIMEOUT, MailsimError, type Arrival, type Clock, type LogEvent } from 'mailsim'

const sim = new Client({ url: 'http://127.0.0.1:8025', key: 'k', timeout: DEFAULT_TIMEOUT })

export async function flow(): Promise<string[]> {
  const anna = await sim.createPersona({ name: 'Anna', addresses: ['anna@client.test'], timing: { reply_rate: 1 } })
  const sent = await sim.send({ from: 'app@ours.test', to: anna.addresses, subject: 'Hello', text: 'Is Tuesday fine?' })
  try {
    const reply: Arrival = await sim.waitForReply(anna.id, { inReplyTo: sent.message_id, timeout: '45s' })
    return [reply.text, ...reply.codes, ...reply.magic_links]
  } catch (e) {
    if (e instanceof MailsimError && e.status === 409) return []
    throw e
  }
}

export async function rest(signal: AbortSignal): Promise<number> {
  const clock: Clock = await sim.advance('2d')
  await sim.freeze()
  await sim.speed(60)
  await sim.pushCase('c1', { title: 'One' })
  await sim.waitForEmail('a@b.test', { existing: true, timeout: 500 })
  await sim.extract({ text: 'Your code: 482913' })
  await sim.health('<id@ours.test>')
  const world = await sim.request<{ kinds: string[] }>('GET', '/world', { query: { limit: 1 } })
  for await (const e of sim.events({ after: 0, type: 'persona.*', signal })) {
    if (e.type === 'gap' || e.type === 'restart') continue
    const event = e as LogEvent
    return event.id + world.kinds.length + clock.now.length
  }
  return 0
}

// @ts-expect-error a mail needs its recipients
void sim.send({ from: 'app@ours.test' })
// @ts-expect-error there is no such filter
void sim.waitForEmail('a@b.test', { sender: 'x' })
