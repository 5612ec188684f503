// `waystation doctor --channel` and `--token` beside a running server: what each family of clients finds, what it costs and who pays.
import { clientFamilies } from '@waystation/contract/clients/client-checks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prompts, tool } from '../gateway/client-checks/check-dialect.ts'
import { openWorld, type World } from '../gateway/testing/world.ts'
import type { FakePart } from '../testing/fakes/fake-provider-ask.ts'
import { scenario } from '../testing/fakes/fake-provider-script.ts'
import { rowsAt } from '../testing/time/run-at.ts'
import { databaseUrl, waystation } from '../testing/waystation-command.ts'

const MODEL = 'gpt-5.2'

/** A vendor that answers every check well. */
const obedient: FakePart = ({ texts, toolRounds = 0, schema }) => {
  if (schema !== undefined) return { text: '{"city":"Paris"}' }
  if (!texts.includes(prompts.tools) || toolRounds > 0) return { text: 'Hello' }
  return { calls: [{ name: tool.name, argumentText: '{"city":"Paris"}' }] }
}

let world: World
let channelId: number
beforeAll(async () => {
  world = await openWorld({ channel: null, ratios: { [MODEL]: 1 } })
  channelId = await world.addChannel({ name: 'tested', models: MODEL })
  world.provider.play(MODEL, obedient)
}, 180_000)
afterAll(() => world?.close())

const doctor = (words: readonly string[], more: Readonly<Record<string, string>> = {}) =>
  waystation(['doctor', ...words], databaseUrl(world.address), '', {
    ...{ DATA_DIR: world.folder, PORT: new URL(world.url).port },
    ...more,
  })

test('checks a channel against every family, for nothing', async () => {
  const before = await world.balance()
  const { code, text } = await doctor(['--channel', String(channelId)])
  expect(text).toMatch(/^channel \d+, gpt-5\.2\n/)
  expect(text).toMatch(/^✓ Claude Code: Tool call +\d+ ms$/m)
  expect(text).toMatch(/^✓ Gemini CLI: Count tokens +\d+ ms$/m)
  expect(text).toMatch(/^· OpenAI SDK: Embeddings +not offered$/m)
  expect(text).toMatch(/\n0 faults, 2 not offered, 33 checks in order\.\n$/)
  expect(code).toBe(0)
  expect(text).not.toContain('far-key')
  expect(await world.balance()).toBe(before)
  const rows = await rowsAt(world.address, `select quota, token_id from log where channel_id = ${channelId}`)
  expect(rows.length).toBeGreaterThan(20)
  expect(rows.every(({ quota, token_id }) => Number(quota) === 0 && Number(token_id) === 0)).toBe(true)
})

test('says which field is at fault, and ends with 1', async () => {
  const message = { role: 'assistant', content: 'Hello' }
  const choices = [{ index: 0, message, finish_reason: 'stop' }]
  world.provider.script(MODEL, scenario.reply(200, { id: 'a', object: 'chat.completion', created: 1, choices }))
  const { code, text } = await doctor(['--channel', String(channelId), '--model', MODEL, '--json'])
  world.provider.script(MODEL, undefined)
  const { rows, model } = JSON.parse(text) as { model: string; rows: { family: string; check: string; state: string; fault: object }[] }
  expect(rows.find(({ family, check }) => family === 'openai-sdk' && check === 'whole')).toMatchObject({
    state: 'bad',
    fault: { kind: 'field', where: 'answer', field: 'model', found: null, beside: ['id', 'object', 'created', 'choices'] },
  })
  expect([code, model, new Set(rows.map(({ family }) => family))]).toEqual([1, MODEL, new Set(clientFamilies)])
})

test('lets a token pay only once its cost is agreed to', async () => {
  const before = await world.balance()
  const refused = await doctor(['--token', world.key])
  expect(refused.text).toMatch(/^The token pays for \d+ calls of gpt-5\.2: at most \$0\.\d+\./)
  expect(refused.text).toContain('agree to the cost with --yes')
  expect([refused.code, await world.balance()]).toEqual([1, before])

  const { code, text } = await doctor(['--token', '--yes'], { DOCTOR_TOKEN: world.key })
  expect(text).toMatch(/\n0 faults, 2 not offered, 33 checks in order\.\n$/)
  expect([code, text.includes(world.key.slice(3))]).toEqual([0, false])
  await expect.poll(() => world.balance()).toBeLessThan(before)
  expect((await world.books()).differences).toEqual([])
}, 120_000)

test.each([
  [['--channel', '9999'], 1, /^There is no channel 9999\.$/m],
  [['--token', 'sk-nobody', '--yes'], 1, /^There is no such token\.$/m],
  [['--channel', 'x'], 2, /^Usage: waystation doctor/m],
  [['--channel', '1', '--token', 'sk-a'], 2, /^Usage: waystation doctor/m],
  [['--colour'], 2, /^Usage: waystation doctor/m],
])('%j ends with %i', async (words, code, said) => {
  const ran = await doctor(words)
  expect(ran.text).toMatch(said)
  expect(ran.code).toBe(code)
})
