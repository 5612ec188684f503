// Drawings through the front door: what is submitted, what it costs, what follows a finished drawing, and who may see it (server-behaviour 9).
// The stand-in takes what a midjourney-proxy Plus takes, and nothing else.
import { describe, expect, test } from 'vitest'
import { state } from '../../../testing/fake-tasks/task-states.ts'
import { drawingFile } from '../testing/drawing-file.ts'
import { DATA, HOUR_MS, OTHER_DATA, priceOf } from '../testing/task-world.ts'

const file = drawingFile()

/** A finished drawing of four pictures. */
const grid = async () => {
  const id = await file.imagine()
  await file.poll()
  return id
}
/** A finished picture. */
const single = async () => {
  const id = await grid()
  const picture = await file.alice.draw('/mj/submit/action', { taskId: id, customId: file.tasks.drawing.customId(id, 'upsample::1') })
  await file.poll()
  return picture
}
/** What the stand-in rejects is what this test is about. */
const forgive = () => (file.tasks.drawing.violations.length = 0)

const submissions = [
  { path: '/mj/submit/imagine', model: 'mj_imagine', action: 'IMAGINE', body: { prompt: 'a cat', base64Array: [DATA] } },
  { path: '/mj/submit/shorten', model: 'mj_shorten', action: 'SHORTEN', body: { prompt: 'a very long prompt' } },
  { path: '/mj/submit/describe', model: 'mj_describe', action: 'DESCRIBE', body: { base64: DATA } },
  { path: '/mj/submit/blend', model: 'mj_blend', action: 'BLEND', body: { base64Array: [DATA, DATA], dimensions: 'SQUARE' } },
  { path: '/mj/submit/edits', model: 'mj_edits', action: 'EDITS', body: { prompt: 'a cat', image: DATA } },
  { path: '/mj/submit/video', model: 'mj_video', action: 'VIDEO', body: { prompt: 'a cat', image: DATA, motion: 'low' } },
  { path: '/mj/insight-face/swap', model: 'swap_face', action: 'SWAP_FACE', body: { sourceBase64: DATA, targetBase64: OTHER_DATA } },
]

describe.each(submissions)('$path', ({ path, model, action, body }) => {
  test('is sent as it is, booked when it is accepted, and succeeds', async () => {
    file.tasks.drawing.plan(state.submitted, state.running(40), state.succeeded)
    const { made: id, cost, tokenCost } = await file.alice.spending(() => file.alice.draw(path, body))
    expect([cost, tokenCost]).toEqual([priceOf(model), priceOf(model)])
    expect(file.submitted()).toMatchObject([{ method: 'POST', path, body }])
    const states = await file.alice.spending(async () => {
      const told: unknown[] = []
      for (const _ of [1, 2, 3]) {
        await file.poll()
        told.push(await file.alice.drawing(id))
      }
      return told
    })
    expect(states.made).toMatchObject([
      { id, action, status: 'SUBMITTED', progress: '0%' },
      { id, action, status: 'IN_PROGRESS', progress: '40%' },
      { id, action, status: 'SUCCESS', progress: '100%', failReason: expect.not.stringMatching(/./) },
    ])
    expect(states.cost).toBe(0)
    const rows = await file.alice.drawingRows(id)
    expect(rows).toMatchObject([{ mj_id: id, action, status: 'SUCCESS', progress: '100%', quota: priceOf(model), code: 1 }])
    file.tasks.drawing.requests.length = 0
    await file.poll()
    expect(file.tasks.drawing.requests).toEqual([])
  })

  test('fails with the reason of the proxy, and is given back once', async () => {
    file.tasks.drawing.plan(state.failed('Banned prompt detected'))
    const {
      made: id,
      cost,
      tokenCost,
    } = await file.alice.spending(async () => {
      const made = await file.alice.draw(path, body)
      for (const _ of [1, 2]) await file.poll()
      return made
    })
    expect([cost, tokenCost]).toEqual([0, 0])
    expect(await file.alice.drawing(id)).toMatchObject({ status: 'FAILURE', progress: '100%', failReason: 'Banned prompt detected' })
    await expect.poll(async () => (await file.alice.logRows(id)).filter(([type]) => type === 4)).toEqual([[4, priceOf(model)]])
  })

  test('ends after the time limit, and what comes after it changes nothing', async () => {
    file.tasks.drawing.plan(state.running(90))
    const { made: id, cost } = await file.alice.spending(async () => {
      const made = await file.alice.draw(path, body)
      await file.poll()
      await file.tasks.timing.age(HOUR_MS)
      await file.poll()
      return made
    })
    expect(cost).toBe(0)
    const failed = { status: 'FAILURE', progress: '100%', failReason: expect.stringMatching(/./) }
    expect(await file.alice.drawing(id)).toMatchObject(failed)
    file.tasks.drawing.replan(id, state.succeeded)
    await file.poll()
    expect(await file.alice.drawing(id)).toMatchObject(failed)
  })
})

