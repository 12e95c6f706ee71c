// A thin client of a mailsim server: ES module, no dependencies, Node 18 and later.

export const DEFAULT_URL = 'http://127.0.0.1:8025'

/** Milliseconds. A wait lasts up to 5 minutes on the server; a request outlives it. */
export const DEFAULT_TIMEOUT = 330_000

/** Milliseconds before a stream that brought nothing is opened again. */
const RETRY = 2_000

/** Milliseconds before a request that the server refuses for now is made again, at the least. */
const PAUSE = 10

/** An answer that is no success: its HTTP status (0: no answer) and the API's message. */
export class MailsimError extends Error {
  constructor(status, message, options) {
    super(message, options)
    this.name = 'MailsimError'
    this.status = status
  }
}

export class Client {
  /** Options left out come from SERVICE_URL, SERVICE_API_KEY and SERVICE_UNIVERSE. */
  constructor({ url, key, universe, timeout = DEFAULT_TIMEOUT } = {}) {
    const env = globalThis.process?.env ?? {}
    this.url = (url || env.SERVICE_URL || DEFAULT_URL).replace(/\/+$/, '')
    this.key = key ?? env.SERVICE_API_KEY ?? ''
    this.universe = universe ?? env.SERVICE_UNIVERSE ?? ''
    this.timeout = timeout
  }

  /**
   * Calls a path below /api and returns the decoded answer; an ArrayBuffer when it is no JSON.
   * A request that the server refuses for now (429) is made again when the server says so, within the timeout.
   */
  async request(method, path, { body, query, type, timeout = this.timeout } = {}) {
    try {
      const res = await this.#fetch(method, path, { body, query, type, timeout, signal: AbortSignal.timeout(timeout) })
      return isJSON(res) ? await res.json() : await res.arrayBuffer()
    } catch (e) {
      throw this.#noAnswer(e)
    }
  }

  /**
   * The events of the log as they happen, from now on or after an id. A stream
   * that is cut goes on where it was: each event comes once, in order. Where
   * events have been pruned, { type: 'gap', id, data: { from, to } } stands for them.
   * Where the server has another log, which has not come to the last id yet, the
   * stream begins anew after { type: 'restart', id: 0, data: { after, last } }.
   * When access has ended (the key was deleted, the session is over, the organization
   * is suspended) the last one is { type: 'end', id, data: { why } }: the loop ends after it.
   * End it before by leaving the loop, or by a signal.
   */
  async *events({ after, type, signal } = {}) {
    let last = after ?? (await this.request('GET', '/events', { query: { limit: 1 } })).last
    for (let first = true; ;) {
      const gone = new AbortController()
      const stop = () => gone.abort(signal.reason)
      signal?.throwIfAborted()
      signal?.addEventListener('abort', stop)
      let heard = false
      try {
        const res = await this.#fetch('GET', '/events/stream', { query: { type }, headers: { 'Last-Event-ID': String(last) }, signal: gone.signal })
        first = false
        for await (const event of messages(res.body)) {
          heard = true
          if (event.type === 'end') {
            yield { ...event, id: Number(last) }
            return
          }
          last = event.id
          yield event
        }
      } catch (e) {
        signal?.throwIfAborted()
        if (first || e instanceof MailsimError) throw this.#noAnswer(e)
      } finally {
        signal?.removeEventListener('abort', stop)
        gone.abort()
      }
      if (!heard) await new Promise(resolve => setTimeout(resolve, RETRY))
    }
  }

