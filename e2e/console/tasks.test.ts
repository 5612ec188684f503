// Drawings, music and what became of them, as people look for it. Every task in it was really submitted, at stand-ins of the proxies.
/// <reference lib="dom" />
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type FakeFilms, openFilmVendor } from '../../server/src/testing/fake-films/fake-films.ts'
import { sora } from '../../server/src/testing/fake-films/sora.ts'
import { BANNED_WORD, type FakeDrawingProxy, openFakeDrawingProxy } from '../../server/src/testing/fake-tasks/fake-drawing-proxy.ts'
import { type FakeSunoProxy, openFakeSunoProxy } from '../../server/src/testing/fake-tasks/fake-suno-proxy.ts'
import { FILM } from '../../server/src/testing/fake-tasks/task-media.ts'
import { state } from '../../server/src/testing/fake-tasks/task-states.ts'
import { aboveBuiltIn } from '../../server/src/testing/price-options.ts'
import type { Member } from './filling.ts'
import { openScene, type Scene, type Screen } from './scene.ts'

const [DRAWINGS, TASKS] = ['/app/logs/drawing', '/app/logs/tasks']
const [CAT, FOX, OWL, SONG] = ['a cat in a lighthouse', 'a fox asleep', 'an owl that nobody may draw', 'The Lighthouse']
const [WAVES, DUNES] = ['waves at the harbour', 'dunes in the wind']
let scene: Scene
let drawing: FakeDrawingProxy
let music: FakeSunoProxy
/** A vendor that gives its films to the channel's key only. */
let films: FakeFilms
/** The channel of the drawings. */
let channelId: number
/** A drawing that is under way until a test ends it. */
let slow: string

beforeAll(async () => {
  scene = await openScene()
  drawing = await openFakeDrawingProxy('secret')
  music = await openFakeSunoProxy('key')
  await scene.root.call('PUT', '/api/option/', { key: 'task.poll_seconds', value: '1' })
  films = await openFilmVendor(sora, ['film-key'])
  films.film = FILM
  const price = aboveBuiltIn('ModelPrice', JSON.stringify({ 'sora-2': 0.1 }))
  await scene.root.call('PUT', '/api/option/', { key: 'ModelPrice', value: price })
  await scene.addChannel({ name: 'sora', type: 55, base_url: films.url, key: 'film-key', models: 'sora-2' })
  const models = 'mj_imagine,mj_upscale'
  channelId = await scene.addChannel({ name: 'mj-proxy', type: 2, base_url: drawing.url, key: 'secret', models })
  await scene.addChannel({ name: 'suno-proxy', type: 36, base_url: music.url, key: 'key', models: 'suno_music,suno_lyrics' })
  await imagine('user', CAT)
  drawing.plan(state.failed('Image blocked by moderation'))
  await imagine('user', OWL)
  await imagine('user', `an owl, ${BANNED_WORD}`)
  await imagine('user', FOX)
  await imagine('root', 'a harbour at night')
  drawing.plan(state.running(40))
  slow = await imagine('user', 'a slow snail')
  await submit('user', '/suno/submit/music', { prompt: '[Verse] The lamp goes round', title: SONG })
  await submit('user', '/suno/submit/lyrics', { prompt: 'a wall' })
  await submit('user', '/v1/videos', { model: 'sora-2', prompt: WAVES, seconds: '4' })
  films.plan('failed')
  await submit('user', '/v1/videos', { model: 'sora-2', prompt: DUNES, seconds: '4' })
  const { client } = scene.facts.members.user
  const hasCome = async () => {
    const tasks = await client.call<{ status: string }[]>('GET', '/api/task/self')
    const drawings = await client.call<{ status: string; progress: string; mj_id: string }[]>('GET', '/api/mj/self/')
    const hasEnded = ({ status }: { status: string }) => /SUCCESS|FAILURE/.test(status)
    return tasks.every(hasEnded) && drawings.every((row) => (row.mj_id === slow ? row.progress === '40%' : hasEnded(row)))
  }
  await vi.waitUntil(hasCome, 60_000)
})
afterAll(async () => {
  await scene?.close()
  await Promise.all([drawing?.close(), music?.close(), films?.close()])
})

