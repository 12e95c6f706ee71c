// Serves the route handlers without Next.js, for machines where it is not installed:
// a handler takes a Request and returns a Response, whoever calls it.
import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import { POST } from '../app/login/route.js'
import { GET } from '../app/verify/route.js'
import { userOf } from '../lib/links.js'

async function page(request) {
  const user = userOf(/session=([^;]+)/.exec(request.headers.get('cookie') ?? '')?.[1])
  return new Response(user ? `Signed in as ${user}.` : 'Sign in')
}

const routes = { 'GET /': page, 'POST /login': POST, 'GET /verify': GET }

createServer(async (req, res) => {
  const url = new URL(req.url, process.env.APP_URL)
  const handler = routes[`${req.method} ${url.pathname}`]
  const body = req.method === 'POST' ? Readable.toWeb(req) : undefined
  try {
    const answer = handler ? await handler(new Request(url, { method: req.method, headers: req.headers, body, duplex: 'half' })) : new Response(null, { status: 404 })
    res.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
  } catch (e) {
    console.error(e)
    res.writeHead(500).end()
  }
}).listen(Number(process.argv[2]), '127.0.0.1')
