// What a proxy answers when a drawing is submitted, and what becomes of it: what is told, what is charged, and to whom.
import { describe, expect, test } from 'vitest'
import { BANNED_WORD, inQueue, rejections } from '../../../testing/fake-tasks/fake-drawing-proxy.ts'
import { brokenAnswers } from '../../../testing/fake-tasks/task-states.ts'
import { drawingFile } from '../testing/drawing-file.ts'
import { priceOf } from '../testing/task-world.ts'

const file = drawingFile()

/** A finished drawing. */
const grid = async (who = file.alice) => {
  const id = await file.imagine({}, who)
  await file.poll()
  return id
}

describe('what the proxy answers to a submission', () => {
  const ask = () => file.alice.spending(() => file.alice.post('/mj/submit/imagine', { prompt: 'a cat' }))

  test('a task in the queue is told as submitted and charged', async () => {
    file.tasks.drawing.changeAnswer(inQueue(3))
    const { made, cost } = await ask()
    expect([made.status, made.json, cost]).toMatchObject([200, { code: 1, properties: { numberOfQueues: 3 } }, priceOf('mj_imagine')])
    await file.poll()
  })

  test.each([
    ['queueFull', 23, '队列已满，请稍后尝试'],
    ['failed', 9, '系统异常'],
  ] as const)('%s: its code and words are told, and nothing is charged', async (how, code, description) => {
    file.tasks.drawing.misbehave('submit', rejections[how])
    const { made, cost } = await ask()
    expect([made.json, cost]).toMatchObject([{ code, description: expect.stringContaining(description) }, 0])
    expect(file.submitted()).toHaveLength(1)
  })

  test('a banned word is told, and nothing is charged', async () => {
    const { made, cost } = await file.alice.spending(() => file.alice.post('/mj/submit/imagine', { prompt: `a ${BANNED_WORD}` }))
    expect([made.json, cost]).toMatchObject([{ code: 24, properties: { bannedWord: BANNED_WORD } }, 0])
  })

  test('a task without an id is a failure, and nothing is charged', async () => {
    file.tasks.drawing.changeAnswer({ result: undefined, description: '没有任务' })
    const { made, cost } = await ask()
    expect(made.json).not.toMatchObject({ code: 1 })
    expect([made.json, cost]).toMatchObject([{ description: expect.stringContaining('没有任务') }, 0])
  })

  test.each(['failing', 'html', 'truncated', 'reset'] as const)('%s: nothing is charged, and nothing is tried again', async (how) => {
    file.tasks.drawing.misbehave('submit', brokenAnswers[how])
    const { made, cost } = await ask()
    expect(made.status).toBeGreaterThanOrEqual(400)
    expect([made.json, cost]).toMatchObject([{ type: 'upstream_error', description: expect.stringMatching(/./) }, 0])
    expect(file.submitted()).toHaveLength(1)
  })

  test('a client that leaves before the proxy answers finds its drawing in its list, charged', async () => {
    const answered = Promise.withResolvers<void>()
    file.tasks.drawing.before = () => answered.promise
    const { cost } = await file.alice.spending(async () => {
      const left = new AbortController()
      const headers = { authorization: `Bearer ${file.alice.payer.key}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ prompt: 'a cat that nobody waits for' })
      const gone = fetch(`${file.tasks.world.url}/mj/submit/imagine`, { method: 'POST', headers, body, signal: left.signal }).catch(
        () => 'left',
      )
      await expect.poll(() => file.submitted().length).toBe(1)
      left.abort()
      expect(await gone).toBe('left')
      // What comes after it is answered: the server has noticed.
      for (let time = 0; time < 3; time++) await file.alice.drawingRows('unknown')
      answered.resolve()
      const id = file.tasks.drawing.ids.at(-1) ?? ''
      await expect.poll(() => file.alice.drawingRows(id)).toMatchObject([{ prompt: 'a cat that nobody waits for', status: 'SUBMITTED' }])
    })
    expect(cost).toBe(priceOf('mj_imagine'))
    await file.poll()
  })

  test('an id that is a number is the same id as a text', async () => {
    file.tasks.drawing.nextId('1320098173412546')
    file.tasks.drawing.changeAnswer({ result: 1_320_098_173_412_546 })
    const id = await file.imagine()
    await file.poll()
    expect(await file.alice.drawing(id)).toMatchObject({ id: '1320098173412546', status: 'SUCCESS' })
  })

  test('an id that somebody else’s task has makes a row and a charge of its own', async () => {
    const id = await grid(file.bob)
    file.tasks.drawing.nextId(id)
    const { made, cost } = await file.alice.spending(() => file.imagine())
    expect([made, cost]).toEqual([id, priceOf('mj_imagine')])
    await file.poll()
    expect([(await file.alice.drawingRows(id)).length, (await file.bob.drawingRows(id)).length]).toEqual([1, 1])
  })
})
