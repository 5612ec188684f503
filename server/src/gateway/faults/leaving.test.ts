// Who hangs up pays what the vendor bills (security 2, 15, decision D42). Recorded streams are played at a pace, and a client leaves at
// every single event of them: the charge is that of the stream read whole, to the unit, wherever the vendor's word alone tells what it
// cost.
import { logType } from '@waystation/contract/site/status-table'
import { isWhole, someToTry } from '@waystation/wire/testing/matrix'
import { recordings } from '@waystation/wire/testing/recordings'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Step, scenario, step } from '../../testing/fakes/fake-provider-script.ts'
import { allHaveRead } from '../../testing/time/all-have-read.ts'
import { leavingPoint } from '../../testing/time/leaving-point.ts'
import { doors } from '../clients/testing/doors.ts'
import { send, type TestRequest } from '../testing/clients.ts'
import { openPayers, type Payer, type Payers, type Row } from '../testing/payers.ts'
import { openWorld, type World } from '../testing/world.ts'

const DRAIN = 'relay.drain_seconds_after_client_left'
/** One unit for a token of prompt, two for one of output. */
const models = ['fake-chat', 'o3-fake', 'claude-fake', 'gemini-2.5-fake']
const channels = [
  { type: 8, models: 'fake-chat' },
  { type: 1, models: 'o3-fake' },
  { type: 14, models: 'claude-fake' },
  { type: 24, models: 'gemini-2.5-fake' },
]

const TOOL_PRICES = '{"o3-fake":{"webSearch":0.01},"claude-fake":{"webSearch":0.01}}'

let world: World
let payers: Payers
/** Each may have eight calls that nobody waits for. */
let people: Payer[] = []
beforeAll(async () => {
  const prices = (each: number) => Object.fromEntries(models.map((model) => [model, each]))
  world = await openWorld({
    channel: null,
    ratios: prices(1),
    options: { CompletionRatio: JSON.stringify(prices(2)), CacheRatio: '{"claude-fake":0.5}', ToolPrices: TOOL_PRICES, [DRAIN]: '30' },
  })
  for (const fields of channels) await world.addChannel(fields)
  payers = await openPayers(world)
  people = await Promise.all([1, 2, 3, 4].map(() => payers.add(50_000_000)))
})
afterAll(async () => {
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
  await payers.close()
  await world.close()
})
beforeEach(async () => {
  world.provider.clear()
  await world.setOption(DRAIN, '30')
})

interface Played {
  readonly name: string
  readonly testRequest: Omit<TestRequest, 'prompt' | 'isStream'>
  /** Frames as they go over the wire. */
  readonly frames: readonly string[]
}

/** Claude's and Responses' events carry their type beside the data. */
function framed(chunk: string, isNamed: boolean): string {
  const { type } = JSON.parse(chunk) as { type?: string }
  return isNamed ? `event: ${type}\ndata: ${chunk}\n\n` : `data: ${chunk}\n\n`
}

function recorded(folder: string, file: string, testRequest: Played['testRequest']): Played[] {
  const isNamed = folder !== 'google'
  const found = recordings([folder]).find(({ name }) => name === `${folder}/${file}.chunks.txt`)
  return found?.chunks ? [{ name: found.name, testRequest, frames: found.chunks.map((chunk) => framed(chunk, isNamed)) }] : []
}

const chunk = (choices: object[], more: object = {}) =>
  `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'o3', choices, ...more })}\n\n`
const say = (content: string) => chunk([{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }])
const usage = {
  ...{ prompt_tokens: 31, completion_tokens: 4711, total_tokens: 4742 },
  completion_tokens_details: { reasoning_tokens: 4700 },
}
const thoughtUnseen = [
  ...['A', ' short', ' answer', '.'].map(say),
  chunk([{ index: 0, delta: {}, finish_reason: 'stop' }]),
  chunk([], { usage }),
  'data: [DONE]\n\n',
]

const named = (data: { type: string; [key: string]: unknown }) => framed(JSON.stringify(data), true)
/** No recording has a block of it. Source: Anthropic's page "Extended thinking". */
const redacted = [
  named({
    type: 'message_start',
    message: { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [], usage: { input_tokens: 40, output_tokens: 1 } },
  }),
  named({ type: 'content_block_start', index: 0, content_block: { type: 'redacted_thinking', data: 'EmwKAhgB' } }),
  named({ type: 'content_block_stop', index: 0 }),
  named({ type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } }),
  named({ type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Three.' } }),
  named({ type: 'content_block_stop', index: 1 }),
  named({ type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 15_000 } }),
  named({ type: 'message_stop' }),
]

