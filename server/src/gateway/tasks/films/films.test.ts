// Films of every vendor through the front door. The stand-ins take what the vendors take, and nothing else.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { PlanStep } from '../../../testing/fake-films/film-vendor.ts'
import { cases, type FilmCase, type FilmClient, type FilmWorld, openFilmWorld, PRICE } from '../testing/film-world.ts'

let films: FilmWorld
let alice: FilmClient
beforeAll(async () => {
  films = await openFilmWorld()
  alice = films.alice
})
afterAll(() => films.close())
afterEach(() => films.clear())

const LIMIT_MS = 360 * 60_000

/** Has a film made by a plan, and asks so often. */
async function made(one: FilmCase, plan: readonly [PlanStep, ...PlanStep[]], polls = plan.length) {
  films.vendorOf(one.name).plan(...plan)
  const { done: id, cost } = await alice.spending(async () => {
    const id = await alice.film(one)
    for (let asked = 0; asked < polls; asked += 1) await films.poll()
    return id
  })
  return { id, cost, told: await alice.told(id) }
}

describe.each(cases)('$name', (one) => {
  const price = one.times * PRICE

  test('is taken, is charged when it is made, and is given to its owner', async () => {
    const vendor = films.vendorOf(one.name)
    vendor.plan('queued', 'running', 'succeeded')
    const before = await alice.payer.balance()
    const id = await alice.film(one)
    expect(await alice.payer.balance()).toBe(before)
    await films.poll()
    expect(await alice.told(id)).toMatchObject({ id, status: expect.stringMatching(/^(queued|in_progress)$/), completed_at: null })
    for (let asked = 0; asked < 1 + (one.polls ?? 1); asked += 1) await films.poll()
    expect(await alice.told(id)).toMatchObject({ id, status: 'completed', progress: 100, error: null, completed_at: expect.any(Number) })
    expect(before - (await alice.payer.balance())).toBe(price)
    expect(await films.world.books()).toMatchObject({ openHolds: 0, differences: [] })
    const content = await alice.get(`/v1/videos/${id}/content`)
    expect([content.status, content.headers['content-type'], content.bytes.subarray(4, 8).toString()]).toEqual([200, 'video/mp4', 'ftyp'])
    vendor.requests.length = 0
    await films.poll()
    expect(vendor.requests).toEqual([])
  })

  test.each(['failed', 'moderated'] as const)('costs nothing when it %s, and says why', async (state) => {
    const { cost, told } = await made(one, [state])
    expect(cost).toBe(0)
    expect(told).toMatchObject({ status: 'failed', error: { message: expect.stringMatching(/./) } })
    expect(await films.world.books()).toMatchObject({ openHolds: 0, differences: [] })
  })

  test('is made in a ratio that its vendor has, and another one is named as lost', async () => {
    const answer = await alice.post('/v1/videos', { model: one.model, ...one.body, ratio: '5:1' })
    expect([answer.status, answer.headers['x-waystation-lost']]).toEqual([200, expect.stringMatching(/\bratio\b/)])
    for (let asked = 0; asked < (one.polls ?? 1); asked += 1) await films.poll()
  })

  test('ends after the time limit, free, and what comes after it changes nothing', async () => {
    const { id, cost } = await made(one, ['running'])
    await films.age(LIMIT_MS)
    await films.poll()
    expect([cost, await alice.told(id)]).toMatchObject([0, { status: 'failed', error: { message: expect.stringMatching(/in time/) } }])
    expect(await films.world.books()).toMatchObject({ openHolds: 0, differences: [] })
  })

  test('is asked for again after answers that say nothing', async () => {
    const { cost, told } = await made(one, ['reset', 'error', 'html', 'truncated', 'succeeded'], 4 + (one.polls ?? 1))
    expect([cost, told]).toMatchObject([price, { status: 'completed' }])
    for (const request of films.vendorOf(one.name).requests) request.violations.length = 0
  })
})
