// What a proxy tells of drawings when it is asked: whatever it does, a drawing ends once, is charged once and is given back once.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { brokenAnswers, brokenLists, state, type TaskState } from '../../testing/fake-tasks/task-states.ts'
import { HOUR_MS, openTaskWorld, priceOf, type TaskClient, type TaskWorld } from './testing/task-world.ts'

let tasks: TaskWorld
let alice: TaskClient
beforeAll(async () => {
  tasks = await openTaskWorld()
  alice = tasks.alice
})
afterAll(() => tasks.close())
afterEach(() => {
  expect(tasks.drawing.violations).toEqual([])
  tasks.drawing.clear()
})

const PRICE = priceOf('mj_imagine')
const poll = () => tasks.timing.poll()

/** Draws by a plan, and asks so often. Answers how it stands, and what it cost. */
async function drawn(plan: readonly TaskState[], polls: number) {
  tasks.drawing.plan(...plan)
  const { made: id, cost } = await alice.spending(async () => {
    const made = await alice.draw('/mj/submit/imagine', { prompt: 'a cat' })
    for (let asked = 0; asked < polls; asked += 1) await poll()
    return made
  })
  return { id, cost, told: await alice.drawing(id) }
}

const finish = async (id: string) => {
  tasks.drawing.replan(id, state.succeeded)
  await poll()
}

describe('lists that are wrong', () => {
  const strange = { id: '1111111111111111', status: 'FAILURE', progress: '100%', failReason: 'of another' }
  const listings: [string, (told: readonly object[]) => unknown][] = [
    ['repeats tasks', brokenLists.repeated],
    ['has tasks of others', brokenLists.with(strange)],
    ['has something that is no task', (told) => [null, 7, 'task', {}, ...told]],
  ]
  test.each(listings)('one that %s is read all the same', async (_, listing) => {
    tasks.drawing.listing = listing
    const { told, cost } = await drawn([state.running(), state.succeeded], 2)
    expect([told, cost]).toMatchObject([{ status: 'SUCCESS', progress: '100%' }, PRICE])
  })

  test('a failure that is told twice is given back once', async () => {
    tasks.drawing.listing = brokenLists.repeated
    const { id, told, cost } = await drawn([state.failed('no')], 1)
    expect([told, cost]).toMatchObject([{ status: 'FAILURE' }, 0])
    await expect.poll(async () => (await alice.logRows(id)).filter(([type]) => type === 4)).toEqual([[4, PRICE]])
  })

  test('wrong types, or no list, end nothing', async () => {
    for (const listing of [brokenLists.retyped, brokenLists.noList]) {
      tasks.drawing.listing = listing
      const { id, told, cost } = await drawn([state.succeeded], 1)
      expect(cost).toBe(PRICE)
      expect(told).not.toMatchObject({ status: 'FAILURE' })
      tasks.drawing.listing = (list) => list
      await finish(id)
      expect(await alice.drawing(id)).toMatchObject({ status: 'SUCCESS' })
    }
  })

  test.each(['failing', 'html', 'truncated', 'reset'] as const)('%s: the proxy is asked again', async (how) => {
    tasks.drawing.misbehave('list', brokenAnswers[how])
    const { id, told, cost } = await drawn([state.succeeded], 1)
    expect([told, cost]).toMatchObject([{ progress: '0%' }, PRICE])
    await poll()
    expect(await alice.drawing(id)).toMatchObject({ status: 'SUCCESS' })
  })

  test('a task that the proxy forgot ends after the time limit', async () => {
    const { id, cost } = await drawn([state.running()], 1)
    expect(cost).toBe(PRICE)
    tasks.drawing.forget(id)
    const later = await alice.spending(async () => {
      await poll()
      await tasks.timing.age(HOUR_MS)
      for (const _ of [1, 2]) await poll()
    })
    expect(later.cost).toBe(-PRICE)
    expect(await alice.drawing(id)).toMatchObject({ status: 'FAILURE', progress: '100%', failReason: expect.stringMatching(/./) })
  })
})

describe('what is no end', () => {
  test.each<[string, TaskState]>([
    ['a reason beside a running state', { ...state.running(20), told: { failReason: 'slow' } }],
    ['a progress of 100% without a state', { ...state.running(100), told: { status: undefined } }],
    ['a progress of 100% beside a running state', state.running(100)],
    ['a state that nobody knows', { status: 'RESTING', progress: '10%' }],
    ['no progress', { ...state.running(), told: { progress: null } }],
  ])('%s', async (_, odd) => {
    const { id, told, cost } = await drawn([odd], 2)
    expect(cost).toBe(PRICE)
    expect(told).not.toMatchObject({ status: expect.stringMatching(/SUCCESS|FAILURE/) })
    await finish(id)
    expect(await alice.drawing(id)).toMatchObject({ status: 'SUCCESS', progress: '100%' })
  })
})

describe('what is an end', () => {
  test('a drawing that was cancelled is given back', async () => {
    const { told, cost } = await drawn([{ status: 'CANCEL', progress: '0%' }], 2)
    expect([told, cost]).toMatchObject([{ progress: '100%' }, 0])
  })

  test.each([
    ['a success that runs again and fails', [state.succeeded, state.running(), state.failed('late')], 'SUCCESS', PRICE],
    ['a failure that succeeds', [state.failed('early'), state.succeeded], 'FAILURE', 0],
  ])('%s stays what it was', async (_, plan, status, charge) => {
    const { id, told, cost } = await drawn(plan, 3)
    expect([told, cost]).toMatchObject([{ status, progress: '100%' }, charge])
    expect(await alice.drawingRows(id)).toMatchObject([{ status }])
  })
})
