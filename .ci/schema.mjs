// The JSON Schema of the YAML file (mailsimd -schema) under a validator that
// editors use: it takes the files named, and refuses what mailsimd refuses.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import Ajv from 'ajv/dist/2020.js'
import { CORE_SCHEMA, load } from 'js-yaml'

const [schema, ...files] = process.argv.slice(2)
const ajv = new Ajv({ allErrors: true, strict: true, strictTypes: false, formats: { 'date-time': /^\d{4}-\d\d-\d\dT/, duration: true } })
const valid = ajv.compile(JSON.parse(readFileSync(schema, 'utf8')))
const read = text => load(text, { schema: CORE_SCHEMA })
for (const file of files) assert.ok(valid(read(readFileSync(file, 'utf8'))), `${file}: ${ajv.errorsText(valid.errors)}`)
const orgs = 'orgs: [{name: Acme, plan: {name: Free, limits: {personas: 3}, features: [webhooks]}, users: [{email: a@b.test, role: admin}], universes: [{id: u_a}]}]'
assert.ok(valid(read(orgs)), ajv.errorsText(valid.errors))
for (const [bad, where] of [
  ['sede: x', '/'], ['clock: {start: soon}', '/clock/start'], ['personas: {}', '/personas'], ['personas: [{temperament: nice}]', '/personas/0/temperament'],
  ['world: {streams: [{kind: lunch}]}', '/world/streams/0/kind'], ['keys: [{role: owner}]', '/keys/0/role'], ['retention: {mail_days: many}', '/retention/mail_days'],
  ['orgs: [{universes: [{nam: x}]}]', '/orgs/0/universes/0'],
]) {
  assert.ok(!valid(read(bad)), `${bad} is taken`)
  assert.ok(valid.errors.some(e => (e.instancePath || '/') === where), `${bad}: ${ajv.errorsText(valid.errors)}`)
}
console.log(`${files.length} files are valid`)
