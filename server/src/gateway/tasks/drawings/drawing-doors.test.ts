// Who reaches a drawing and by which addresses, what the options change in what is sent, and the pictures that are passed on.
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openFakeDrawingProxy } from '../../../testing/fake-tasks/fake-drawing-proxy.ts'
import { brokenFiles, state } from '../../../testing/fake-tasks/task-states.ts'
import { drawingFile } from '../testing/drawing-file.ts'
import { DATA, priceOf, SECRET } from '../testing/task-world.ts'

const file = drawingFile()

const finished = async () => {
  const id = await file.imagine()
  await file.poll()
  return id
}

describe.each(['/mj', '/mj-fast/mj', '/mj-relax/mj', '/mj-turbo/mj', '/fast/mj'])('below %s', (prefix) => {
  test('drawings are submitted, fetched, listed and asked for their seeds', async () => {
    const { made: id, cost } = await file.alice.spending(() => file.alice.draw(`${prefix}/submit/imagine`, { prompt: 'a cat' }))
    expect(cost).toBe(priceOf('mj_imagine'))
    expect(file.submitted().map(({ path }) => path.replace(/^\/(mj-)?(fast|relax|turbo)/, ''))).toEqual(['/mj/submit/imagine'])
    await file.poll()
    expect((await file.alice.get(`${prefix}/task/${id}/fetch`)).json).toMatchObject({ id, status: 'SUCCESS' })
    const list = await file.alice.post(`${prefix}/task/list-by-condition`, { ids: [id, Number(id)] })
    expect(list.json).toMatchObject([{ id, status: 'SUCCESS' }])
    expect((await file.alice.get(`${prefix}/task/${id}/image-seed`)).json).toMatchObject({ code: 1, result: '1790534321' })
    expect((await file.alice.get(`${prefix}/image/${id}`)).headers['content-type']).toBe('image/png')
  })
})

test('a key is taken as mj-api-secret too', async () => {
  for (const authorization of ['', 'midjourney-proxy', 'Bearer midjourney-proxy']) {
    const headers = { authorization, 'mj-api-secret': file.alice.payer.key }
    expect((await file.alice.post('/mj/submit/imagine', { prompt: 'a cat' }, headers)).json).toMatchObject({ code: 1 })
  }
  const wrong = { authorization: '', 'mj-api-secret': SECRET }
  expect((await file.alice.post('/mj/submit/imagine', { prompt: 'a cat' }, wrong)).status).toBe(401)
  await file.poll()
})

describe('the drawings of others', () => {
  test('are not told, not listed, and nothing can follow them', async () => {
    const taskId = await finished()
    const { made, cost } = await file.bob.spending(async () => [
      await file.bob.get(`/mj/task/${taskId}/fetch`),
      await file.bob.get(`/mj/task/${taskId}/image-seed`),
      await file.bob.post('/mj/submit/change', { taskId, action: 'UPSCALE', index: 1 }),
      await file.bob.post('/mj/submit/simple-change', { content: `${taskId} U1` }),
      await file.bob.post('/mj/submit/action', { taskId, customId: file.tasks.drawing.customId(taskId, 'upsample::1') }),
      await file.bob.post('/mj/submit/modal', { taskId, prompt: 'a dog' }),
    ])
    expect(made.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 400])
    expect(JSON.stringify(made.map(({ json }) => json))).not.toContain('a cat')
    expect([cost, file.submitted().length]).toEqual([0, 1])
    expect((await file.bob.post('/mj/task/list-by-condition', { ids: [taskId] })).json).toEqual([])
    expect(await file.bob.drawingRows(taskId)).toEqual([])
  })
})

describe('/mj/notify', () => {
  test.each(['alice', 'bob'] as const)('changes nothing for %s', async (who) => {
    file.tasks.drawing.plan(state.running(30))
    const id = await file.imagine()
    await file.poll()
    const before = await file.alice.drawing(id)
    const forged = { id, status: 'FAILURE', progress: '100%', failReason: 'forged', imageUrl: 'https://elsewhere.test/1.png' }
    const { made, cost } = await file.alice.spending(() => file.tasks[who].post('/mj/notify', forged))
    expect([made.status, cost]).toEqual([404, 0])
    expect(await file.alice.drawing(id)).toEqual(before)
    file.tasks.drawing.replan(id, state.succeeded)
    await file.poll()
  })
})

