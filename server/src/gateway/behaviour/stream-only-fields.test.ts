// What vendors take only with a stream is in no whole call, whatever the client's dialect and the channel's type. // server 1
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../../testing/client.ts'
import { doors } from '../clients/testing/doors.ts'
import { openWorld, type World } from '../testing/world.ts'

const types = { 1: 'openai', 8: 'custom', 14: 'anthropic', 24: 'gemini', 43: 'deepseek' }
const settings: Readonly<Record<string, { dialects?: string[]; stream_options?: string }>> = {
  plain: {},
  chat: { dialects: ['openai-chat'] },
  'chat-auto': { dialects: ['openai-chat'], stream_options: 'auto' },
  'chat-never': { dialects: ['openai-chat'], stream_options: 'never' },
}
const cases = Object.entries(types).flatMap(([type, vendor]) =>
  Object.entries(settings).map(([name, setting]) => ({ type: Number(type), model: `${vendor}-${name}`, setting })),
)

let world: World
beforeAll(async () => {
  const ratios = Object.fromEntries(cases.map(({ model }) => [model, 1]))
  world = await openWorld({ channel: null, ratios })
  for (const { type, model, setting } of cases) await world.addChannel({ type, models: model, setting: JSON.stringify(setting) })
})
afterAll(() => world.close())

describe.each(cases)('a channel for $model', ({ model, setting }) => {
  test.each(doors)('serves $dialect whole and as a stream', async ({ path, body, terminal }) => {
    const whole = await world.post(path(model, false), body(model, 'hello', false))
    expect(whole, whole.text).toMatchObject({ status: 200 })
    expect(world.provider.requests.at(-1)?.body).not.toHaveProperty('stream_options')

    const stream = await world.post(path(model, true), body(model, 'hello', true))
    expect(stream, stream.text).toMatchObject({ status: 200, text: expect.stringMatching(terminal) })
    const sent = world.provider.requests.at(-1)
    const requestsUsage = setting.stream_options !== 'never' && sent?.path.endsWith('/v1/chat/completions')
    expect((sent?.body as { stream_options?: object } | undefined)?.stream_options).toEqual(
      requestsUsage ? { include_usage: true } : undefined,
    )
  })
})

test('where a vendor refuses stream_options, a client that sends them is served all the same', async () => {
  const [chat, custom] = [doors[0], 'custom-chat-never']
  const requestBody = { ...chat?.body(custom, 'hello', true), stream_options: { include_usage: true } }
  expect(await world.post('/v1/chat/completions', requestBody)).toMatchObject({ status: 200 })
  expect(world.provider.requests.at(-1)?.body).not.toHaveProperty('stream_options')
})

test.each([false, true])('a background response is requested whole, without the fields of a stream (sent as one: %s)', async (stream) => {
  const requestBody = { model: 'openai-plain', input: 'hello', background: true, stream, stream_options: { include_obfuscation: false } }
  const answer = await world.post('/v1/responses', requestBody)
  expect(answer.status).toBe(200)
  const id = /resp_\w+/.exec(answer.text)?.[0]
  const storedResponse = () => call(`${world.url}/v1/responses/${id}`, { headers: { authorization: `Bearer ${world.key}` } })
  await expect.poll(async () => (await storedResponse()).json).toMatchObject({ status: 'completed' })
  expect(world.provider.requests.at(-1)?.body).not.toHaveProperty('stream_options')
})