async function submit(who: Member, path: string, body: object) {
  const headers = { authorization: `Bearer ${scene.facts.members[who].key}`, 'content-type': 'application/json' }
  const response = await fetch(scene.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return (await response.json()) as { readonly result?: string }
}
const imagine = async (who: Member, prompt: string) => String((await submit(who, '/mj/submit/imagine', { prompt })).result)

/** Images of a row that have really loaded. */
const loaded = ({ row }: Screen, text: string) =>
  row(text)
    .locator('img')
    .evaluateAll((all) =>
      all.filter((one) => (one as HTMLImageElement).naturalWidth > 0).map((one) => new URL((one as HTMLImageElement).src).pathname),
    )
const preview = ({ page }: Screen) => page.locator('.ant-image-preview')
/** Which image of how many is shown large. */
const place = async (screen: Screen) => (await preview(screen).innerText()).match(/\d+ \/ \d+/)?.[0]
const showLarge = ({ row, say }: Screen, prompt: string) =>
  row(prompt)
    .getByRole('button', { name: say('kit.image.open', { name: prompt }) })
    .click()

test('a drawing has its image, and one press leads through the images of the page, by keyboard', async () => {
  const screen = await scene.open('user', DRAWINGS)
  const { page, row, watched } = screen
  await expect.poll(() => loaded(screen, CAT)).toEqual([expect.stringMatching(/^\/mj\/image\/\d+$/)])
  await showLarge(screen, FOX)
  await expect.poll(() => place(screen)).toBe('1 / 2')
  await expect
    .poll(() =>
      preview(screen)
        .locator('img')
        .evaluate((one: HTMLImageElement) => one.naturalWidth),
    )
    .toBeGreaterThan(0)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => place(screen)).toBe('2 / 2')
  expect(await preview(screen).locator('img').getAttribute('alt')).toBe(CAT)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => place(screen)).toBe('1 / 2')
  await page.keyboard.press('Escape')
  await preview(screen).waitFor({ state: 'hidden' })
  // Others' drawings are not there.
  expect(await row('a harbour at night').count()).toBe(0)
  expect(watched.takeTroubles()).toEqual([])
})

test('a failure says why and that it was given back, and the price leads to how it came about', async () => {
  const screen = await scene.open('user', DRAWINGS)
  const { page, row, say, sees, dialog, watched } = screen
  await sees('Image blocked by moderation')
  await sees('可能包含敏感词')
  for (const prompt of [OWL, BANNED_WORD]) expect(await row(prompt).innerText()).toContain(say('task.states.failure'))
  const cost = (text: string) => row(text).locator('.task-cost')
  expect(await cost(BANNED_WORD).innerText()).toBe(say('task.money.free'))
  await cost(OWL).click()
  await dialog().getByText(say('task.moneyText.refunded')).waitFor()
  await page.keyboard.press('Escape')
  await cost(CAT).click()
  await dialog().getByText(say('task.moneyText.charged')).waitFor()
  const price = await cost(CAT).innerText()
  await page.getByRole('link', { name: say('task.toLog') }).click()
  await page.waitForURL('**/app/logs/api-usage?*')
  await watched.settled()
  expect(await page.locator('tbody tr').count()).toBe(1)
  expect(await row('mj_imagine').innerText()).toContain(price)
  expect(watched.takeTroubles()).toEqual([])
})

test('an admin has everybody’s drawings with user and channel, and finds them by id, channel and time', async () => {
  const screen = await scene.open('root', DRAWINGS)
  const { page, row, say, field, watched, address } = screen
  expect(await row('a harbour at night').innerText()).toMatch(/root[\s\S]*#\d+ mj-proxy/)
  expect(await row(CAT).innerText()).toContain(scene.facts.members.user.username)
  expect(await row(CAT).innerText()).toContain(say('task.codes.submitted'))
  expect(await row(BANNED_WORD).innerText()).toContain(say('task.codes.rejected', { code: 24 }))
  await field('task.id').fill(slow)
  await page.waitForURL((url) => url.searchParams.get('mj_id') === slow)
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
  await page.goto(`${scene.url}${DRAWINGS}?channel_id=${channelId + 1}`)
  await page.getByText(say('table.noMatchTitle')).waitFor()
  await page.goto(`${scene.url}${DRAWINGS}?start_timestamp=1000&end_timestamp=2000`)
  await page.getByText(say('table.noMatchTitle')).waitFor()
  await page.goto(`${scene.url}${DRAWINGS}`)
  await row(CAT).getByRole('button', { name: 'mj-proxy' }).click()
  await page.waitForURL((url) => url.searchParams.get('channel_id') === String(channelId))
  await watched.settled()
  expect(address()).toContain(`channel_id=${channelId}`)
  expect(await row('a harbour at night').count()).toBe(1)
  expect(watched.takeTroubles()).toEqual([])
})

test('lists begin with thirty days of drawings and with the tasks of today, each to an hour from now', async () => {
  const screen = await scene.open('user', DRAWINGS)
  const spans: Record<string, number[]> = {}
  screen.page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (/^\/api\/(?:mj|task)\/self/.test(pathname))
      spans[pathname.split('/')[2] ?? ''] = ['start_timestamp', 'end_timestamp'].map((name) => Number(searchParams.get(name)))
  })
  const hours = (atMs: number) => (atMs - Date.now()) / 3_600_000
  await screen.page.reload()
  await expect.poll(() => spans.mj).toBeDefined()
  const [from = 0, to] = spans.mj?.map(hours) ?? []
  expect(Math.abs(from / 24 + 29.5)).toBeLessThan(0.6)
  expect(to).toBeCloseTo(1, 1)
  await screen.page.goto(scene.url + TASKS)
  await expect.poll(() => spans.task).toBeDefined()
  const [begin = 0, end] = spans.task?.map((seconds) => hours(seconds * 1000)) ?? []
  expect(Math.abs(begin + 12.5)).toBeLessThan(12.6)
  expect(end).toBeCloseTo(1, 1)
})