const thinking = { thinking: { type: 'enabled', budget_tokens: 2000 } }
const claude = { dialect: 'anthropic-messages', model: 'claude-fake', maxOutputTokens: 4000, more: thinking } as const
const gemini = { dialect: 'gemini-generate', model: 'gemini-2.5-fake' } as const
const responses = { dialect: 'openai-responses', model: 'o3-fake' } as const
const streams: readonly Played[] = [
  { name: 'a chat stream of a model that thinks unseen', testRequest: { dialect: 'openai-chat', model: 'o3-fake' }, frames: thoughtUnseen },
  ...recorded('openai-responses', 'openai-reasoning-encrypted-content.1', responses),
  ...recorded('openai-responses', 'openai-web-search-tool.1', { ...responses, more: { tools: [{ type: 'web_search' }] } }),
  ...recorded('azure', 'azure-reasoning-encrypted-content.1', responses),
  ...recorded('anthropic', 'anthropic-clear-thinking.1', claude),
  ...recorded('anthropic', 'anthropic-combined-context-editing.1', claude),
  ...recorded('anthropic', 'anthropic-web-search-tool.1', {
    ...claude,
    more: { ...thinking, tools: [{ type: 'web_search_20250305', name: 'web_search' }] },
  }),
  { name: 'a stream of thinking that is redacted', testRequest: claude, frames: redacted },
  ...recorded('google', 'google-reasoning', gemini),
  ...recorded('google', 'google-reasoning-gemini3', gemini),
  ...recorded('google', 'google-stream-no-args-tool-call', gemini),
]

/** One event at a time, each in a write of its own. */
function steps({ frames }: Pick<Played, 'frames'>): Step[] {
  // Even a stream of two events gives everybody the time to leave.
  const pauseMs = Math.max(8, 400 / frames.length)
  return [step.streamHead(), ...frames.flatMap((frame) => [step.text(frame), step.wait(pauseMs)]), step.end()]
}

/** All of it, so many at a time. */
async function inBatches<One, Result>(list: readonly One[], size: number, work: (one: One, at: number) => Promise<Result>) {
  const results: Result[] = []
  for (let begin = 0; begin < list.length; begin += size)
    results.push(...(await Promise.all(list.slice(begin, begin + size).map((one, at) => work(one, at)))))
  return results
}

/** Of the events between the first and the last ones a quick run takes so many. */
const QUICK_EVENTS = 5

/** Every event in the full run. */
function leavingPoints({ name }: Played, count: number): number[] {
  const all = Array.from({ length: count }, (_, at) => at)
  const isOuter = (at: number) => at < 3 || at > count - 5
  if (isWhole) return all
  const inner = someToTry(
    name,
    all.filter((at) => !isOuter(at)),
    QUICK_EVENTS,
  )
  return all.filter((at) => isOuter(at) || inner.includes(at))
}

test.each(streams)('$name: whenever the client leaves, the charge is that of the whole stream', { timeout: 300_000 }, async (played) => {
  // Google's requests name no model in their body.
  world.provider.script(played.testRequest.dialect === 'gemini-generate' ? '' : played.testRequest.model, steps(played))
  const call = (at: number, more: object) => {
    const payer = people[at % people.length] as Payer
    return send(world.url, payer.key, { ...played.testRequest, isStream: true, prompt: 'how many are there?' }, more)
  }
  const whole = await call(0, {})
  expect(whole).toMatchObject({ status: 200, end: 'whole' })
  const read = await payers.row(whole.requestId)
  expect(read.facts).toMatchObject({ end_reason: 'done', usage_source: 'upstream' })
  expect(read.quota).toBeGreaterThan(0)

  const points = leavingPoints(played, whole.frames.length)
  const left = await inBatches(points, 6 * people.length, async (frames, at) => {
    const facts = await call(at, frames === 0 ? { abortAtHead: true } : { abortAfterFrames: frames })
    return { frames, facts, row: await payers.row(facts.requestId) }
  })
  for (const { frames, facts, row } of left) {
    expect(facts.end, `${frames}`).toBe('left')
    expect(row.quota, `left after ${frames} events: ${JSON.stringify(row.facts)}`).toBe(read.quota)
    // Who leaves at the last event has read the stream whole.
    if (row.facts.end_reason === 'done') expect(frames).toBeGreaterThan(whole.frames.length - 4)
    else {
      expect(row.facts).toMatchObject({ end_reason: 'client_gone', usage_source: 'upstream' })
      expect(['drained', 'usage_awaited']).toContain(row.facts.after_leaving)
    }
  }
  expect(left.filter(({ row }) => row.facts.after_leaving === 'drained').length).toBeGreaterThan(0)
})

