// A prompt that was read costs what the vendor counted, though nothing was answered (security 8).
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scenario } from '../../testing/fakes/fake-provider-script.ts'
import { doors } from '../clients/testing/doors.ts'
import { answer } from '../testing/answers.ts'
import { send } from '../testing/clients.ts'
import { openPayers, type Payers } from '../testing/payers.ts'
import { openWorld, type World } from '../testing/world.ts'

const DOLLAR = 500_000
const perMillion = (dollars: number, tokens: number) => (dollars * tokens * DOLLAR) / 1_000_000

let world: World
let payers: Payers
beforeAll(async () => {
  world = await openWorld()
  await world.addChannel({ type: 14, models: 'claude-sonnet-4-5' })
  payers = await openPayers(world)
})
afterAll(async () => {
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
  await payers.close()
  await world.close()
})

describe('a prompt whose answer is empty', () => {
  test.each([false, true])('costs what the vendor counted, when it is a stream: %s', async (isStream) => {
    const usage = { input_tokens: 12, cache_creation_input_tokens: 100_000, cache_read_input_tokens: 0, output_tokens: 0 }
    const message = {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [],
      stop_reason: 'max_tokens',
      stop_sequence: null,
      usage,
    }
    const events = [
      { type: 'message_start', message: { ...message, stop_reason: null } },
      { type: 'message_delta', delta: { stop_reason: 'max_tokens', stop_sequence: null }, usage: { output_tokens: 0 } },
      { type: 'message_stop' },
    ]
    const stream = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
    world.provider.next(scenario.reply(200, isStream ? stream : message, isStream ? { 'content-type': 'text/event-stream' } : {}))
    const facts = await send(world.url, world.key, {
      ...{ dialect: 'anthropic-messages', model: 'claude-sonnet-4-5', isStream, maxOutputTokens: 0, prompt: 'x'.repeat(250_000) },
      more: { cache_control: { type: 'ephemeral' } },
    })
    expect(facts).toMatchObject({ status: 200, end: 'whole' })
    const row = await payers.row(facts.requestId)
    expect(row.facts.usage_source).toBe('upstream')
    expect(row.quota).toBe(Math.round(perMillion(3, 12) + perMillion(3.75, 100_000)))
    expect(world.provider.requests.at(-1)?.body).toMatchObject({ max_tokens: 0 })
  })

  test.each(doors.map(({ dialect }) => dialect))('is free for a %s client where the vendor counted nothing', async (dialect) => {
    const empty = { ...answer('openai-chat', { prompt: 0, output: 0 }) } as { choices: { message: { content: string } }[] }
    for (const choice of empty.choices) choice.message.content = ''
    world.provider.next(scenario.reply(200, empty))
    const facts = await send(world.url, world.key, { dialect, model: 'fake-chat', isStream: false, prompt: 'hi' })
    expect(facts.status).toBe(200)
    expect((await payers.row(facts.requestId)).quota).toBe(0)
  })
})