describe('what follows a finished drawing', () => {
  test.each([
    ['change', 'UPSCALE', 'mj_upscale', (taskId: string) => ({ taskId, action: 'UPSCALE', index: 2 })],
    ['change', 'VARIATION', 'mj_variation', (taskId: string) => ({ taskId, action: 'VARIATION', index: 4 })],
    ['change', 'REROLL', 'mj_reroll', (taskId: string) => ({ taskId, action: 'REROLL' })],
    ['simple-change', 'UPSCALE', 'mj_upscale', (taskId: string) => ({ content: `${taskId} U3` })],
    ['simple-change', 'VARIATION', 'mj_variation', (taskId: string) => ({ content: `${taskId} V1` })],
    ['simple-change', 'REROLL', 'mj_reroll', (taskId: string) => ({ content: `${taskId} R` })],
  ])('%s to %s is charged as %s', async (door, action, model, bodyOf) => {
    const parent = await grid()
    const { made: id, cost } = await file.alice.spending(() => file.alice.draw(`/mj/submit/${door}`, bodyOf(parent)))
    expect(cost).toBe(priceOf(model))
    await file.poll()
    expect(await file.alice.drawing(id)).toMatchObject({ id, action, status: 'SUCCESS', prompt: 'a cat' })
  })

  test.each([
    ['variation::3', 'VARIATION', 'mj_variation', grid],
    ['upsample::2', 'UPSCALE', 'mj_upscale', grid],
    ['reroll', 'REROLL', 'mj_reroll', grid],
    ['low_variation', 'LOW_VARIATION', 'mj_low_variation', single],
    ['high_variation', 'HIGH_VARIATION', 'mj_high_variation', single],
    ['pan_left', 'PAN', 'mj_pan', single],
    ['Outpaint::50', 'ZOOM', 'mj_zoom', single],
    ['upsample_v6_2x_subtle', 'UPSCALE', 'mj_upscale', single],
  ])('the button %s is %s, charged as %s', async (part, action, model, parentOf) => {
    const taskId = await parentOf()
    const customId = file.tasks.drawing.customId(taskId, part)
    const { made: id, cost } = await file.alice.spending(() =>
      file.alice.draw('/mj/submit/action', { taskId, customId, chooseSameChannel: true }),
    )
    expect(cost).toBe(priceOf(model))
    await file.poll()
    expect(await file.alice.drawing(id)).toMatchObject({ id, action, customId, status: 'SUCCESS' })
  })

  test('a bookmark names the drawing that has it, which makes no second row and costs nothing', async () => {
    const taskId = await single()
    const customId = file.tasks.drawing.customId(taskId, 'BOOKMARK')
    const { made, cost } = await file.alice.spending(() => file.alice.draw('/mj/submit/action', { taskId, customId }))
    expect([made, cost]).toEqual([taskId, 0])
    expect(await file.alice.drawingRows(taskId)).toHaveLength(1)
  })

  test('a change that was made before is the drawing that there is, for nothing', async () => {
    const taskId = await grid()
    const change = () => file.alice.draw('/mj/submit/change', { taskId, action: 'UPSCALE', index: 1 })
    const first = await change()
    const again = await file.alice.spending(change)
    expect([again.made, again.cost]).toEqual([first, 0])
    expect(await file.alice.drawing(first)).toMatchObject({ status: 'SUCCESS', progress: '100%' })
    expect(await file.alice.drawingRows(first)).toHaveLength(1)
  })

  test('an unfinished drawing is followed only where the option allows it', async () => {
    file.tasks.drawing.plan(state.running())
    const taskId = await file.imagine()
    const before = file.submitted().length
    const answer = await file.alice.spending(() => file.alice.post('/mj/submit/change', { taskId, action: 'REROLL' }))
    expect([answer.made.status, answer.cost, file.submitted().length]).toEqual([400, 0, before])
    await file.tasks.world.setOption('MjActionCheckSuccessEnabled', 'false')
    await file.alice.post('/mj/submit/change', { taskId, action: 'REROLL' })
    expect(file.submitted()).toHaveLength(before + 1)
    await file.tasks.world.setOption('MjActionCheckSuccessEnabled', 'true')
    forgive()
    file.tasks.drawing.replan(taskId, state.succeeded)
    await file.poll()
  })

  test('pictures that are uploaded make a row that is over', async () => {
    const { made, cost } = await file.alice.spending(() =>
      file.alice.post('/mj/submit/upload-discord-images', { base64Array: [DATA, DATA] }),
    )
    expect(made.json).toMatchObject({ code: 1, result: [expect.stringContaining('upload-0'), expect.stringContaining('upload-1')] })
    expect(cost).toBe(priceOf('mj_upload'))
    const [row] = await file.alice.payer.console.call<object[]>('GET', '/api/mj/self/?p=0')
    expect(row).toMatchObject({ action: 'UPLOAD', status: 'SUCCESS', progress: '100%', mj_id: expect.stringMatching(/./) })
  })

  test('a channel and a token that name uploads as older consoles do take them', async () => {
    const { drawingChannel, world } = file.tasks
    const { models } = await world.console.call<{ models: string }>('GET', `/api/channel/${drawingChannel}`)
    const token = { name: 'older', unlimited_quota: true, model_limits_enabled: true, model_limits: 'mj_uploads' }
    const { key } = await file.alice.payer.console.call<{ key: string }>('POST', '/api/token/', token)
    const upload = () => file.alice.post('/mj/submit/upload-discord-images', { base64Array: [DATA] }, { authorization: `Bearer sk-${key}` })
    for (const named of [models, models.replace('mj_upload', 'mj_uploads')]) {
      await world.console.call('PUT', '/api/channel/', { id: drawingChannel, models: named })
      expect([named, (await upload()).json]).toEqual([named, expect.objectContaining({ code: 1 })])
    }
    await world.console.call('PUT', '/api/channel/', { id: drawingChannel, models })
  })
})

