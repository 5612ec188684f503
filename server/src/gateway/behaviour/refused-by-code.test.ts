// MiniMax and Spark say with status 200 what other vendors say with a status: callers, keys and retries follow the meaning of their codes.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { scenario, step } from '../../testing/fakes/fake-provider-script.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ channel: null, options: { ModelRatio: JSON.stringify({ mini: 1, spark: 1 }) } })
  await world.addChannel({ name: 'mini', models: 'mini', type: 35 })
  await world.addChannel({ name: 'spark', models: 'spark', type: 18 })
})
afterAll(() => world.close())
beforeEach(() => world.provider.clear())

const minimax = (code: number) => ({ choices: null, usage: { total_tokens: 0 }, base_resp: { status_code: code, status_msg: 'no' } })
const spark = (code: number) => ({ code, message: 'no', sid: 'cht1' })
const asked = (model: string, stream: boolean) => ({ model, stream, messages: [{ role: 'user', content: 'hello' }] })

test.each([
  ['mini', 2013, minimax(2013), 400],
  ['mini', 1026, minimax(1026), 400],
  ['spark', 10014, spark(10014), 400],
  ['spark', 11202, spark(11202), 429],
  ['mini', 1002, minimax(1002), 429],
])('%s says %i: the call ends with the status that this means, whole and streamed', async (model, _, body, status) => {
  for (const stream of [false, true]) {
    world.provider.next(stream ? [step.streamHead(), step.frame(body), step.end()] : scenario.reply(200, body))
    expect((await world.post('/v1/chat/completions', asked(model, stream))).status).toBe(status)
  }
})