test('music is listened to and watched where it stands, and lyrics are read', async () => {
  const screen = await scene.open('user', TASKS)
  const { page, row, say, button, watched } = screen
  await expect.poll(() => loaded(screen, 'The lamp')).toHaveLength(2)
  expect(await row('The lamp').innerText()).toContain(say('task.actions.MUSIC'))
  await row('The lamp')
    .getByRole('button', { name: say('action.expand') })
    .click()
  const heard = page.locator('.task-player', { hasText: SONG })
  expect(await heard.count()).toBe(2)
  for (const kind of ['audio', 'video']) {
    const player = heard.locator(kind).first()
    await player.evaluate(async (one: HTMLMediaElement) => {
      one.muted = true
      await one.play()
    })
    await expect.poll(() => player.evaluate((one: HTMLMediaElement) => one.currentTime)).toBeGreaterThan(0.1)
    expect(await player.evaluate((one: HTMLMediaElement) => one.duration)).toBeGreaterThan(0.5)
  }
  await button('action.collapse').first().click()
  await row('a wall')
    .getByRole('button', { name: say('action.expand') })
    .click()
  await page.getByText('A cat sits on the wall').waitFor()
  await page.goto(`${scene.url}${TASKS}?action=LYRICS`)
  await watched.settled()
  expect([await row('a wall').count(), await row('The lamp').count()]).toEqual([1, 0])
  await page.goto(`${scene.url}${TASKS}?status=FAILURE&action=MUSIC`)
  await page.getByText(say('table.noMatchTitle')).waitFor()
  expect(watched.takeTroubles()).toEqual([])
})