describe('what the options change', () => {
  const body = {
    prompt: 'a cat --fast --ar 1:1 --turbo --relax',
    notifyHook: 'https://client.test/hook',
    accountFilter: { modes: ['FAST'] },
  }
  const sent = async (option: string, value: string) => {
    await file.tasks.world.setOption(option, value)
    file.tasks.drawing.clear()
    await file.imagine(body)
    await file.poll()
    return file.submitted()[0]?.body
  }

  test('addresses to notify, filters and modes go on as they stand', async () => {
    expect(await sent('MjNotifyEnabled', 'false')).not.toMatchObject({ notifyHook: body.notifyHook })
    expect(await sent('MjAccountFilterEnabled', 'false')).not.toHaveProperty('accountFilter')
    expect(await sent('MjModeClearEnabled', 'false')).toMatchObject({ prompt: body.prompt })
    expect(await sent('MjAccountFilterEnabled', 'true')).toMatchObject({ accountFilter: body.accountFilter })
    expect(await sent('MjModeClearEnabled', 'true')).toMatchObject({ prompt: expect.stringMatching(/^a cat +--ar 1:1\s*$/) })
    for (const option of ['MjAccountFilterEnabled', 'MjModeClearEnabled']) await file.tasks.world.setOption(option, 'false')
  })

  test('pictures are told at the address of this server, or at the proxy’s', async () => {
    const id = await finished()
    await file.tasks.world.setOption('ServerAddress', 'https://gateway.test')
    expect(await file.alice.drawing(id)).toMatchObject({ imageUrl: expect.stringMatching(`^https://gateway\\.test/mj/image/${id}\\?`) })
    await file.tasks.world.setOption('MjForwardUrlEnabled', 'false')
    expect(await file.alice.drawing(id)).toMatchObject({ imageUrl: file.tasks.drawing.picture(id) })
    await file.tasks.world.setOption('MjForwardUrlEnabled', 'true')
  })
})

describe('pictures', () => {
  const show = async (id: string) => {
    const { status, headers, bytes } = await file.alice.get(`/mj/image/${id}`)
    return { status, type: String(headers['content-type']), sniff: headers['x-content-type-options'], bytes }
  }

  test('are passed on as pictures', async () => {
    const id = await finished()
    expect(await show(id)).toMatchObject({ status: 200, type: 'image/png', sniff: 'nosniff' })
    expect(`data:image/png;base64,${(await show(id)).bytes.toString('base64')}`).toBe(DATA)
    expect((await file.alice.get('/mj/image/unknown')).status).toBe(404)
  })

  test('are given in parts too', async () => {
    const path = `/mj/image/${await finished()}`
    const { bytes } = await file.alice.get(path)
    const part = await file.alice.get(path, { range: 'bytes=1-3' })
    expect([part.status, part.headers, part.bytes.toString()]).toMatchObject([
      206,
      { 'accept-ranges': 'bytes', 'content-range': `bytes 1-3/${bytes.length}`, 'content-length': '3', 'content-type': 'image/png' },
      'PNG',
    ])
    const beyond = await file.alice.get(path, { range: `bytes=${bytes.length}-` })
    expect([beyond.status, beyond.headers]).toMatchObject([416, { 'content-range': `bytes */${bytes.length}` }])
  })

  const tricks = {
    wrongType: brokenFiles.wrongType,
    html: brokenFiles.html,
    huge: brokenFiles.huge(65 * 1024 * 1024),
    missing: brokenFiles.missing,
    private: brokenFiles.redirect('http://10.255.255.1/1.png'),
    loopback: brokenFiles.redirect('http://127.0.0.1:9/1.png'),
  }
  test.each(Object.entries(tricks))('%s: no picture, no page', async (_, steps) => {
    const id = await finished()
    file.tasks.drawing.misbehave('file', steps)
    const shown = await show(id).catch(() => undefined)
    if (shown?.status === 200) expect(shown.type).toMatch(/^image\/|^application\/octet-stream/)
    expect(shown?.bytes.toString() ?? '').not.toContain('<script>')
    expect(shown?.bytes.length ?? 0).toBeLessThanOrEqual(64 * 1024 * 1024)
  })

  test('a page that calls itself a picture is shown to nobody as a page', async () => {
    const id = await finished()
    file.tasks.drawing.misbehave('file', brokenFiles.disguised)
    const { type, sniff } = await show(id)
    expect([type.startsWith('text/'), sniff]).toEqual([false, 'nosniff'])
  })

  test('one at a private address that is not the channel’s own host is not asked for, nor led to', async () => {
    const neighbour = await openFakeDrawingProxy(SECRET)
    file.tasks.drawing.plan({ ...state.succeeded, told: { imageUrl: neighbour.picture('1') } })
    expect((await show(await finished())).status).toBe(404)
    const id = await finished()
    file.tasks.drawing.misbehave('file', brokenFiles.redirect(neighbour.picture('1')))
    expect((await show(id)).status).toBe(404)
    expect(neighbour.requests).toEqual([])
    await neighbour.close()
  })

  test('are shown by their link without a key, and by no other', async () => {
    const id = await finished()
    const other = await finished()
    const linkOf = async (one: string) => new URL(z.object({ imageUrl: z.string() }).parse(await file.alice.drawing(one)).imageUrl)
    const link = await linkOf(id)
    const open = async (query: string) => (await fetch(`${file.tasks.world.url}${link.pathname}${query}`)).status
    expect(await open(link.search)).toBe(200)
    expect(await open('')).toBe(401)
    for (const [name, value] of [
      ['task', (await linkOf(other)).searchParams.get('task') ?? ''],
      ['until', '9999999999'],
      ['sign', 'x'],
    ]) {
      const changed = new URL(link)
      changed.searchParams.set(name ?? '', value ?? '')
      expect([name, await open(changed.search)]).toEqual([name, 404])
    }
  })
})

