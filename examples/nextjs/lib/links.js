import { randomUUID } from 'node:crypto'

// In memory, for the example. Next.js loads a module once for each route, so what
// they share is kept on globalThis; an application has a database.
const state = (globalThis.shop ??= { links: new Map(), sessions: new Map() })
const lifetime = 10 * 60 * 1000

export function newLink(email) {
  const token = randomUUID()
  state.links.set(token, { email, until: Date.now() + lifetime })
  return `${process.env.APP_URL}/verify?token=${token}`
}

// follow takes the link back and returns a session, or undefined.
export function follow(token) {
  const link = state.links.get(token)
  state.links.delete(token)
  if (!link || link.until < Date.now()) return undefined
  const session = randomUUID()
  state.sessions.set(session, link.email)
  return session
}

export const userOf = (session) => state.sessions.get(session)