test('a film that only the key of its channel opens is played and sought in, and what it cost is told', async () => {
  const screen = await scene.open('user', TASKS)
  const { page, row, say, dialog, watched } = screen
  films.requests.length = 0
  const parts: number[] = []
  page.on('response', (response) => {
    if (response.url().includes('/v1/videos/')) parts.push(response.status())
  })
  await row(WAVES)
    .getByRole('button', { name: say('action.expand') })
    .click()
  const player = page.locator('.task-player video')
  await player.evaluate(async (one: HTMLVideoElement) => {
    one.muted = true
    await one.play()
  })
  await expect.poll(() => player.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(0.1)
  const sought = player.evaluate(async (one: HTMLVideoElement) => {
    one.pause()
    const isThere = new Promise((resolve) => one.addEventListener('seeked', resolve, { once: true }))
    one.currentTime = 0.5
    await isThere
    return one.currentTime
  })
  expect(await sought).toBeCloseTo(0.5, 1)
  expect(new Set(parts)).toEqual(new Set([206]))
  expect(films.requests.every(({ path, headers }) => path.endsWith('/content') && headers.authorization === 'Bearer film-key')).toBe(true)
  await row(WAVES).locator('.task-cost').first().click()
  await dialog().getByText(say('task.moneyText.chargedAtEnd')).waitFor()
  await page.keyboard.press('Escape')
  await row(DUNES).locator('.task-cost').first().click()
  await dialog().getByText(say('task.moneyText.failed')).waitFor()
  expect(watched.takeTroubles()).toEqual([])
})

test.each([
  ['en', 'Sora', 'Kling', 'Batch'],
  ['zh', 'Sora', '可灵', '批处理'],
] as const)('films and batches are found by platform and type, in %s', async (language, vendor, other, batch) => {
  const screen = await scene.open('user', TASKS, { language })
  const { page, row, say, watched } = screen
  const choose = async (label: 'task.platform' | 'task.action', choice: string) => {
    await page.getByRole('combobox', { name: say(label), exact: true }).click()
    await page.getByRole('option', { name: choice, exact: true }).click()
    await watched.settled()
  }
  await choose('task.platform', vendor)
  expect(await row(WAVES).innerText()).toContain(say('task.actions.GENERATE'))
  expect([await row(DUNES).count(), await row('The lamp').count()]).toEqual([1, 0])
  await choose('task.action', batch)
  await page.getByText(say('table.noMatchTitle')).waitFor()
  await choose('task.platform', other)
  expect(screen.address()).toMatch(/action=BATCH/)
  expect(screen.address()).toMatch(/platform=Kling/)
  expect(watched.takeTroubles()).toEqual([])
})

test('on a phone, in Chinese, drawings are cards, and a finger goes from image to image', async () => {
  const screen = await scene.open('user', DRAWINGS, { size: '390x844', language: 'zh' })
  const { page, say, watched } = screen
  const card = (text: string) => page.locator('.card', { hasText: text })
  expect(await card(OWL).innerText()).toContain('失败')
  expect(await card(CAT).innerText()).toContain('成功')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await card(FOX)
    .getByRole('button', { name: say('kit.image.open', { name: FOX }) })
    .tap()
  await expect.poll(() => place(screen)).toBe('1 / 2')
  const swipe = (across: number) =>
    preview(screen)
      .locator('img')
      .evaluate((one, by) => {
        const at = (x: number) => [new Touch({ identifier: 1, target: one, clientX: x, clientY: 300 })]
        one.dispatchEvent(new TouchEvent('touchstart', { touches: at(200), changedTouches: at(200), bubbles: true, cancelable: true }))
        one.dispatchEvent(new TouchEvent('touchend', { touches: [], changedTouches: at(200 + by), bubbles: true, cancelable: true }))
      }, across)
  await swipe(-10)
  expect(await place(screen)).toBe('1 / 2')
  await swipe(-120)
  await expect.poll(() => place(screen)).toBe('2 / 2')
  await swipe(120)
  await expect.poll(() => place(screen)).toBe('1 / 2')
  expect(watched.takeTroubles()).toEqual([])
})

test('a list that does not load says so, and loads when it is tried again; an empty one says how it fills', async () => {
  const { page, say, button, row } = await scene.open('admin', TASKS)
  await page.goto(`${scene.url}${TASKS}?start_timestamp=`)
  await row('The lamp').waitFor()
  const { page: own, say: words } = await scene.open('root', '/app/tokens')
  await own.route('**/api/mj/?*', (route) => route.fulfill({ status: 500, json: { success: false, message: 'out of order' } }))
  await own.goto(scene.url + DRAWINGS)
  await own.getByText('out of order').waitFor()
  await own.unroute('**/api/mj/?*')
  await own.getByRole('button', { name: words('action.retry') }).click()
  await own.getByRole('row').filter({ hasText: CAT }).waitFor()
  await page.route('**/api/mj/?*', (route) =>
    route.fulfill({ json: { success: true, message: '', data: [], total: 0, page: 0, page_size: 100 } }),
  )
  await page.goto(scene.url + DRAWINGS)
  await page.getByText(say('task.emptyDrawingsText')).waitFor()
  await button('table.removeFilter', { name: say('task.submitted') }).waitFor()
})

test('what runs is looked at again by itself until it has ended, and then no more', async () => {
  const screen = await scene.open('user', DRAWINGS)
  const { page, row, say } = screen
  const snail = row('a slow snail')
  expect(await snail.innerText()).toContain(say('task.states.inProgress'))
  expect(await snail.getByRole('progressbar').getAttribute('value')).toBe('40')
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/mj/self')) asked += 1
  })
  drawing.replan(slow, state.succeeded)
  await expect.poll(() => snail.innerText()).toContain(say('task.states.success'))
  await expect.poll(() => loaded(screen, 'a slow snail')).toHaveLength(1)
  expect(asked).toBeGreaterThan(0)
  asked = 0
  await page.waitForTimeout(6000)
  expect(asked).toBe(0)
})

test('the menu and the palette have both lists while they are switched on, and a note says when callbacks are off', async () => {
  const { page, say } = await scene.open('root', DRAWINGS)
  const note = page.getByText(say('task.notifyOff'))
  await note.waitFor()
  expect(await page.evaluate(() => localStorage.getItem('mj_notify_enabled'))).toBe('false')
  await page.getByRole('link', { name: say('task.notifySettings') }).click()
  await page.getByLabel('Webhooks of drawings').waitFor()
  await page.goto(scene.url + DRAWINGS)
  const link = (key: string) => page.getByRole('navigation').getByRole('link', { name: say(key), exact: true })
  await link('shell.taskLogs').click()
  await page.waitForURL(`**${TASKS}`)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: say('palette.title') }).waitFor()
  await page.keyboard.type(say('shell.drawingLogs'))
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${DRAWINGS}`)
  for (const [key, value] of Object.entries({ DrawingEnabled: 'false', TaskEnabled: 'false', MjNotifyEnabled: 'true' }))
    await scene.root.call('PUT', '/api/option/', { key, value })
  await page.reload()
  await link('shell.taskLogs').waitFor({ state: 'hidden' })
  await link('shell.drawingLogs').waitFor({ state: 'hidden' })
  await note.waitFor({ state: 'hidden' })
  expect(await page.evaluate(() => localStorage.getItem('mj_notify_enabled'))).toBe('true')
})
