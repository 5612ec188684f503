// A model that only streams (QwQ at Alibaba) serves clients that want a whole answer too: its stream is read to its end, and a stream that
// breaks off is no answer, so another channel is tried and nothing is charged for it.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { scenario, step } from '../../testing/fakes/fake-provider-script.ts'
import { doors } from '../clients/testing/doors.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
let id: number
beforeAll(async () => {
  world = await openWorld({ channel: null, ratios: { 'qwq-plus': 1, 'qwq-32b': 1, other: 1 } })
  const setting = JSON.stringify({ rules: 'qwen' })
  id = await world.addChannel({ type: 8, models: 'qwq-plus,other', setting, priority: 2 })
  await world.addChannel({ type: 8, models: 'qwq-plus', setting, priority: 1, name: 'the second' })
  await world.addChannel({ type: 8, models: 'qwq-32b', setting: JSON.stringify({ rules: 'qwen', stream_support: 'NON_STREAM_ONLY' }) })
})
afterAll(() => world.close())
beforeEach(() => world.provider.clear())

const sent = () => world.provider.requests.map(({ body }) => body as Record<string, unknown>)
const [chatDoor] = doors
const ask = (door: (typeof doors)[number] | undefined, model: string, isStream: boolean) => {
  if (!door) throw new Error('there is no such door')
  return world.post(door.path(model, isStream), door.body(model, 'hello #in:50 #out:12', isStream))
}

test.each(doors)('a whole answer in $dialect: as that of a model that gives one, and billed the same', async (door) => {
  const usual = await ask(door, 'other', false)
  const [usualRow] = await world.logs(1)
  const collected = await ask(door, 'qwq-plus', false)
  const [row] = await world.logs(1)
  expect(collected.status, collected.text).toBe(200)
  expect(sent().map(({ stream }) => stream ?? false)).toEqual([false, true])
  expect(textsOf(collected.json)).toEqual(textsOf(usual.json))
  expect(row).toMatchObject({ quota: usualRow?.quota, prompt_tokens: 50, completion_tokens: 12, is_stream: false })
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
})

test('a client of a stream gets it as ever', async () => {
  const answer = await ask(chatDoor, 'qwq-plus', true)
  expect(answer.text).toMatch(chatDoor?.terminal ?? /$^/)
  expect(sent()).toMatchObject([{ stream: true }])
})

test.each([
  ['breaks off', scenario.words(['half an ', 'answer'], step.cut())],
  ['ends without an end', scenario.words(['half an ', 'answer'], step.end())],
  ['reports an error', scenario.words(['half'], step.frame({ error: { message: 'out of order', type: 'server_error' } }), step.end())],
])('a stream that %s is no answer: the next channel gives it, and it alone is charged', async (_, steps) => {
  world.provider.next(steps)
  const answer = await ask(chatDoor, 'qwq-plus', false)
  expect(answer.status, answer.text).toBe(200)
  expect(answer.text).not.toContain('half')
  const [row] = await world.logs(1)
  expect(row).toMatchObject({ channel_name: 'the second', prompt_tokens: 50, completion_tokens: 12 })
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
})

test('a whole answer that comes all the same is taken', async () => {
  world.provider.next(
    scenario.reply(200, { choices: [{ index: 0, message: { role: 'assistant', content: 'whole' }, finish_reason: 'stop' }] }),
  )
  const answer = await ask(chatDoor, 'qwq-plus', false)
  expect(answer.json).toMatchObject({ choices: [{ message: { content: 'whole' } }] })
  expect(sent()).toHaveLength(1)
})

test('usage that is not reported is counted from what came', async () => {
  world.provider.next([...scenario.words(['one ', 'two ', 'three']), step.finish(), step.done(), step.end()])
  const answer = await ask(chatDoor, 'qwq-plus', false)
  const { usage, choices } = answer.json as { usage: Record<string, number>; choices: { message: { content: string } }[] }
  expect(choices[0]?.message.content).toBe('one two three')
  const [row] = await world.logs(1)
  expect(usage.completion_tokens).toBeGreaterThan(2)
  expect(row).toMatchObject({ prompt_tokens: usage.prompt_tokens, completion_tokens: usage.completion_tokens })
})

test('a client that leaves pays what the vendor reports at the end', async () => {
  const rows = (await world.logs(1))[0]?.id ?? 0
  world.provider.next([
    ...scenario.words(['one '], step.wait(600)),
    step.say('two'),
    step.finish(),
    step.usage(40, 7),
    step.done(),
    step.end(),
  ])
  const body = chatDoor?.body('qwq-plus', 'hello', false)
  const signal = AbortSignal.timeout(300)
  const headers = { authorization: `Bearer ${world.key}`, 'content-type': 'application/json' }
  const left = fetch(`${world.url}/v1/chat/completions`, { method: 'POST', headers, body: JSON.stringify(body), signal })
  await expect(left).rejects.toThrow()
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
  const [row] = await world.logs(1)
  expect(row?.id).toBeGreaterThan(rows)
  expect(row).toMatchObject({ prompt_tokens: 40, completion_tokens: 7, facts: { end_reason: 'client_gone' } })
})

test('a channel that is set to give whole answers only refuses in words where the dialects differ', async () => {
  const foreign = doors.find(({ dialect }) => dialect === 'anthropic-messages')
  expect(await ask(foreign, 'qwq-32b', true)).toMatchObject({ status: 400, text: expect.stringContaining('stream') })
  expect(sent()).toEqual([])
})

test('the test of a channel reads the stream', async () => {
  expect((await world.console.ask('GET', `/api/channel/test/${id}?model=qwq-plus`)).body).toMatchObject({ success: true })
  expect(sent()).toMatchObject([{ stream: true }])
})

/** All texts of an answer, whatever its dialect. */
function textsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) => {
    if ((key === 'text' || key === 'content') && typeof each === 'string') return [each]
    return textsOf(each)
  })
}
