// An error in the middle of a Responses stream ends it with `response.failed`, whichever vendor it comes from: Codex reads nothing else.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Step, step } from '../../testing/fakes/fake-provider-script.ts'
import { eventsOf } from '../clients/testing/doors.ts'
import { openWorld, type World } from '../testing/world.ts'

const dialects = ['openai-responses']
let world: World
beforeAll(async () => {
  const models = ['own', 'formed', 'thinking', 'chat']
  world = await openWorld({ channel: null, ratios: Object.fromEntries(models.map((model) => [model, 1])) })
  await world.addChannel({ models: 'own', setting: JSON.stringify({ dialects }) })
  await world.addChannel({ models: 'formed', setting: JSON.stringify({ dialects, force_format: true }) })
  await world.addChannel({ models: 'thinking', setting: JSON.stringify({ dialects, thinking_to_content: true }) })
  await world.addChannel({ models: 'chat' })
}, 180_000)
afterAll(() => world.close())
beforeEach(() => world.provider.clear())

const event = (value: { readonly type: string; readonly [field: string]: unknown }): Step =>
  step.text(`event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`)
const response = { id: 'resp_7', object: 'response', created_at: 1, model: 'm', status: 'in_progress', output: [], usage: null }
const item = { type: 'message', id: 'msg_1', role: 'assistant', status: 'in_progress', content: [] }
const begun = [
  step.streamHead(),
  event({ type: 'response.created', sequence_number: 0, response }),
  event({ type: 'response.output_item.added', sequence_number: 1, output_index: 0, item }),
  event({ type: 'response.output_text.delta', sequence_number: 2, output_index: 0, content_index: 0, item_id: 'msg_1', delta: 'Half' }),
]
const overloaded = { code: 'server_is_overloaded', message: 'Our servers are unwell' }
const failures: readonly (readonly [string, readonly Step[]])[] = [
  ['a flat error', [event({ type: 'error', sequence_number: 3, ...overloaded, param: null })]],
  ['a nested error', [event({ type: 'error', sequence_number: 3, error: overloaded })]],
  ['an error without a type', [step.frame({ error: overloaded })]],
  [
    'an error and a failed response',
    [
      event({ type: 'error', sequence_number: 3, ...overloaded, param: null }),
      event({ type: 'response.failed', sequence_number: 4, response: { ...response, status: 'failed', error: overloaded } }),
    ],
  ],
]

async function failed(model: string, steps: readonly Step[]) {
  world.provider.next([...steps, step.end()])
  const answer = await world.post('/v1/responses', { model, input: 'hello', stream: true })
  const events = eventsOf(answer.text).map(({ event: name, data }) => ({ name, data: JSON.parse(data) as Record<string, unknown> }))
  expect(answer.text).toContain('Half')
  expect(events.filter(({ name }) => name === 'response.failed')).toHaveLength(1)
  expect(answer.text).not.toMatch(/response\.completed|response\.incomplete/)
  return events.at(-1)
}

describe.each(['own', 'formed', 'thinking'])('of a Responses vendor (%s)', (model) => {
  test.each(failures)('%s ends with response.failed', async (_, steps) => {
    const last = await failed(model, [...begun, step.wait(30), ...steps])
    expect(last).toMatchObject({
      name: 'response.failed',
      data: { response: { ...(model === 'formed' ? {} : { id: 'resp_7' }), status: 'failed', error: overloaded } },
    })
    expect(Number(last?.data.sequence_number)).toBeGreaterThan(0)
  })
})

test('of another vendor it does so too', async () => {
  const last = await failed('chat', [step.say('Half'), step.wait(30), step.frame({ error: overloaded })])
  expect(last).toMatchObject({ name: 'response.failed', data: { response: { status: 'failed', error: overloaded } } })
})