describe('windows', () => {
  test.each([
    ['Inpaint', 'INPAINT'],
    ['CustomZoom', 'CUSTOM_ZOOM'],
  ])('%s waits for its modal, and only that is charged', async (part, action) => {
    const taskId = await single()
    const customId = file.tasks.drawing.customId(taskId, part)
    const opened = await file.alice.spending(() => file.alice.post('/mj/submit/action', { taskId, customId }))
    expect([opened.made.json, opened.cost]).toMatchObject([{ code: 21, description: 'Waiting for window confirm' }, 0])
    const id = file.tasks.drawing.ids.at(-1) ?? ''
    expect(opened.made.json).toMatchObject({ result: id })
    await file.poll()
    expect(await file.alice.drawing(id)).toMatchObject({ action, status: 'MODAL' })
    const modal = await file.alice.spending(() => file.alice.draw('/mj/submit/modal', { taskId: id, prompt: 'a dog', maskBase64: DATA }))
    expect([modal.made, modal.cost]).toEqual([id, priceOf('mj_modal')])
    const after = await file.alice.spending(() => file.poll())
    expect(after.cost).toBe(0)
    expect((await file.alice.drawingRows(id)).map(({ status, progress }) => [status, progress])).toEqual([
      ['SUCCESS', '100%'],
      ['SUCCESS', '100%'],
    ])
  })

  test('a modal that fails is given back once, though two rows end', async () => {
    const taskId = await single()
    file.tasks.drawing.plan(state.failed('no'))
    await file.alice.post('/mj/submit/action', { taskId, customId: file.tasks.drawing.customId(taskId, 'Inpaint') })
    const id = file.tasks.drawing.ids.at(-1) ?? ''
    const { cost } = await file.alice.spending(async () => {
      await file.alice.draw('/mj/submit/modal', { taskId: id, prompt: 'a dog' })
      for (const _ of [1, 2]) await file.poll()
    })
    expect(cost).toBe(0)
    expect((await file.alice.drawingRows(id)).map(({ status }) => status)).toEqual(['FAILURE', 'FAILURE'])
  })

  test('a window of another action is told as submitted, and its modal is not charged again', async () => {
    const taskId = await single()
    file.tasks.drawing.hasRemix = true
    const customId = file.tasks.drawing.customId(taskId, 'pan_up')
    const opened = await file.alice.spending(() => file.alice.post('/mj/submit/action', { taskId, customId }))
    expect([opened.made.json, opened.cost]).toMatchObject([
      { code: 1, description: 'Waiting for window confirm', properties: { remix: true } },
      priceOf('mj_pan'),
    ])
    const id = file.tasks.drawing.ids.at(-1) ?? ''
    const modal = await file.alice.spending(() => file.alice.draw('/mj/submit/modal', { taskId: id, prompt: 'a dog' }))
    expect([modal.made, modal.cost]).toEqual([id, 0])
    await file.poll()
    expect(await file.alice.drawing(id)).toMatchObject({ status: 'SUCCESS' })
  })

  test('a button beyond the table is charged as mj_custom, and named in the row', async () => {
    const taskId = await file.alice.draw('/mj/submit/describe', { base64: DATA })
    await file.poll()
    const customId = file.tasks.drawing.customId(taskId, 'PicReader::1')
    const { made: id, cost } = await file.alice.spending(() => file.alice.draw('/mj/submit/action', { taskId, customId }))
    expect(cost).toBe(priceOf('mj_custom'))
    await file.alice.draw('/mj/submit/modal', { taskId: id, prompt: 'a cat' })
    await file.poll()
    expect(await file.alice.drawing(id)).toMatchObject({ customId, status: 'SUCCESS' })
  })

  test('a window that nobody confirms ends after the time limit, free', async () => {
    const taskId = await single()
    const { cost } = await file.alice.spending(async () => {
      await file.alice.post('/mj/submit/action', { taskId, customId: file.tasks.drawing.customId(taskId, 'Inpaint') })
      await file.tasks.timing.age(HOUR_MS)
      await file.poll()
    })
    expect(cost).toBe(0)
    expect(await file.alice.drawing(file.tasks.drawing.ids.at(-1) ?? '')).toMatchObject({ status: 'FAILURE', progress: '100%' })
  })
})