describe('the channel', () => {
  test('of a drawing serves what follows it, and nothing follows where it is disabled', async () => {
    const taskId = await finished()
    const other = await openFakeDrawingProxy(SECRET)
    const models = 'mj_imagine,mj_upscale,mj_reroll'
    const id = await file.tasks.world.addChannel({ type: 5, key: SECRET, base_url: other.url, models, priority: 100 })
    await file.alice.draw('/mj/submit/change', { taskId, action: 'UPSCALE', index: 1 })
    await file.poll()
    expect(other.requests).toEqual([])
    await file.tasks.world.console.call('PUT', '/api/channel/', { id: file.tasks.drawingChannel, status: 2 })
    const { made, cost } = await file.alice.spending(() => file.alice.post('/mj/submit/change', { taskId, action: 'REROLL' }))
    expect([made.status >= 400, cost, other.requests.length]).toEqual([true, 0, 0])
    await file.tasks.world.console.call('PUT', '/api/channel/', { id: file.tasks.drawingChannel, status: 1 })
    await file.tasks.world.console.call('DELETE', `/api/channel/${id}`)
    await other.close()
  })

  test('is asked for a drawing with the key that took it', async () => {
    const change = (key: string) => file.tasks.world.console.call('PUT', '/api/channel/', { id: file.tasks.drawingChannel, key })
    await change(`wrong\n${SECRET}`)
    const id = await file.imagine()
    file.tasks.drawing.violations.length = 0
    await file.poll()
    expect(await file.alice.drawing(id)).toMatchObject({ status: 'SUCCESS' })
    await change(SECRET)
  })

  test('whose secret is wrong draws nothing and costs nothing', async () => {
    await file.tasks.world.console.call('PUT', '/api/channel/', { id: file.tasks.drawingChannel, key: 'wrong' })
    const { made, cost } = await file.alice.spending(() => file.alice.post('/mj/submit/imagine', { prompt: 'a cat' }))
    expect([made.status >= 400, cost]).toEqual([true, 0])
    expect(JSON.stringify(made.json)).not.toContain('wrong')
    await file.tasks.world.console.call('PUT', '/api/channel/', { id: file.tasks.drawingChannel, key: SECRET })
    file.tasks.drawing.violations.length = 0
  })
})

test('a site that does not show its drawings makes them all the same', async () => {
  await file.tasks.world.setOption('DrawingEnabled', 'false')
  const id = await finished()
  expect(await file.alice.drawing(id)).toMatchObject({ status: 'SUCCESS' })
  expect(await file.alice.drawingRows(id)).toHaveLength(1)
  await file.tasks.world.setOption('DrawingEnabled', 'true')
})

test('who cannot pay has nothing drawn', async () => {
  const token = await file.bob.payer.console.call<{ key: string }>('POST', '/api/token/', {
    name: 'poor',
    unlimited_quota: false,
    remain_quota: 1,
  })
  const headers = { authorization: `Bearer sk-${token.key}` }
  const { made, cost } = await file.bob.spending(() => file.bob.post('/mj/submit/imagine', { prompt: 'a cat' }, headers))
  expect([made.status >= 400, cost, file.submitted().length]).toEqual([true, 0, 0])
})

test('the limit of a token counts submissions too, and is told in the proxy’s words', async () => {
  const limit = { rate_limit_enabled: true, rate_limit_period: 60, rate_limit_count: 1, rate_limit_success: 1 }
  const token = await file.bob.payer.console.call<{ key: string }>('POST', '/api/token/', { name: 'slow', unlimited_quota: true, ...limit })
  const headers = { authorization: `Bearer sk-${token.key}` }
  const draw = () => file.bob.post('/mj/submit/imagine', { prompt: 'a cat' }, headers)
  expect((await draw()).json).toMatchObject({ code: 1 })
  const { made, cost } = await file.bob.spending(draw)
  expect([made.status, cost]).toEqual([429, 0])
  expect(made.json).toMatchObject({ code: 30, description: expect.stringMatching(/./) })
  expect(file.submitted()).toHaveLength(1)
  await file.poll()
})

test.each([
  ['imagine', {}],
  ['change', { taskId: 'a', action: 'UPSCALE' }],
  ['change', { action: 'REROLL' }],
  ['action', { taskId: 'a' }],
  ['modal', { prompt: 'a' }],
  ['simple-change', { content: 'a U9' }],
])('%s without what it needs is rejected here: %j', async (door, body) => {
  const { made, cost } = await file.alice.spending(() => file.alice.post(`/mj/submit/${door}`, body))
  expect([made.status, cost, file.submitted().length]).toEqual([400, 0, 0])
  expect(made.json).toMatchObject({ type: expect.any(String), description: expect.stringMatching(/./) })
})
