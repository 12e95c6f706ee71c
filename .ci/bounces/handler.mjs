// What npm's bounce-handler reads in the bounces of a folder.
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const { BounceHandler } = createRequire(join(process.cwd(), 'package.json'))('bounce-handler')
const dir = process.argv[2]
const out = {}
for (const name of readdirSync(dir).filter(f => f.endsWith('.eml'))) {
  const found = new BounceHandler().parse_email(readFileSync(join(dir, name), 'utf8'))
  out[name.slice(0, -4)] = found.map(r => ({ to: r.recipient, action: r.action, status: r.status }))
}
console.log(JSON.stringify(out))