const [alice, bob] = [() => people[0] as Payer, () => people[1] as Payer]

const wholeBody = JSON.stringify({
  ...{ id: 'chatcmpl-1', object: 'chat.completion', created: 1, model: 'x' },
  choices: [{ index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 40, completion_tokens: 700, total_tokens: 740 },
})

/** The only row of a call of this kind that is newer than those seen before. */
async function newRow(before: ReadonlySet<string>): Promise<Row> {
  let found: Row | undefined
  await expect
    .poll(async () => {
      const fresh = [...(await payers.rows())].filter(([id]) => !before.has(id))
      found = fresh[0]?.[1]
      return fresh.length
    })
    .toBe(1)
  if (!found) throw new Error('there is no row')
  return found
}

const known = async () => new Set((await payers.rows()).keys())

describe('a whole answer', () => {
  test.each(
    doors.flatMap(({ dialect }) => [
      { dialect, when: 'before the vendor’s headers', isBefore: true },
      { dialect, when: 'in the middle of the vendor’s body', isBefore: false },
    ]),
  )('of a $dialect client who leaves $when costs what the vendor bills', async ({ dialect, isBefore }) => {
    const before = await known()
    const leaveAt = leavingPoint()
    world.provider.next([
      ...(isBefore ? [leaveAt.here] : []),
      step.head(200, { 'content-type': 'application/json', 'content-length': wholeBody.length }),
      step.text(wholeBody.slice(0, 60)),
      step.wait(50),
      ...(isBefore ? [] : [leaveAt.here]),
      step.text(wholeBody.slice(60)),
      step.end(),
    ])
    await send(world.url, alice().key, { dialect, model: 'fake-chat', prompt: 'hi', isStream: false }, { leaveAt })
    expect(await newRow(before)).toMatchObject({
      ...{ type: logType.consumption, quota: 40 + 2 * 700 },
      facts: { end_reason: 'client_gone', after_leaving: 'drained', usage_source: 'upstream' },
    })
  })

  test('that is cancelled in the background is charged too', async () => {
    const before = await known()
    const body = {
      id: 'resp_1',
      object: 'response',
      status: 'completed',
      model: 'o3',
      output: [],
      usage: { input_tokens: 9, output_tokens: 80 },
    }
    const cancelAt = leavingPoint()
    world.provider.next([
      cancelAt.here,
      step.head(200, { 'content-type': 'application/json' }),
      step.text(JSON.stringify(body)),
      step.end(),
    ])
    const testRequest = { ...responses, prompt: 'hi', isStream: false, more: { background: true } }
    const queued = await send(world.url, alice().key, testRequest)
    const { id } = queued.json as { id: string }
    await cancelAt.reached
    const cancelled = await fetch(`${world.url}/v1/responses/${id}/cancel`, {
      method: 'POST',
      headers: { authorization: `Bearer ${alice().key}` },
    })
    expect(await cancelled.json()).toMatchObject({ status: 'cancelled' })
    cancelAt.left()
    expect(await newRow(before)).toMatchObject({ quota: 9 + 2 * 80, facts: { end_reason: 'client_gone', after_leaving: 'drained' } })
  })
})

describe('a stream that is shown whole and left before the vendor’s headers', () => {
  const testRequest = { dialect: 'openai-chat', model: 'fake-chat', prompt: 'the of and to in is', isStream: true } as const

  test('costs the prompt once the vendor answers, and is stopped there', async () => {
    const before = await known()
    const leaveAt = leavingPoint()
    world.provider.next([leaveAt.here, step.streamHead(), step.wait(50), step.say('one'), step.hang()])
    await send(world.url, alice().key, testRequest, { leaveAt })
    const row = await newRow(before)
    expect(row).toMatchObject({
      completion_tokens: 0,
      facts: { end_reason: 'client_gone', after_leaving: 'cancelled', usage_source: 'counted' },
    })
    expect(row.quota).toBe(row.prompt_tokens)
    expect(row.prompt_tokens).toBeGreaterThanOrEqual(6)
    expect(row.prompt_tokens).toBeLessThan(30)
    await expect.poll(() => world.provider.requests[0]?.abortedAtMs).toBeDefined()
  })

  test('is free where the vendor refuses', async () => {
    const before = await known()
    const leaveAt = leavingPoint()
    world.provider.next([leaveAt.here, ...scenario.refuse(500)], 3)
    await send(world.url, alice().key, testRequest, { leaveAt })
    expect(await newRow(before)).toMatchObject({ type: logType.error, quota: 0 })
    // Nobody else is asked for a client who has gone.
    expect(world.provider.requests).toHaveLength(1)
  })

  test('is free where the vendor sends nothing for the time allowed', async () => {
    await world.setOption(DRAIN, '1')
    const before = await known()
    const leaveAt = leavingPoint()
    world.provider.next([leaveAt.here, step.hang()])
    await send(world.url, alice().key, testRequest, { leaveAt })
    expect(await newRow(before)).toMatchObject({ type: logType.error, quota: 0, facts: { end_reason: 'client_gone' } })
  })
})

test('a vendor that does not end in the time allowed is stopped; the prompt and what was seen are charged, and the row shows it', async () => {
  await world.setOption(DRAIN, '1')
  const before = await known()
  world.provider.next([step.streamHead(), ...thoughtUnseen.slice(0, 3).map((frame) => step.text(frame)), step.hang()])
  const testRequest = { dialect: 'openai-chat', model: 'o3-fake', prompt: 'the of and to in is', isStream: true } as const
  await send(world.url, alice().key, testRequest, { abortAfterFrames: 2 })
  const row = await newRow(before)
  expect(row.facts).toMatchObject({ end_reason: 'client_gone', after_leaving: 'drain_ended', usage_source: 'counted' })
  expect(row.completion_tokens).toBeGreaterThanOrEqual(2)
  expect(row.quota).toBe(row.prompt_tokens + 2 * row.completion_tokens)
  await expect.poll(() => world.provider.requests[0]?.abortedAtMs).toBeDefined()
})

test.each([
  { what: 'a stream that thinks unseen', isStream: true, quota: expect.any(Number) },
  { what: 'a whole answer', isStream: false, quota: 0 },
])('with the option at 0 $what is stopped at once', async ({ isStream, quota }) => {
  await world.setOption(DRAIN, '0')
  const before = await known()
  const leaveAt = leavingPoint()
  // It would go on for as long as this test may take.
  world.provider.next(isStream ? [step.streamHead(), step.text(say('one')), step.hang()] : [leaveAt.here, step.hang()])
  const leave = isStream ? { abortAfterFrames: 1 } : { leaveAt }
  await send(world.url, alice().key, { dialect: 'openai-chat', model: 'o3-fake', prompt: 'hi', isStream }, leave)
  const row = await newRow(before)
  expect(row.quota).toEqual(quota)
  if (isStream) expect(row.facts).toMatchObject({ after_leaving: 'cancelled', usage_source: 'counted' })
  await expect.poll(() => world.provider.requests[0]?.abortedAtMs).toBeDefined()
})

test('a user who left eight calls whose upstreams are still read is refused a ninth, in every dialect, until one has ended', async () => {
  const answers = Promise.withResolvers<void>()
  world.provider.next([step.until(() => answers.promise), ...scenario.reply(200, wholeBody, { 'content-type': 'application/json' })], 8)
  const testRequest = { dialect: 'openai-chat', model: 'fake-chat', prompt: 'hi', isStream: false } as const
  const leaveAt = { reached: expect.poll(() => world.provider.requests.length).toBe(8), left() {} }
  await Promise.all(Array.from({ length: 8 }, () => send(world.url, bob().key, testRequest, { leaveAt })))
  await allHaveRead()
  for (const { dialect, failure, kinds } of doors) {
    const facts = await send(world.url, bob().key, { ...testRequest, dialect })
    expect(facts.status).toBe(429)
    expect(failure(facts.json as Record<string, unknown>)?.kind).toMatch(kinds[429])
  }
  // Others are not held to it.
  expect((await send(world.url, alice().key, testRequest)).status).toBe(200)
  answers.resolve()
  await expect.poll(async () => (await send(world.url, bob().key, testRequest)).status).toBe(200)
})

test('a shutdown ends what is listened to, and bills it', async () => {
  const other = await openWorld({ channel: { type: 1, models: 'o3-fake' }, ratios: { 'o3-fake': 1 }, drainSeconds: 1 })
  const look = await openPayers(other)
  try {
    other.provider.script('o3-fake', [step.streamHead(), step.text(say('one')), step.text(say(' two')), step.hang()])
    const testRequest = { dialect: 'openai-chat', model: 'o3-fake', prompt: 'hi', isStream: true } as const
    const facts = await send(other.url, other.key, testRequest, { abortAfterFrames: 2 })
    await allHaveRead()
    // The vendor would hold it open for as long as this test may take.
    await other.server.close()
    const row = await look.row(facts.requestId)
    expect(row.facts).toMatchObject({ end_reason: 'client_gone', after_leaving: 'drain_ended', usage_source: 'counted' })
    expect(row.quota).toBeGreaterThan(0)
    expect(await other.books()).toMatchObject({ openHolds: 0, differences: [] })
  } finally {
    await look.close()
    await other.close()
  }
})
