// The stand-ins of task proxies: they take what the proxies take, reject what those reject, and misbehave as they are told.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { PICTURE } from '../fake-dialects/images.ts'
import { openSite } from '../network/local-site.ts'
import { BANNED_WORD, type FakeDrawingProxy, inQueue, openFakeDrawingProxy, rejections } from './fake-drawing-proxy.ts'
import { type FakeSunoProxy, openFakeSunoProxy } from './fake-suno-proxy.ts'
import { brokenAnswers, brokenFiles, brokenLists, state } from './task-states.ts'

let drawing: FakeDrawingProxy
let music: FakeSunoProxy
beforeAll(async () => {
  drawing = await openFakeDrawingProxy('secret')
  music = await openFakeSunoProxy('key')
})
afterAll(() => Promise.all([drawing.close(), music.close()]))
afterEach(() => {
  drawing.clear()
  music.clear()
})

const SECRET = { 'mj-api-secret': 'secret' }
/** What never ends is waited for so long. */
const SHORT_MS = 300

async function call(url: string, body?: unknown, headers: Record<string, string> = SECRET, limitMs = 60_000) {
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(url, {
    ...{ ...sent, redirect: 'manual', signal: AbortSignal.timeout(limitMs) },
    headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  const json = response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(bytes.toString()) : undefined
  return { status: response.status, type: response.headers.get('content-type'), bytes, json }
}
const mj = (path: string, body?: unknown) => call(`${drawing.url}/mj/${path}`, body)
const suno = (path: string, body?: unknown, key = 'key') => call(`${music.url}/suno/${path}`, body, { authorization: `Bearer ${key}` })
const imagine = async (prompt = 'a cat') => String((await mj('submit/imagine', { prompt })).json.result)
/** A finished picture that has the buttons of one. */
const upscaled = async () => {
  const id = await imagine()
  return String((await mj('submit/action', { taskId: id, customId: drawing.customId(id, 'upsample::2') })).json.result)
}
const listed = async (...ids: string[]) => (await mj('task/list-by-condition', { ids })).json
const DATA = `data:image/png;base64,${PICTURE}`

describe('the drawing proxy', () => {
  test.each([
    ['submit/imagine', 'IMAGINE', { prompt: 'a cat', base64Array: [DATA], botType: 'NIJI_JOURNEY', state: 'mine', notifyHook: '' }],
    ['submit/shorten', 'SHORTEN', { prompt: 'a long prompt' }],
    ['submit/describe', 'DESCRIBE', { base64: DATA }],
    ['submit/blend', 'BLEND', { base64Array: [DATA, DATA], dimensions: 'SQUARE' }],
    ['submit/edits', 'EDIT', { prompt: 'a cat', image: DATA }],
    ['submit/video', 'VIDEO', { prompt: 'a cat', image: 'https://pictures.test/1.png', motion: 'low' }],
    ['insight-face/swap', 'SWAP_FACE', { sourceBase64: DATA, targetBase64: 'data:image/jpeg;base64,/9j/4A==' }],
  ])('%s starts a task that is told in lists and by itself', async (path, action, body) => {
    const { json } = await mj(path, body)
    expect(json).toMatchObject({ code: 1, result: expect.stringMatching(/^\d{16}$/) })
    expect(await listed(json.result)).toMatchObject([{ id: json.result, action, status: 'SUCCESS', progress: '100%', failReason: null }])
    expect((await mj(`task/${json.result}/fetch`)).json).toMatchObject({ id: json.result, action })
    expect([drawing.violations, drawing.unknownFields]).toEqual([[], []])
    expect((await mj(path, {})).json).toMatchObject({ code: 4 })
    expect(drawing.violations).toHaveLength(1)
  })

  test('buttons, changes and their short form follow a finished drawing', async () => {
    const id = await upscaled()
    const vary = await mj('submit/action', { taskId: id, customId: drawing.customId(id, 'low_variation'), chooseSameChannel: true })
    expect(await listed(vary.json.result)).toMatchObject([{ action: 'VARIATION', prompt: 'a cat', buttons: expect.any(Array) }])
    const grid = await imagine()
    const first = await mj('submit/change', { taskId: grid, action: 'UPSCALE', index: 3 })
    const again = await mj('submit/simple-change', { content: `${grid} U3` })
    expect(again.json).toMatchObject({ code: 21, result: first.json.result, properties: { status: 'SUCCESS' } })
    expect((await mj('submit/simple-change', { content: `${grid} R` })).json).toMatchObject({ code: 1 })
    const mark = await mj('submit/action', { taskId: id, customId: drawing.customId(id, 'BOOKMARK') })
    expect(mark.json).toMatchObject({ code: 1, result: id })
    expect((await mj(`task/${id}/image-seed`)).json).toMatchObject({ code: 1, result: '1790534321' })
    expect((await mj('submit/upload-discord-images', { base64Array: [DATA] })).json.result).toHaveLength(1)
    expect(drawing.violations).toEqual([])
  })

  test.each(['Inpaint', 'CustomZoom', 'pan_left'])('%s opens a window, which waits for its modal', async (part) => {
    drawing.hasRemix = true
    const id = await upscaled()
    drawing.plan(state.running(), state.succeeded)
    const { json } = await mj('submit/action', { taskId: id, customId: drawing.customId(id, part) })
    expect(json).toMatchObject({ code: 21, description: 'Waiting for window confirm', properties: { remix: true } })
    for (const _ of [1, 2]) expect(await listed(json.result)).toMatchObject([{ status: 'MODAL' }])
    const modal = { taskId: json.result, prompt: 'a dog', maskBase64: DATA }
    expect((await mj('submit/modal', modal)).json).toMatchObject({ code: 1, result: json.result })
    expect(await listed(json.result)).toMatchObject([{ status: 'IN_PROGRESS', progress: '50%' }])
    expect(drawing.violations).toEqual([])
    expect((await mj('submit/modal', modal)).json).toMatchObject({ code: 4 })
  })

  test('what the proxy does not take is rejected and noted', async () => {
    const id = await imagine()
    drawing.plan(state.running())
    const running = await imagine()
    const { length } = drawing.violations
    const answers = [
      await mj('submit/imagine', { prompt: 5 }),
      await mj('submit/change', { taskId: id, action: 'UPSCALE' }),
      await mj('submit/change', { taskId: 'unknown', action: 'REROLL' }),
      await mj('submit/action', { taskId: id, customId: 'MJ::JOB::upsample::2::of-another' }),
      await mj('submit/action', { taskId: running, customId: drawing.customId(running, 'upsample::1') }),
      await mj('task/unknown/image-seed'),
      await mj('task/list-by-condition', { ids: [7] }),
      await call(`${drawing.url}/mj/submit/imagine`, { prompt: 'a cat' }, { 'mj-api-secret': 'wrong' }),
      await mj('submit/unknown', {}),
    ]
    const codes = answers.map(({ status, json }) => json?.code ?? status)
    expect(codes).toEqual([400, 4, 3, 4, 4, 3, 400, 401, 404])
    expect(drawing.violations).toHaveLength(length + answers.length)
    expect((await mj('task/unknown/fetch')).bytes).toHaveLength(0)
    expect((await mj('submit/imagine', { prompt: `a ${BANNED_WORD}` })).json).toMatchObject({ code: 24 })
    await mj('submit/imagine', { prompt: 'a cat', model: 'mj_imagine' })
    expect(drawing.unknownFields).toEqual(['model'])
    await call(drawing.picture(id))
    expect(drawing.violations.at(-1)).toContain('the secret is shown')
  })

  test('tasks go as planned, and submissions are answered as scripted', async () => {
    drawing.plan(state.submitted, { ...state.running(20), told: { failReason: 'slow' } }, state.failed('banned'), state.succeeded)
    const id = await imagine()
    expect(await listed(id)).toMatchObject([{ status: 'SUBMITTED', progress: '0%', finishTime: null }])
    drawing.movesWhenAsked = false
    for (const _ of [1, 2]) expect(await listed(id)).toMatchObject([{ status: 'IN_PROGRESS', progress: '20%', failReason: 'slow' }])
    drawing.advance(id)
    expect(await listed(id)).toMatchObject([{ status: 'FAILURE', progress: '', failReason: 'banned' }])
    drawing.replan(id, state.running(30))
    expect(await listed(id)).toMatchObject([{ progress: '30%' }])
    drawing.changeAnswer(inQueue(2))
    expect((await mj('submit/imagine', { prompt: 'a cat' })).json).toMatchObject({ code: 22, properties: { numberOfQueues: 2 } })
    drawing.changeAnswer({ result: undefined })
    expect((await mj('submit/imagine', { prompt: 'a cat' })).json).not.toHaveProperty('result')
    drawing.nextId(id)
    expect(await imagine()).toBe(id)
    drawing.misbehave('submit', rejections.queueFull)
    expect((await mj('submit/imagine', { prompt: 'a cat' })).json.code).toBe(23)
  })

  test('the address that came with a task is told how it stands', async () => {
    const told: string[] = []
    const site = await openSite((request, response) =>
      request.on('data', (data) => told.push(String(data))).on('end', () => response.end()),
    )
    const { json } = await mj('submit/imagine', { prompt: 'a cat', notifyHook: `${site.url}/hook` })
    expect(await drawing.notify(json.result, { imageUrl: 'https://elsewhere.test' })).toBe(200)
    expect(told.map((one) => JSON.parse(one))).toMatchObject([{ id: json.result, status: 'SUCCESS', imageUrl: 'https://elsewhere.test' }])
    await site.close()
  })
})

describe('the music proxy', () => {
  test('music of either spelling has two clips, with files of true types', async () => {
    music.plan(state.notStarted, state.queued, state.running(), state.succeeded)
    const { json } = await suno('submit/MUSIC', { prompt: '[Verse]', title: 'The Wall', tags: 'folk', mv: 'chirp-v4' })
    expect(json).toMatchObject({ code: 'success', data: expect.stringMatching(/^[\da-f-]{36}$/) })
    const fetched = async () => (await suno('fetch', { ids: [json.data] })).json.data[0]
    for (const status of ['NOT_START', 'QUEUED']) expect(await fetched()).toMatchObject({ status, progress: '0%', data: null })
    expect(await fetched()).toMatchObject({ status: 'IN_PROGRESS', data: [{ status: 'streaming', video_url: '' }, {}] })
    const { data } = (await suno(`fetch/${json.data}`)).json
    expect(data).toMatchObject({ task_id: json.data, action: 'MUSIC', status: 'SUCCESS', progress: '100%' })
    const [clip] = data.data
    const types = [clip.audio_url, clip.video_url, clip.image_url].map(async (url) => (await call(url, undefined, {})).type)
    expect(await Promise.all(types)).toEqual(['audio/mpeg', 'video/mp4', 'image/png'])
    const more = { prompt: '', task_id: json.data, continue_clip_id: clip.id, continue_at: 80 }
    expect((await suno('submit/music', more)).json.code).toBe('success')
    expect([music.violations, music.unknownFields]).toEqual([[], []])
  })

  test('lyrics have a text, and failures their reason', async () => {
    const lyrics = await suno('submit/lyrics', { prompt: 'a cat' })
    expect((await suno(`fetch/${lyrics.json.data}`)).json.data).toMatchObject({ action: 'LYRICS', data: { text: expect.any(String) } })
    music.plan(state.failed('no credits'))
    const failed = await suno('submit/music', { gpt_description_prompt: 'a song' })
    const told = (await suno(`fetch/${failed.json.data}`)).json.data
    expect(told).toMatchObject({
      status: 'FAILURE',
      fail_reason: 'no credits',
      data: [{ status: 'error', audio_url: '', metadata: { error_message: 'no credits' } }, {}],
    })
  })

  test('what the proxy does not take is rejected and noted', async () => {
    const answers = [
      await suno('submit/video', { prompt: 'a' }),
      await suno('submit/lyrics', { prompt: '' }),
      await suno('submit/music', { prompt: 'a', make_instrumental: 'yes' }),
      await suno('submit/music', { prompt: 'a', continue_clip_id: 'a' }),
      await suno('submit/music', { prompt: 'a', task_id: 'a', continue_clip_id: 'a' }),
      await suno('fetch', { ids: [7] }),
      await suno('fetch/unknown'),
      await suno('fetch/unknown', undefined, 'wrong'),
    ]
    expect(answers.map(({ status, json }) => [status, json.code])).toEqual([
      ...Array.from({ length: 7 }, () => [400, 'invalid_request']),
      [401, 'invalid_request'],
    ])
    expect(music.violations).toHaveLength(answers.length)
  })
})

describe('what both do wrong on request', () => {
  test.each(['silent', 'reset', 'truncated'] as const)('%s: the request fails', async (how) => {
    drawing.misbehave('submit', brokenAnswers[how])
    await expect(call(`${drawing.url}/mj/submit/imagine`, { prompt: 'a cat' }, SECRET, SHORT_MS)).rejects.toThrow()
    expect((await mj('submit/imagine', { prompt: 'a cat' })).json.code).toBe(1)
  })

  test('an error and a page come in place of a list, as often as asked', async () => {
    music.misbehave('list', brokenAnswers.failing, 2)
    music.misbehave('list', brokenAnswers.html)
    const answers = [1, 2, 3, 4].map(() => suno('fetch', { ids: ['a'] }))
    expect((await Promise.all(answers)).map(({ status, type }) => `${status} ${type}`).toSorted()).toEqual([
      ...['200 application/json', '200 text/html', '500 application/json', '500 application/json'],
    ])
  })

  test('lists repeat tasks, have others, have wrong types, are none, and lack what is forgotten', async () => {
    const id = await imagine()
    drawing.listing = brokenLists.repeated
    expect(await listed(id)).toHaveLength(2)
    drawing.listing = brokenLists.with({ id: 'of-another' })
    expect(await listed(id)).toMatchObject([{ id: 'of-another' }, { id }])
    drawing.listing = brokenLists.retyped
    expect(await listed(id)).toMatchObject([{ id, status: 7, submitTime: expect.any(String), buttons: {} }])
    drawing.listing = brokenLists.noList
    expect(await listed(id)).toHaveProperty('tasks')
    drawing.clear()
    drawing.forget(id)
    expect(await listed(id)).toEqual([])
  })

  test('pictures are no pictures, too large, elsewhere or gone', async () => {
    const picture = (limitMs?: number) => call(drawing.picture(drawing.ids.at(-1) ?? ''), undefined, {}, limitMs)
    await imagine()
    expect((await picture()).bytes.toString('base64')).toBe(PICTURE)
    for (const [steps, expected] of [
      [brokenFiles.wrongType, [200, 'text/plain']],
      [brokenFiles.html, [200, 'text/html']],
      [brokenFiles.disguised, [200, 'image/png']],
      [brokenFiles.redirect('http://10.0.0.1/'), [302, 'text/html']],
      [brokenFiles.missing, [404, 'text/html']],
    ] as const) {
      drawing.misbehave('file', steps)
      const { status, type } = await picture()
      expect([status, type]).toEqual(expected)
    }
    drawing.misbehave('file', brokenFiles.huge(3_000_000))
    expect((await picture()).bytes).toHaveLength(3_000_000)
    drawing.misbehave('file', brokenFiles.endless)
    await expect(picture(SHORT_MS)).rejects.toThrow()
    expect(drawing.violations).toEqual([])
  })
})
