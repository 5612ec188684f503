// A vendor that answers with a stream where a whole answer was requested, with a whole one where a stream was, or under another content
// type, has been paid: its answer is read by what it is (decision D67).
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Step } from '../../testing/fakes/fake-provider-script.ts'
import { step } from '../../testing/fakes/fake-provider-script.ts'
import { doors } from '../clients/testing/doors.ts'
import { addUpstreams, modelAt, priceOptions, prices, upstreams } from '../clients/testing/upstreams.ts'
import { endingAnswer } from '../testing/vendor-ends.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ channel: null, options: priceOptions })
  await addUpstreams(world)
}, 180_000)
afterAll(async () => {
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
  await world.close()
})
beforeEach(() => world.provider.clear())

const words: Readonly<Record<string, string>> = { chat: 'stop', Messages: 'end_turn', Gemini: 'STOP', Responses: 'completed' }

/** An answer of this vendor in this form, under this content type. */
function answered({ name, dialect }: (typeof upstreams)[number], isStream: boolean, type: string): Step[] {
  const steps = endingAnswer(dialect, words[name] ?? '', { text: 'All of it', isStream })
  return [step.head(200, { 'content-type': type }), ...steps.filter((one) => one.do !== 'head')]
}

const EVENTS = 'text/event-stream; charset=utf-8'
const JSON_TYPE = 'application/json'

describe.each(doors)('a client of $dialect', (door) => {
  test.each(upstreams)('gets what $name sends in another form than was requested', async (upstream) => {
    const model = modelAt(upstream, 'gpt-5')
    for (const [wants, sends, type] of [
      [false, true, EVENTS],
      [false, true, JSON_TYPE],
      [true, true, JSON_TYPE],
      [true, false, JSON_TYPE],
    ] as const) {
      const label = `streamed: ${wants}, sent streamed: ${sends} as ${type}`
      const before = await world.balance()
      world.provider.next(answered(upstream, sends, type))
      const answer = await world.post(door.path(model, wants), door.body(model, 'hi', wants))
      expect([answer.status, String(answer.headers['content-type']).split(';')[0]], `${label}: ${answer.text}`).toEqual([
        200,
        wants ? 'text/event-stream' : JSON_TYPE,
      ])
      expect(answer.text, label).toContain('All of it')
      if (wants) expect(answer.text, label).toMatch(door.terminal)
      else expect(() => JSON.parse(answer.text) as unknown, label).not.toThrow()
      expect(before - (await world.balance()), label).toBe(100 * prices.input + 20 * prices.output)
    }
    expect(world.provider.requests).toHaveLength(4)
  })
})

test('text completions that come whole for a stream are told as one', async () => {
  const [upstream] = upstreams
  if (!upstream) throw new Error('the table is empty')
  const body = { id: 'c', object: 'text_completion', choices: [{ index: 0, text: 'All of it', finish_reason: 'stop' }] }
  world.provider.next([step.head(200, { 'content-type': JSON_TYPE }), step.text(JSON.stringify(body)), step.end()])
  const answer = await world.post('/v1/completions', { model: modelAt(upstream, 'gpt-5'), prompt: 'hi', stream: true })
  expect(answer.status).toBe(200)
  expect(answer.text).toMatch(/data: .*All of it[\s\S]*\[DONE\]/)
})
