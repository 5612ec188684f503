// Pictures that vendors make by tasks, through the front door: charged once and only for what came, whoever sees the end first.
import { logType } from '@waystation/contract/site/status-table'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { FilmAnswer } from '../testing/film-world.ts'
import {
  cases,
  HASTY,
  openPictureWorld,
  type PictureClient,
  type PictureVendor,
  type PictureWorld,
  PRICE,
} from './testing/picture-world.ts'

let at: PictureWorld
beforeAll(async () => {
  at = await openPictureWorld()
})
afterAll(() => at.close())

const made = { status: 200, json: { data: [{ url: expect.stringMatching(/^http/) }] } }
const codeOf = ({ json }: FilmAnswer) => (json as { error?: { code?: string } }).error?.code
const HOUR_MS = 3_600_000

describe.each(cases)('$name', ({ name, model, rejected }) => {
  let alice: PictureClient
  let vendor: PictureVendor
  beforeAll(() => {
    alice = at.alice
    vendor = at.vendorOf(name)
  })
  afterEach(() => vendor.clear())

  const newest = async (client = alice) => (await client.tasks())[0]
  const ended = async (client = alice) => {
    await expect.poll(async () => (await newest(client))?.status).toBe('SUCCESS')
    return newest(client)
  }

  test('a picture is a task: held, asked for, charged, and told in the shape of OpenAI', async () => {
    vendor.plan('running', 'succeeded')
    const { done, cost } = await alice.spending(() => alice.picture(model))
    expect(done).toMatchObject(made)
    expect([cost, vendor.counts()]).toEqual([PRICE, { submitted: 1, asked: 2 }])
    const task = await newest()
    expect(task).toMatchObject({
      kind: 'image',
      action: 'GENERATE',
      status: 'SUCCESS',
      money: 'charged',
      quota: PRICE,
      prompt: 'A red cat',
      model,
    })
    expect(task?.files).toMatchObject([{ kind: 'image' }])
    expect((await alice.get(task?.files[0]?.url ?? '')).headers['content-type']).toBe('image/png')
    expect((await alice.calls())[0]).toEqual({ type: logType.consumption, quota: PRICE, task: task?.task_id })
    expect(done.headers['x-waystation-cost']).toBe('0.05')
  })

  test('a picture that fails is given back once, with the reason', async () => {
    vendor.plan('running', 'failed')
    const { done, cost } = await alice.spending(() => alice.picture(model))
    expect([done.status, cost]).toEqual([502, 0])
    const task = await newest()
    expect(task).toMatchObject({ status: 'FAILURE', money: 'free', quota: 0, fail_reason: expect.stringMatching(/\w/) })
    expect((await alice.calls())[0]).toMatchObject({ type: logType.error, quota: 0 })
    await at.poll()
    expect(vendor.counts()).toEqual({ submitted: 1, asked: 2 })
  })

  test('a prompt that is rejected for what is in it is the caller’s fault', async () => {
    vendor.plan('moderated')
    const { done, cost } = await alice.spending(() => alice.picture(model))
    expect([done.status, cost]).toEqual([400, 0])
  })

  test('what the vendor rejects at once makes no task, and costs nothing', async () => {
    const before = (await alice.tasks()).length
    const { done, cost } = await alice.spending(() => alice.picture(model, rejected))
    expect([Math.floor(done.status / 100), cost, (await alice.tasks()).length]).toEqual([4, 0, before])
    vendor.forgive()
  })

  test('a question that is not answered ends nothing', async () => {
    vendor.plan('error', 'reset', 'succeeded')
    const { done, cost } = await alice.spending(() => alice.picture(model))
    expect([done.status, cost]).toEqual([200, PRICE])
  })

  test('a caller who leaves pays for what is made afterwards, once', async () => {
    vendor.plan('queued', 'running', 'running', 'running', 'running', 'succeeded')
    const before = await alice.payer.balance()
    await alice.leaves(model, vendor)
    expect(await newest()).toMatchObject({ money: 'held', quota: PRICE })
    expect(await alice.payer.balance()).toBe(before)
    await at.left()
    for (let polls = 0; polls < 8; polls++) await at.poll()
    expect(await newest()).toMatchObject({ status: 'SUCCESS', money: 'charged', quota: PRICE })
    expect(before - (await alice.payer.balance())).toBe(PRICE)
    const task = await newest()
    expect((await alice.calls()).filter((call) => call.task === task?.task_id)).toEqual([
      { type: logType.consumption, quota: PRICE, task: task?.task_id },
    ])
  })

  test('a caller who leaves pays nothing for what fails afterwards', async () => {
    vendor.plan('queued', 'failed')
    const { cost } = await alice.spending(async () => {
      await alice.leaves(model, vendor)
      await at.left()
      for (let polls = 0; polls < 3; polls++) await at.poll()
    })
    expect([cost, (await newest())?.status, (await newest())?.money]).toEqual([0, 'FAILURE', 'free'])
  })

  test('the poller and the call that waits may both see the end: it is charged once', async () => {
    vendor.plan('queued', 'running', 'running', 'succeeded')
    const { done, cost } = await alice.spending(async () => {
      const call = alice.picture(model)
      await expect.poll(() => vendor.counts().asked).toBeGreaterThan(0)
      let isOver = false
      const over = call.finally(() => {
        isOver = true
      })
      while (!isOver) await at.poll()
      return over
    })
    expect(done).toMatchObject(made)
    expect([cost, (await ended())?.quota]).toEqual([PRICE, PRICE])
  })

  test('a call that waits too long is told so, and pays when the picture is made', async () => {
    vendor.plan('running', 'running', 'running', 'succeeded')
    const { done, cost } = await alice.spending(() => alice.picture(HASTY + model))
    expect([done.status, codeOf(done), cost, done.headers['x-should-retry']]).toEqual([504, 'picture_not_ready', 0, 'false'])
    const later = await alice.spending(async () => {
      for (let polls = 0; polls < 6; polls++) await at.poll()
    })
    expect([later.cost, (await newest())?.status]).toEqual([PRICE, 'SUCCESS'])
    expect(JSON.stringify(done.json)).toContain((await newest())?.task_id)
  })

  test('a picture that is not made in the time of tasks costs nothing, whatever comes after it', async () => {
    vendor.plan('running', 'running', 'succeeded')
    const { cost } = await alice.spending(async () => {
      await alice.leaves(model, vendor)
      await at.age(HOUR_MS)
      await at.world.server.runJob('poll-tasks')
      for (let polls = 0; polls < 3; polls++) await at.poll()
    })
    expect([cost, await newest()]).toMatchObject([0, { status: 'FAILURE', money: 'free', fail_reason: expect.stringContaining('in time') }])
  })

  test('two pictures are told and charged as two', async () => {
    const { done, cost } = await alice.spending(() => alice.picture(model, { n: 2 }))
    expect(done).toMatchObject({ status: 200, json: { data: [{}, {}] } })
    expect([cost, (await newest())?.files.length]).toEqual([2 * PRICE, 2])
  })

  test('the poller charges for two pictures as the call does', async () => {
    for (let pictures = 0; pictures < 2; pictures++) vendor.plan('running', 'running', 'running', 'succeeded')
    const { done, cost } = await alice.spending(async () => {
      const call = await alice.picture(HASTY + model, { n: 2 })
      for (let polls = 0; polls < 8; polls++) await at.poll()
      return call
    })
    expect([done.status, cost, (await newest())?.files.length]).toEqual([504, 2 * PRICE, 2])
  })

  test.each([0, -1, 1.5, 129, 2 ** 31, 2 ** 53, 1e308, '2', [2], { n: 2 }])(
    'MON-3 a number of pictures that is %j is rejected: nothing is held, sent or charged',
    async (n) => {
      const before = (await alice.tasks()).length
      const { done, cost } = await alice.spending(() => alice.picture(model, { n }))
      expect([done.status, cost, vendor.counts().submitted, (await alice.tasks()).length]).toEqual([400, 0, 0, before])
    },
  )

  test('nobody else sees it', async () => {
    const { task_id: id } = (await newest()) ?? {}
    await at.bob.picture(model)
    const theirs = (await at.bob.tasks()).map((task) => task.task_id)
    expect([theirs.length > 0, theirs.includes(id ?? '')]).toEqual([true, false])
  })

  describe('under an Idempotency-Key', () => {
    const under = (key: string) => ({ 'idempotency-key': `${name} ${key}` })

    test('the same picture is told again, for nothing, also as data and in a stream', async () => {
      const first = await alice.spending(() => alice.picture(model, {}, under('one')))
      const again = await alice.spending(() => alice.picture(model, {}, under('one')))
      expect([first.cost, again.cost, vendor.counts().submitted]).toEqual([PRICE, 0, 1])
      expect(again.done).toMatchObject(made)
      expect((again.done.json as { data: unknown }).data).toEqual((first.done.json as { data: unknown }).data)
      const asData = await alice.picture(model, { response_format: 'b64_json' }, under('one'))
      expect(asData.json).toMatchObject({ data: [{ b64_json: expect.stringMatching(/^iVBOR/) }] })
      const streamed = await alice.picture(model, { stream: true }, under('one'))
      expect(streamed.bytes.toString()).toContain('image_generation.completed')
      expect(vendor.counts().submitted).toBe(1)
    })

    test('two at the same time are one', async () => {
      vendor.plan('running', 'succeeded')
      const { done, cost } = await alice.spending(() =>
        Promise.all([alice.picture(model, {}, under('two')), alice.picture(model, {}, under('two'))]),
      )
      expect(done).toMatchObject([made, made])
      expect([cost, vendor.counts().submitted]).toEqual([PRICE, 1])
    })

    test('a picture that is still being made is waited for', async () => {
      vendor.plan('running', 'running', 'succeeded')
      const { done, cost } = await alice.spending(async () => {
        await alice.leaves(model, vendor, under('three'))
        const again = alice.picture(model, {}, under('three'))
        for (let polls = 0; polls < 4; polls++) await at.poll()
        return again
      })
      expect(done).toMatchObject(made)
      expect([cost, vendor.counts().submitted]).toEqual([PRICE, 1])
    })

    test('a failure is told again', async () => {
      vendor.plan('failed')
      const first = await alice.picture(model, {}, under('four'))
      const again = await alice.picture(model, {}, under('four'))
      expect([first.status, again.status, codeOf(again), vendor.counts().submitted]).toEqual([502, 502, 'task_failed', 1])
    })

    test('somebody else’s key is another', async () => {
      await alice.picture(model, {}, under('five'))
      const { cost } = await at.bob.spending(() => at.bob.picture(model, {}, under('five')))
      expect([cost, vendor.counts().submitted]).toEqual([PRICE, 2])
    })
  })
})
