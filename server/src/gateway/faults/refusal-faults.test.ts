// Vendors that limit or fail all at once (reliability.md 3.2: FLT-19, FLT-21, as decisions D48 and D68 have them).
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chat } from '../../testing/client.ts'
import { type Step, scenario, step } from '../../testing/fakes/fake-provider-script.ts'
import { openWorld, type World } from '../testing/world.ts'
import { ask, PRICES, spentBy } from './bill.ts'

let world: World
const ids: number[] = []
beforeAll(async () => {
  world = await openWorld({ channel: null, options: { ...PRICES, 'relay.failures_before_rest': '5' } })
}, 180_000)
afterAll(() => world.close())
beforeEach(() => world.provider.clear())
afterEach(async () => {
  for (const id of ids.splice(0)) await world.console.call('DELETE', `/api/channel/${id}/`)
})

const add = async (name: string, fields: object = {}) => void ids.push(await world.addChannel({ name, key: name, ...fields }))
const shown = () => world.provider.requests.map(({ headers }) => String(headers.authorization).replace('Bearer ', ''))
const once = (more: object = {}) => chat(world.url, world.key, ask('#in:50 #out:5', more))

describe('FLT-19 a 429', () => {
  const times: readonly (readonly [words: string, header: () => string, told: readonly [least: number, most: number]])[] = [
    ['seconds', () => '20', [20, 20]],
    ['a date', () => new Date(Date.now() + 20_000).toUTCString(), [18, 20]],
    ['a year of seconds', () => '31536000', [3600, 31_536_000]],
  ]

  test.each(times)('that names %s is served by the other channel, and its key rests', async (_words, header) => {
    await add('limited', { priority: 5 })
    await add('spare')
    world.provider.next(scenario.rateLimited(header()))
    const spent = await spentBy(world, async () => {
      expect(await once()).toMatchObject({ status: 200, end: 'whole' })
      expect(await once({ stream: true })).toMatchObject({ status: 200, sawDone: true })
    })
    expect(shown()).toEqual(['limited', 'spare', 'spare'])
    expect(spent).toBe(120)
  })

  test.each(times)(
    'that names %s and has no other channel is a 429 with the time, costs nothing, and is not sent again',
    async (...one) => {
      const [, header, [least, most]] = one
      await add('limited')
      world.provider.next(scenario.rateLimited(header()))
      const spent = await spentBy(world, async () => {
        for (let turn = 0; turn < 2; turn++) {
          const facts = await once()
          expect(facts.status).toBe(429)
          expect(facts.requestId).not.toBe('')
          const wait = Number(facts.headers.get('retry-after'))
          expect(wait).toBeGreaterThanOrEqual(least - turn)
          expect(wait).toBeLessThanOrEqual(most)
        }
      })
      expect(shown()).toEqual(['limited'])
      expect(spent).toBe(0)
    },
  )

  test.each(['soon', '-5', ''])('that names no time (“%s”) has the very next call try again', async (header) => {
    await add('limited')
    world.provider.next(scenario.rateLimited(header))
    expect((await once()).status).toBe(429)
    expect((await once()).status).toBe(200)
    expect(shown()).toEqual(['limited', 'limited'])
  })
})

describe('FLT-21 a burst of 500s', () => {
  /** So many calls, all of which are under way before the first of them fails. */
  async function burst(count: number, script: (fail: readonly Step[]) => void) {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    script([step.until(() => released), ...scenario.refuse(500, 'the engine is down')])
    const calls = Array.from({ length: count }, () => once())
    await expect.poll(() => world.provider.requests.length).toBe(count)
    release()
    return Promise.all(calls)
  }

  test('at every channel is told as the vendor’s last error, with few calls tried twice, and costs nothing', async () => {
    await add('one')
    await add('other')
    const spent = await spentBy(world, async () => {
      const answers = await burst(60, (fail) => world.provider.next([...fail], 1000))
      for (const { status, requestId } of answers) expect([status, requestId === '']).toEqual([500, false])
      // A fifth of what is under way, never fewer than 20, and those after the first failures of each channel.
      expect(world.provider.requests.length).toBeLessThanOrEqual(60 + 20 + 2 * 5)
    })
    expect(spent).toBe(0)
    const before = world.provider.requests.length
    const later = await Promise.all(Array.from({ length: 20 }, () => once()))
    const refused = later.filter(({ status }) => status === 503)
    expect(refused.length).toBeGreaterThan(10)
    for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(world.provider.requests.length - before).toBe(later.length - refused.length)
  })

  test('at one channel is served by the other, each call within two requests, and paid once', async () => {
    await add('failing', { priority: 5 })
    await add('spare')
    const spent = await spentBy(world, async () => {
      const answers = await burst(20, (fail) => world.provider.next([...fail], 20))
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    })
    expect(shown().toSorted()).toEqual([...Array(20).fill('failing'), ...Array(20).fill('spare')])
    expect(spent).toBe(20 * 60)
  })
})
