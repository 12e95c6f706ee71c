import { follow } from '../../lib/links.js'

// GET /verify?token=... is where the link leads.
export async function GET(request) {
  const session = follow(new URL(request.url).searchParams.get('token'))
  if (!session) return new Response('The link has been used, or is too old.\n', { status: 410 })
  return new Response(null, { status: 303, headers: { location: '/', 'set-cookie': `session=${session}; Path=/; HttpOnly; SameSite=Lax` } })
}
