// A vendor that sends all of its answer and then only comments, without a mark of the end, does not hold the client (decision D67).
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { step } from '../../testing/fakes/fake-provider-script.ts'
import { drivenClock } from '../../testing/time/driven-clock.ts'
import { doors } from '../clients/testing/doors.ts'
import { addUpstreams, modelAt, priceOptions, prices, upstreams } from '../clients/testing/upstreams.ts'
import { send } from '../testing/clients.ts'
import { endingAnswer } from '../testing/vendor-ends.ts'
import { openWorld, type World } from '../testing/world.ts'

const clock = drivenClock()
let world: World
beforeAll(async () => {
  world = await openWorld({ channel: null, options: priceOptions, clock })
  await addUpstreams(world)
}, 180_000)
afterAll(async () => {
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
  await world.close()
})
beforeEach(() => world.provider.clear())

/** The vendor's last frames up to the reason and the usage, without what marks the end, and then comments. */
function pinging(upstream: (typeof upstreams)[number], word: string) {
  const steps = endingAnswer(upstream.dialect, word, { text: 'All of it', isStream: true })
  const unended = steps.filter((one) => {
    const text = one.do === 'bytes' ? Buffer.from(one.bytes).toString() : ''
    return one.do !== 'end' && !/\[DONE\]|message_stop/.test(text)
  })
  return [...unended, step.endless(': ping\n\n', 20)]
}

const ends: readonly (readonly [string, string])[] = [
  ['chat', 'stop'],
  ['Messages', 'end_turn'],
  ['Gemini', 'STOP'],
  ['Responses', 'completed'],
]

describe.each(doors)('a client of $dialect', (door) => {
  test.each(ends)('gets the end of an answer of %s, and pays for it once', async (name, word) => {
    const upstream = upstreams.find((one) => one.name === name)
    if (!upstream) throw new Error(`no upstream ${name}`)
    world.provider.next(pinging(upstream, word))
    const before = await world.balance()
    let isOver = false
    const answering = send(world.url, world.key, { dialect: door.dialect, model: modelAt(upstream, 'gpt-5'), isStream: true, prompt: 'hi' })
    void answering.then(() => {
      isOver = true
    })
    await expect
      .poll(() => {
        clock.advance(1000)
        return isOver
      })
      .toBe(true)
    const facts = await answering
    expect([facts.status, facts.end, facts.inBandError]).toEqual([200, 'whole', undefined])
    expect(facts.body).toContain('All of it')
    expect(before - (await world.balance())).toBe(100 * prices.input + 20 * prices.output)
    // The pinging vendor is let go of.
    await expect
      .poll(() => {
        clock.advance(1000)
        return world.provider.requests[0]?.abortedAtMs
      })
      .toBeDefined()
  })
})
