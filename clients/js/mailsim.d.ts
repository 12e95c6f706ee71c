export declare const DEFAULT_URL: string
export declare const DEFAULT_TIMEOUT: number

export declare class MailsimError extends Error {
  /** HTTP status; 0 when there was no answer. */
  readonly status: number
  constructor(status: number, message: string, options?: ErrorOptions)
}

export interface ClientOptions {
  /** Server address without /api. */
  url?: string
  key?: string
  /** Not needed with a key. */
  universe?: string
  /** Milliseconds. */
  timeout?: number
}

export interface RequestOptions {
  body?: unknown
  query?: Record<string, string | number | boolean | undefined | null>
  timeout?: number
  /** The media type of a body that is no JSON and is sent as it is. */
  type?: string
}

/** A number of milliseconds, or a duration such as "45s". */
export type Duration = number | string

export interface Message {
  uid: number
  folder: string
  flags: string[]
  time: string
  size: number
  message_id: string
  in_reply_to: string
  references: string[]
  from: string
  from_name: string
  to: string[]
  cc: string[]
  subject: string
  date: string | null
  text: string
  html: string
  format: 'text' | 'html' | 'both'
  attachments: { filename: string; content_type: string; size: number; content_id?: string; inline?: boolean }[]
  headers: Record<string, string>
}

export interface Arrival extends Message {
  codes: string[]
  magic_links: string[]
}

export interface Clock {
  now: string
  speed: number
  frozen: boolean
  real: string
}

export interface Persona {
  id: string
  name: string
  addresses: string[]
  style?: Style
  [field: string]: unknown
}

/** How a person writes. */
export interface Style {
  /** Codes such as "de", the one they like best first: a list given is the whole list; none is en, de, fr and es. */
  languages?: string[]
  [field: string]: unknown
}

/** One entry of the activity log. */
export interface LogEvent {
  type: string
  /** Its number in the log. */
  id: number
  /** On the simulated clock. */
  at: string
  source: 'service'
  data: Record<string, unknown>
  persona?: { id: string; name: string; addresses: string[]; external_ids: Record<string, string> }
  case_id?: string
}

/** Stands for events that have been pruned; `id` is that of the last of them. */
export interface Gap {
  type: 'gap'
  id: number
  data: { from: number; to: number }
}

/** The server has another log, which ended at `last`, before the id asked for: all its events follow. */
export interface Restart {
  type: 'restart'
  id: 0
  data: { after: number; last: number }
}

/** Access has ended: nothing follows. `id` is that of the last event. */
export interface End {
  type: 'end'
  id: number
  data: { why: string }
}

/** One mail of the universe, with all its copies. */
export interface Mail {
  id: string
  message_id: string
  thread: string
  origin: 'app' | 'person' | 'world' | 'system' | 'filed'
  time: string
  from: string
  to: string[]
  subject: string
  snippet: string
  unread: number
  copies: { address: string; folder: string; uid: number; seen: boolean; [field: string]: unknown }[]
  [field: string]: unknown
}

export interface Suppression { list: string; address: string; why: string; origin?: string; send_id?: string; created: string }

export declare class Client {
  readonly url: string
  readonly key: string
  readonly universe: string
  readonly timeout: number
  constructor(options?: ClientOptions)
  request<T = unknown>(method: string, path: string, options?: RequestOptions): Promise<T>
  /** Ends by leaving the loop or by the signal. `type` is a comma list; a name ending in * matches a prefix. */
  events(options?: { after?: number; type?: string; signal?: AbortSignal }): AsyncGenerator<LogEvent | Gap | Restart | End, never, void>
  waitForEmail(to: string, filters?: {
    from?: string; subject?: string; contains?: string; folder?: string; existing?: boolean; after?: number; timeout?: Duration
  }): Promise<Arrival>
  waitForReply(from: string, options?: { inReplyTo?: string; fast?: boolean; timeout?: Duration }): Promise<Arrival>
  extract(input: { text?: string; html?: string }): Promise<{ codes: string[]; magic_links: string[]; text: string }>
  send(mail: { from: string; to: string[]; cc?: string[]; subject?: string; text?: string; html?: string; [field: string]: unknown }):
    Promise<{ status: 'sent'; message_id: string }>
  health(messageId: string): Promise<Record<string, unknown>>
  /** Hands a mail to the relay: the job, with wait (the default) after its first attempt. */
  release(messageId: string, options?: { to?: string[]; wait?: boolean }): Promise<{ id: string; state: string; note: string; [field: string]: unknown }>
  /** The mails that a mail provider's door (mailgun, postmark, resend, sendgrid or ses) was given, newest first. */
  providerSends(provider: string, filters?: { before?: string; limit?: number }):
    Promise<{ id: string; message_id: string; from: string; to: string[]; subject: string; status: string; last?: string; [field: string]: unknown }[]>
  /** The addresses to which a mail provider sends nothing, on one of its lists or on all. */
  suppressions(provider: string, list?: string): Promise<Suppression[]>
  /** Puts addresses on a list of a mail provider, by default that of addresses that bounce. */
  suppress(provider: string, addresses: string[], list?: string): Promise<Suppression[]>
  /** Takes an address off one list of a mail provider, or off all: where it was. */
  unsuppress(provider: string, address: string, list?: string): Promise<Suppression[]>
  /** Takes in an archive of mail; type is application/mbox by default. */
  importMail(
    archive: Blob | ArrayBuffer | string,
    options?: { type?: string; to?: string; folder?: string; deliver?: boolean; format?: string },
  ): Promise<{ mails: number; failed: number; errors: { place: string; error: string }[] }>
  /** All mail as an archive. */
  exportMail(format?: string, query?: { address?: string; folder?: string }): Promise<ArrayBuffer>
  mails(filters?: { q?: string; address?: string; persona_id?: string; case_id?: string; thread?: string; origin?: string; unread?: boolean; before?: string; limit?: number }):
    Promise<{ mails: Mail[]; next: string; last: number }>
  mail(id: string): Promise<Mail & { text: string; html: string; new_text: string; [field: string]: unknown }>
  deleteMail(id: string): Promise<{ status: 'ok' }>
  conversation(id: string): Promise<{ root: string; subject: string; mails: (Mail & { text: string; new_text: string })[]; jobs: Record<string, unknown>[] }>
  story(filters?: { case_id?: string; persona_id?: string; message_id?: string; thread?: string; after?: number; before?: number; limit?: number }):
    Promise<{ lines: { event: number; at: string; type: string; who: string; what: string; [field: string]: unknown }[]; more: boolean; last: number }>
  personas(): Promise<Persona[]>
  createPersona(persona: { addresses: string[]; [field: string]: unknown }): Promise<Persona>
  pushCase(id: string, fields?: Record<string, unknown>): Promise<Record<string, unknown>>
  clock(): Promise<Clock>
  advance(how: string | { by?: string; to?: string; jobs?: number }): Promise<Clock & { ran: number }>
  freeze(frozen?: boolean): Promise<Clock>
  speed(factor: number): Promise<Clock>
}
