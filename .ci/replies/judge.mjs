// Has a reply parser find the new text in replies.
//
// judge.mjs PARSER FILE reads what make.mjs wrote. Each parser has its own view of
// closings and signatures, which is no fault of the mail: see the table.
import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'

const require = createRequire(`${process.cwd()}/`)
const load = async name => (await import(require.resolve(name)))
const of = m => m.default?.default ?? m.default ?? m

// read finds the text; leaves says what may still stand behind it; cuts, that
// the closing line may be taken for a signature; skips are mail programs whose
// quotes the parser is known not to see.
const parsers = {
  'email-reply-parser': { read: m => t => new (of(m))().read(t).getVisibleText(), leaves: ['signature'], cuts: true },
  'node-email-reply-parser': { read: m => t => of(m)(t, true), leaves: ['signature'] },
  emailreplyparser: { read: m => t => (m.EmailReplyParser ?? of(m).EmailReplyParser).parse_reply(t), leaves: ['signature'], skips: ['outlook', 'plain'] },
  planer: { read: m => t => of(m).extractFrom(t, 'text/plain'), leaves: ['signature', 'phone'] },
  talonjs: { read: m => t => (m.quotations ?? of(m).quotations).extractFromPlain(t).body, leaves: ['signature', 'phone'] },
}

const bare = s => s.replace(/\s+/g, ' ').trim()
const [name, file] = process.argv.slice(2)
const parser = parsers[name]
const read = parser.read(await load(name))
let judged = 0
const wrong = []
for (const r of JSON.parse(readFileSync(file))) {
  if (parser.skips?.includes(r.client)) continue
  judged++
  const got = bare(read(r.body)), want = bare(r.want)
  const signature = bare(r.signature)
  const allowed = [want]
  if (parser.leaves?.includes('signature') && signature) allowed.push(`${want} ${signature}`, `${want} -- ${signature}`)
  if (parser.leaves?.includes('phone')) allowed.push(`${want} Sent from my iPhone`)
  // Greeting and answer stand before the closing, which is at most seven words.
  const closing = parser.cuts && want.startsWith(got) && want.slice(got.length).trim().split(' ').length <= 7
  if (!allowed.includes(got) && !closing) wrong.push(`${r.who} ${r.kind}\n  want ${JSON.stringify(want)}\n  got  ${JSON.stringify(got)}`)
}
console.log(`${name}: ${judged - wrong.length} of ${judged} read exactly`)
for (const w of wrong.slice(0, 10)) console.log(w)
process.exit(wrong.length || !judged ? 1 : 0)
