// A key that does not fit its channel's type is refused on input, with an explanation, and is never repeated in the reply.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openConsole, type TestConsole, type Visitor } from '../../testing/console.ts'

const AWS = 33
const GOOD = 'AKIDEXAMPLE|wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY|us-east-1'
const WRONG = 'AKIDEXAMPLE|wrong-canary-0123456789'
const draft = { name: 'aws', type: AWS, key: GOOD, models: 'amazon.nova-lite-v1:0', group: 'default' }

let console: TestConsole
let root: Visitor
let id: number
beforeAll(async () => {
  console = await openConsole()
  root = await console.root()
  const made = await console.call('POST /api/channel/', { as: root, body: draft })
  id = (made.json.data as { id: number }).id
})
afterAll(() => console.close())

test.each([
  ['a new channel', 'POST /api/channel/', () => ({ ...draft, key: WRONG })],
  ['one wrong key among good ones', 'POST /api/channel/', () => ({ ...draft, key: `${GOOD}\n${WRONG}` })],
  ['other keys', 'PUT /api/channel/', () => ({ id, key: WRONG })],
  ['another type with its keys', 'PUT /api/channel/', () => ({ id, type: AWS, key: 'sk-0123456789' })],
  ['one more key', 'POST /api/channel/{id}/keys', () => ({ key: WRONG })],
  ['a drawer’s test', 'POST /api/channel/test', () => ({ ...draft, key: WRONG })],
  ['a drawer’s models without a key', 'POST /api/channel/fetch_models', () => ({ type: AWS, base_url: '', key: '' })],
  ['a drawer’s models', 'POST /api/channel/fetch_models', () => ({ type: AWS, base_url: '', key: WRONG })],
] as const)('%s', async (_what, line, body) => {
  const reply = await console.call(line.replace('{id}', String(id)), { as: root, body: body(), headers: { 'accept-language': 'en' } })
  expect(reply.json).toMatchObject({
    success: false,
    code: 'channel_key_format',
    fields: { key: 'The key is not in the format access-key|secret-key|region' },
  })
  expect(JSON.stringify(reply.json)).not.toContain('canary')
  const { data } = (await console.call(`GET /api/channel/${id}/keys`, { as: root })).json
  expect(data).toMatchObject([{ tail: GOOD.slice(-4) }])
})

test('a key of the service’s own and good keys are taken', async () => {
  const reply = await console.call(`POST /api/channel/${id}/keys`, {
    as: root,
    body: { key: 'ABSKQmVkcm9ja0FQSUtleS1leGFtcGxl=|us-west-2' },
  })
  expect(reply.json).toMatchObject({ success: true })
})