  async #fetch(method, path, { body, query, type = 'application/json', headers, signal, timeout = this.timeout }) {
    const url = new URL(`${this.url}/api${path}`)
    for (const [name, value] of Object.entries(query ?? {})) {
      if (value !== undefined && value !== null) url.searchParams.set(name, String(value))
    }
    headers = { Accept: 'application/json, text/event-stream', ...headers }
    if (body !== undefined) headers['Content-Type'] = type
    if (this.key) headers.Authorization = `Bearer ${this.key}`
    if (this.universe) headers['X-Service-Universe'] = this.universe
    const sent = body === undefined || type !== 'application/json' ? body : JSON.stringify(body)
    for (const end = Date.now() + timeout; ;) {
      const res = await fetch(url, { method, headers, body: sent, signal })
      if (res.ok) return res
      const refusal = new MailsimError(res.status, (isJSON(res) && (await res.json()).error) || res.statusText)
      const after = res.headers.get('Retry-After') ?? ''
      const wait = Math.max(Number(after) * 1000, PAUSE)
      if (res.status !== 429 || !/^\d+$/.test(after) || Date.now() + wait > end || sent instanceof ReadableStream) throw refusal
      await pause(wait, signal)
    }
  }

  #noAnswer(cause) {
    if (cause instanceof MailsimError) return cause
    return new MailsimError(0, `no answer from ${this.url}: ${cause.cause?.message ?? cause.message}`, { cause })
  }

  /** The next email to an address. Filters: from, subject, contains, folder, existing, after, timeout. */
  waitForEmail(to, filters = {}) {
    return this.request('GET', '/wait', { query: { to, ...filters } })
  }

  /** The next email that a person (id or address) sends; status 409 when they decided not to. */
  waitForReply(from, { inReplyTo, fast, timeout } = {}) {
    return this.request('GET', '/wait/reply', { query: { from, in_reply_to: inReplyTo, fast, timeout } })
  }

  /** The codes and links found in a text. */
  extract({ text = '', html = '' }) {
    return this.request('POST', '/extract', { body: { text, html } })
  }

  /** Sends a mail as SMTP would. */
  send(mail) {
    return this.request('POST', '/send', { body: mail })
  }

  /** The spam and health report of a message. */
  health(messageId) {
    return this.request('GET', '/inspect', { query: { message_id: messageId } })
  }

  /** Hands a mail to the relay: the job, with wait after its first attempt. */
  release(messageId, { to, wait = true } = {}) {
    return this.request('POST', '/release', { body: { message_id: messageId, to, wait } })
  }

  /** The mails that a mail provider's door was given, newest first. Filters: before, limit. */
  providerSends(provider, filters = {}) {
    return this.request('GET', `/providers/${encodeURIComponent(provider)}/sends`, { query: filters })
  }

  /** The addresses to which a mail provider sends nothing, on one of its lists or on all. */
  suppressions(provider, list) {
    return this.request('GET', `/providers/${encodeURIComponent(provider)}/suppressions`, { query: { list } })
  }

  /** Puts addresses on a list of a mail provider, by default that of addresses that bounce. */
  suppress(provider, addresses, list) {
    return this.request('POST', `/providers/${encodeURIComponent(provider)}/suppressions`, { body: { addresses, list } })
  }

  /** Takes an address off one list of a mail provider, or off all: where it was. */
  unsuppress(provider, address, list) {
    return this.request('DELETE', `/providers/${encodeURIComponent(provider)}/suppressions`, { query: { address, list } })
  }

  /** Takes in an archive: a Blob, ArrayBuffer or text. Options: type, to, folder, deliver, format. */
  importMail(archive, { type = 'application/mbox', ...query } = {}) {
    return this.request('POST', '/import', { body: archive, type, query })
  }

  /** All mail as an archive, an ArrayBuffer. Options: address, folder. */
  exportMail(format = 'mbox', query = {}) {
    return this.request('GET', '/export', { query: { format, ...query } })
  }

  /** A page of all mail, each once with its copies, newest first. Filters: q, address, persona_id, case_id, thread, origin, unread, before, limit. */
  mails(filters = {}) {
    return this.request('GET', '/mails', { query: filters })
  }

  /** One mail whole, by its id or Message-ID: texts, header, parts, and what became of it for each recipient. */
  mail(id) {
    return this.request('GET', `/mails/${encodeURIComponent(id)}`)
  }

  /** Takes a mail out of all folders and ends what people were to do about it. */
  deleteMail(id) {
    return this.request('DELETE', `/mails/${encodeURIComponent(id)}`)
  }

  /** The conversation of a mail, of all mailboxes, oldest first, and what is planned. */
  conversation(id) {
    return this.request('GET', `/threads/${encodeURIComponent(id)}`)
  }

  /** What happened, in sentences. Filters: case_id, persona_id, message_id, thread, after, before, limit. */
  story(filters = {}) {
    return this.request('GET', '/story', { query: filters })
  }

  /** Every person, sorted by name. */
  personas() {
    return this.request('GET', '/personas')
  }

  /** Adds a person; addresses is required. */
  createPersona(persona) {
    return this.request('POST', '/personas', { body: persona })
  }

  /** Makes a case, or changes the fields given. */
  pushCase(id, fields = {}) {
    return this.request('PUT', `/cases/${encodeURIComponent(id)}`, { body: fields })
  }

  /** The simulated clock. */
  clock() {
    return this.request('GET', '/clock')
  }

  /** Moves the clock by a duration such as "2d", or { by }, { to } or { jobs }. */
  advance(how) {
    return this.request('POST', '/clock/advance', { body: typeof how === 'string' ? { by: how } : how })
  }

  /** Lets the clock stand, or run again. */
  freeze(frozen = true) {
    return this.request('POST', '/clock/freeze', { body: { frozen } })
  }

  /** Sets how many simulated seconds pass in a real one. */
  speed(factor) {
    return this.request('POST', '/clock/speed', { body: { factor } })
  }
}

function pause(ms, signal) {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

function isJSON(res) {
  return (res.headers.get('Content-Type') ?? '').startsWith('application/json')
}

/** The messages of a stream of server-sent events that came whole. */
async function* messages(body) {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true })
    for (let end; (end = text.indexOf('\n\n')) >= 0; text = text.slice(end + 2)) {
      const fields = Object.fromEntries(text.slice(0, end).split('\n').map(line => line.split(/: (.*)/s)))
      if (!fields.data) continue
      const data = JSON.parse(fields.data)
      yield data.type ? data : { type: fields.event, id: Number(fields.id), data } // gap, restart and end are no events
    }
  }
}
