// What a proxy tells of drawings when it is asked: whatever it does, a drawing ends once, is charged once and is given back once.
import { describe, expect, test } from 'vitest'
import { brokenAnswers, brokenLists, state, type TaskState } from '../../../testing/fake-tasks/task-states.ts'
import { drawingFile } from '../testing/drawing-file.ts'
import { HOUR_MS, priceOf, SECRET } from '../testing/task-world.ts'

const file = drawingFile()

const PRICE = priceOf('mj_imagine')

/** Draws by a plan, and asks so often. Answers how it stands, and what it cost. */
async function drawn(plan: readonly TaskState[], polls: number) {
  file.tasks.drawing.plan(...plan)
  const { made: id, cost } = await file.alice.spending(async () => {
    const made = await file.alice.draw('/mj/submit/imagine', { prompt: 'a cat' })
    for (let asked = 0; asked < polls; asked += 1) await file.poll()
    return made
  })
  return { id, cost, told: await file.alice.drawing(id) }
}

const finish = async (id: string) => {
  file.tasks.drawing.replan(id, state.succeeded)
  await file.poll()
}

describe('lists that are wrong', () => {
  const strange = { id: '1111111111111111', status: 'FAILURE', progress: '100%', failReason: 'of another' }
  const listings: [string, (told: readonly object[]) => unknown][] = [
    ['repeats tasks', brokenLists.repeated],
    ['has tasks of others', brokenLists.with(strange)],
    ['has something that is no task', (told) => [null, 7, 'task', {}, ...told]],
  ]
  test.each(listings)('one that %s is read all the same', async (_, listing) => {
    file.tasks.drawing.listing = listing
    const { told, cost } = await drawn([state.running(), state.succeeded], 2)
    expect([told, cost]).toMatchObject([{ status: 'SUCCESS', progress: '100%' }, PRICE])
  })

  test('a failure that is told twice is given back once', async () => {
    file.tasks.drawing.listing = brokenLists.repeated
    const { id, told, cost } = await drawn([state.failed('no')], 1)
    expect([told, cost]).toMatchObject([{ status: 'FAILURE' }, 0])
    await expect.poll(async () => (await file.alice.logRows(id)).filter(([type]) => type === 4)).toEqual([[4, PRICE]])
  })

  test('wrong types, or no list, end nothing', async () => {
    for (const listing of [brokenLists.retyped, brokenLists.noList]) {
      file.tasks.drawing.listing = listing
      const { id, told, cost } = await drawn([state.succeeded], 1)
      expect(cost).toBe(PRICE)
      expect(told).not.toMatchObject({ status: 'FAILURE' })
      file.tasks.drawing.listing = (list) => list
      await finish(id)
      expect(await file.alice.drawing(id)).toMatchObject({ status: 'SUCCESS' })
    }
  })

  test.each(['failing', 'html', 'truncated', 'reset'] as const)('%s: the proxy is asked again', async (how) => {
    file.tasks.drawing.misbehave('list', brokenAnswers[how])
    const { id, told, cost } = await drawn([state.succeeded], 1)
    expect([told, cost]).toMatchObject([{ progress: '0%' }, PRICE])
    await file.poll()
    expect(await file.alice.drawing(id)).toMatchObject({ status: 'SUCCESS' })
  })

  test('a task that the proxy forgot ends after the time limit', async () => {
    const { id, cost } = await drawn([state.running()], 1)
    expect(cost).toBe(PRICE)
    file.tasks.drawing.forget(id)
    const later = await file.alice.spending(async () => {
      await file.poll()
      await file.tasks.timing.age(HOUR_MS)
      for (const _ of [1, 2]) await file.poll()
    })
    expect(later.cost).toBe(-PRICE)
    expect(await file.alice.drawing(id)).toMatchObject({ status: 'FAILURE', progress: '100%', failReason: expect.stringMatching(/./) })
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
    expect(await file.alice.drawing(id)).toMatchObject({ status: 'SUCCESS', progress: '100%' })
  })
})

describe('what is an end', () => {
  test('a drawing that was cancelled is given back', async () => {
    const { told, cost } = await drawn([{ status: 'CANCEL', progress: '0%' }], 2)
    expect([told, cost]).toMatchObject([{ progress: '100%' }, 0])
  })

  test('a drawing whose channel is gone is given back', async () => {
    const { console, addChannel } = file.tasks.world
    const first = { type: 5, key: SECRET, base_url: file.tasks.drawing.url, models: 'mj_imagine', priority: 100 }
    const channelId = await addChannel(first)
    const { id, cost } = await drawn([state.running()], 1)
    expect(cost).toBe(PRICE)
    const later = await file.alice.spending(async () => {
      await console.call('DELETE', `/api/channel/${channelId}`)
      for (const _ of [1, 2]) await file.poll()
    })
    expect(later.cost).toBe(-PRICE)
    expect(await file.alice.drawing(id)).toMatchObject({ status: 'FAILURE', progress: '100%', failReason: expect.stringMatching(/./) })
    await expect.poll(async () => (await file.alice.logRows(id)).filter(([type]) => type === 4)).toEqual([[4, PRICE]])
  })

  test.each([
    ['a success that runs again and fails', [state.succeeded, state.running(), state.failed('late')], 'SUCCESS', PRICE],
    ['a failure that succeeds', [state.failed('early'), state.succeeded], 'FAILURE', 0],
  ])('%s stays what it was', async (_, plan, status, charge) => {
    const { id, told, cost } = await drawn(plan, 3)
    expect([told, cost]).toMatchObject([{ status, progress: '100%' }, charge])
    expect(await file.alice.drawingRows(id)).toMatchObject([{ status }])
  })
})
