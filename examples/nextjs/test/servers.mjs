// Starts what the test needs: mailsimd, and the application.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const root = join(import.meta.dirname, '..')
const any = '127.0.0.1:0'

// startMailsim starts the program that MAILSIMD names, or the one in the path, with an
// empty world; it returns its addresses and its key.
export async function startMailsim() {
  const dir = await mkdtemp(join(tmpdir(), 'mailsim-'))
  const ready = join(dir, 'ready.json')
  const flags = ['-demo=false', '-http', any, '-smtp', any, '-smtps=', '-imap=', '-imaps=', '-starttls', 'never', '-ready', ready]
  const stop = run(process.env.MAILSIMD ?? 'mailsimd', flags, {})
  await until(() => existsSync(ready), 'mailsimd')
  const addresses = JSON.parse(await readFile(ready, 'utf8'))
  return { ...addresses, stop: async () => { await stop(); await rm(dir, { recursive: true }) } }
}

// startApp starts Next.js where it is installed, else the harness beside this file.
export async function startApp(env) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const next = join(root, 'node_modules/next/dist/bin/next')
  const built = existsSync(join(root, '.next/BUILD_ID'))
  const args = existsSync(next) ? [next, built ? 'start' : 'dev', '-H', '127.0.0.1', '-p', String(port)] : [join(root, 'test/harness.mjs'), String(port)]
  const stop = run(process.execPath, args, { APP_URL: url, NEXT_TELEMETRY_DISABLED: '1', ...env })
  await until(async () => (await fetch(url)).ok, 'the application')
  return { url, stop }
}

function run(program, args, env) {
  const child = spawn(program, args, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = new Promise((resolve) => child.once('exit', resolve).once('error', resolve))
  return () => (child.kill(), ended)
}

async function until(there, what) {
  for (let tries = 0; tries < 600; tries++) {
    try {
      if (await there()) return
    } catch {}
    await sleep(100)
  }
  throw new Error(`${what} did not start within a minute`)
}

const freePort = () =>
  new Promise((resolve) => {
    const s = createServer().listen(0, '127.0.0.1', () => {
      const { port } = s.address()
      s.close(() => resolve(port))
    })
  })
