// What a proxy answers when a drawing is submitted, and what becomes of it: what is told, what is charged, and to whom.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { BANNED_WORD, inQueue, rejections } from '../../testing/fake-tasks/fake-drawing-proxy.ts'
import { brokenAnswers } from '../../testing/fake-tasks/task-states.ts'
import { openTaskWorld, priceOf, type TaskClient, type TaskWorld } from './testing/task-world.ts'

let tasks: TaskWorld
let alice: TaskClient
let bob: TaskClient
beforeAll(async () => {
  tasks = await openTaskWorld()
  alice = tasks.alice
  bob = tasks.bob
})
afterAll(() => tasks.close())
afterEach(() => {
  const { violations, unknownFields } = tasks.drawing
  expect([violations, unknownFields]).toEqual([[], []])
  tasks.drawing.clear()
})

const poll = () => tasks.timing.poll()
const imagine = (who = alice) => who.draw('/mj/submit/imagine', { prompt: 'a cat' })
/** A finished drawing. */
const grid = async (who = alice) => {
  const id = await imagine(who)
  await poll()
  return id
}
const submitted = () => tasks.drawing.requests.filter(({ path }) => path.includes('/submit/'))

describe('what the proxy answers to a submission', () => {
  const ask = () => alice.spending(() => alice.post('/mj/submit/imagine', { prompt: 'a cat' }))

  test('a task in the queue is told as submitted and charged', async () => {
    tasks.drawing.changeAnswer(inQueue(3))
    const { made, cost } = await ask()
    expect([made.status, made.json, cost]).toMatchObject([200, { code: 1, properties: { numberOfQueues: 3 } }, priceOf('mj_imagine')])
    await poll()
  })

  test.each([
    ['queueFull', 23, '队列已满，请稍后尝试'],
    ['failed', 9, '系统异常'],
  ] as const)('%s: its code and words are told, and nothing is charged', async (how, code, description) => {
    tasks.drawing.misbehave('submit', rejections[how])
    const { made, cost } = await ask()
    expect([made.json, cost]).toMatchObject([{ code, description: expect.stringContaining(description) }, 0])
    expect(submitted()).toHaveLength(1)
  })

  test('a banned word is told, and nothing is charged', async () => {
    const { made, cost } = await alice.spending(() => alice.post('/mj/submit/imagine', { prompt: `a ${BANNED_WORD}` }))
    expect([made.json, cost]).toMatchObject([{ code: 24, properties: { bannedWord: BANNED_WORD } }, 0])
  })

  test('a task without an id is a failure, and nothing is charged', async () => {
    tasks.drawing.changeAnswer({ result: undefined, description: '没有任务' })
    const { made, cost } = await ask()
    expect(made.json).not.toMatchObject({ code: 1 })
    expect([made.json, cost]).toMatchObject([{ description: expect.stringContaining('没有任务') }, 0])
  })

  test.each(['failing', 'html', 'truncated', 'reset'] as const)('%s: nothing is charged, and nothing is tried again', async (how) => {
    tasks.drawing.misbehave('submit', brokenAnswers[how])
    const { made, cost } = await ask()
    expect(made.status).toBeGreaterThanOrEqual(400)
    expect([made.json, cost]).toMatchObject([{ type: 'upstream_error', description: expect.stringMatching(/./) }, 0])
    expect(submitted()).toHaveLength(1)
  })

  test('a client that leaves before the proxy answers finds its drawing in its list, charged', async () => {
    const answered = Promise.withResolvers<void>()
    tasks.drawing.before = () => answered.promise
    const { cost } = await alice.spending(async () => {
      const left = new AbortController()
      const headers = { authorization: `Bearer ${alice.payer.key}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ prompt: 'a cat that nobody waits for' })
      const gone = fetch(`${tasks.world.url}/mj/submit/imagine`, { method: 'POST', headers, body, signal: left.signal }).catch(() => 'left')
      await expect.poll(() => submitted().length).toBe(1)
      left.abort()
      expect(await gone).toBe('left')
      // What comes after it is answered: the server has noticed.
      for (let time = 0; time < 3; time++) await alice.drawingRows('unknown')
      answered.resolve()
      const id = tasks.drawing.ids.at(-1) ?? ''
      await expect.poll(() => alice.drawingRows(id)).toMatchObject([{ prompt: 'a cat that nobody waits for', status: 'SUBMITTED' }])
    })
    expect(cost).toBe(priceOf('mj_imagine'))
    await poll()
  })

  test('an id that is a number is the same id as a text', async () => {
    tasks.drawing.nextId('1320098173412546')
    tasks.drawing.changeAnswer({ result: 1_320_098_173_412_546 })
    const id = await imagine()
    await poll()
    expect(await alice.drawing(id)).toMatchObject({ id: '1320098173412546', status: 'SUCCESS' })
  })

  test('an id that somebody else’s task has makes a row and a charge of its own', async () => {
    const id = await grid(bob)
    tasks.drawing.nextId(id)
    const { made, cost } = await alice.spending(() => imagine())
    expect([made, cost]).toEqual([id, priceOf('mj_imagine')])
    await poll()
    expect([(await alice.drawingRows(id)).length, (await bob.drawingRows(id)).length]).toEqual([1, 1])
  })
})
