// SEC-16: whatever people and models write, nothing of it runs in anybody's browser: in real Chromium, under the pages' own policy, with
// the site's own code switched on, which is where a weak policy would help an attacker most.
/// <reference lib="dom" />
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scenario, step } from '../../server/src/testing/fakes/fake-provider-script.ts'
import { newContext, sharedBrowser } from './browser.ts'
import { openScene, type Scene, type Screen } from './scene.ts'
import { CANARY_HOST, markdownVectors, markupVectors, nameVectors } from './xss-vectors.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
  await setOption('custom_head_html', '<meta name="verified" content="7"><script>document.documentElement.dataset.head = "ran"</script>')
  await setOption('global_js', 'document.documentElement.dataset.site = "ran"')
  await setOption('global_css', ':root { --of-the-site: red }')
})
afterAll(() => scene?.close())

const setOption = (key: string, value: string) => scene.root.call('PUT', '/api/option/', { key, value })

/** What ran in this browser since the last look: calls of `pwn`, dialogs, and requests to the canary. */
interface Canary {
  taken(): string[]
}

async function guarded(context: BrowserContext): Promise<Canary> {
  let seen: string[] = []
  await context.exposeBinding('pwn', (_source, at: unknown) => void seen.push(`ran: ${String(at)}`))
  context.on('dialog', (dialog) => {
    seen.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  await context.route(
    (url) => url.hostname === CANARY_HOST,
    (route) => {
      seen.push(`asked: ${route.request().url()}`)
      return route.fulfill({ body: '' })
    },
  )
  return {
    taken() {
      const taken = seen
      seen = []
      return taken
    },
  }
}

/** Opens a page whose browser has a canary, and which has not yet seen what the test is about. */
async function openGuarded(who: 'visitor' | 'user' | 'root', path = '/login'): Promise<Screen & { readonly canary: Canary }> {
  const screen = await scene.open(who, who === 'visitor' ? path : '/app/me')
  return { ...screen, canary: await guarded(screen.context) }
}

const EVENTS = ['mouseover', 'mouseenter', 'pointerover', 'focus', 'input', 'toggle', 'animationstart', 'error', 'load', 'click'] as const

/** Does to everything in these parts of a page what a person could. Runs in the page. */
function provoke([selector, events]: readonly [string, readonly string[]]): number {
  const parts = [...document.querySelectorAll(selector)].flatMap((part) => [part, ...part.querySelectorAll('*')])
  for (const part of parts)
    for (const name of events) {
      if (name === 'click' && part instanceof HTMLElement) part.click()
      else part.dispatchEvent(new Event(name, { bubbles: name !== 'mouseenter' }))
    }
  return parts.length
}

/** Waits until what was begun in a page has run: an image that is asked for now fails later than all before it. Runs in the page. */
async function settles(): Promise<void> {
  await new Promise((resolve) => {
    const image = new Image()
    image.onerror = resolve
    image.src = '/no-such-image.png'
  })
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}

/** What could run later, in these parts of a page. Runs in the page. */
function dangers(selector: string): string[] {
  const parts = [...document.querySelectorAll(selector)].flatMap((part) => [...part.querySelectorAll('*')])
  const names = /^(script|style|iframe|object|embed|form|base|meta|link|template|math|animate|set|use|foreignobject|frame|frameset|applet)$/
  return parts.flatMap((part) => [
    ...(names.test(part.localName) ? [`<${part.localName}>`] : []),
    ...[...part.attributes]
      .filter(
        ({ name, value }) => /^on|^srcdoc$|^srcset$|^formaction$/.test(name) || /^[\s\0-\x20]*(javascript|vbscript|data:text)/i.test(value),
      )
      .map(({ name, value }) => `${name}="${value}"`),
  ])
}

/** A footnote may lead to another place of the same page. */
const placeOf = (page: Page) => page.url().split('#')[0]

/** Nothing ran, nothing will when it is provoked, and nothing that could run is there. */
async function expectHarmless({ page, canary }: { page: Page; canary: Canary }, selector: string, why = ''): Promise<void> {
  expect(await page.evaluate(dangers, selector), why).toEqual([])
  const address = placeOf(page)
  const count = await page.evaluate(provoke, [selector, EVENTS] as const)
  expect(count, `${selector} has something in it`).toBeGreaterThan(0)
  await page.evaluate(settles)
  expect([canary.taken(), placeOf(page)], why).toEqual([[], address])
}

test('SEC-16: there are at least 60 vectors, and they do run in a page that takes them for markup', async () => {
  expect(markupVectors.length).toBeGreaterThanOrEqual(60)
  expect(markdownVectors.length).toBeGreaterThan(markupVectors.length)
  const context = await newContext(await sharedBrowser(), '1440x900')
  const canary = await guarded(context)
  const page = await context.newPage()
  const ran = new Set<number>()
  await page.route('http://bare.test/**', (route) => {
    const at = Number(new URL(route.request().url()).pathname.slice(1))
    return at ? route.fulfill({ contentType: 'text/html', body: `<body>${markupVectors[at - 1]}` }) : route.fulfill({ status: 404 })
  })
  for (const at of markupVectors.keys()) {
    await page.goto(`http://bare.test/${at + 1}`, { waitUntil: 'load', timeout: 5000 }).catch(() => {})
    await page.evaluate(provoke, ['html', EVENTS] as const).catch(() => {})
    await page.evaluate(settles).catch(() => {})
    if (canary.taken().length > 0) ran.add(at + 1)
    for (const other of context.pages()) if (other !== page) await other.close()
  }
  await context.close()
  // The others are for older browsers, or for sanitizers that read and write markup several times.
  expect(ran.size).toBeGreaterThanOrEqual(50)
})

describe('what an admin writes on the site', () => {
  test('SEC-16: no vector runs on the about page, each by itself', async () => {
    const screen = await openGuarded('visitor')
    for (const [at, vector] of markupVectors.entries()) {
      await setOption('About', `<section><p>Vector ${at + 1}</p></section>${vector}`)
      await screen.page.goto(`${scene.url}/about`)
      await screen.page.getByText(`Vector ${at + 1}`, { exact: true }).waitFor()
      await expectHarmless(screen, 'main', vector)
    }
    expect(await screen.page.evaluate(() => document.documentElement.dataset.site)).toBe('ran')
  })

  test.each([
    ['Notice', '/app/dashboard', 'user', '.notice-text'],
    ['HomePageContent', '/', 'visitor', 'main'],
    ['Footer', '/', 'visitor', 'footer'],
    ['About', '/about', 'visitor', 'main'],
  ] as const)('SEC-16: no vector runs in %s, as HTML and as Markdown', async (key, path, who, selector) => {
    const screen = await openGuarded(who)
    for (const text of [
      `<p>All of them</p>${markupVectors.map((vector) => `<div>${vector}</div>`).join('\n')}`,
      `All of them\n\n${markdownVectors.join('\n\n')}`,
    ]) {
      await setOption(key, text)
      await screen.page.goto(scene.url + path)
      await screen.page.getByText('All of them').first().waitFor()
      await screen.watched.settled()
      await expectHarmless(screen, selector, key)
    }
    await setOption(key, '')
  })
})

test('SEC-16: no vector runs in an announcement, before visitors and users', async () => {
  const [visitor, user] = [await openGuarded('visitor'), await openGuarded('user')]
  // As many at a time as an announcement has room for.
  const size = 20
  for (let at = 0; at < markdownVectors.length; at += size) {
    const text = `All of them\n\n${markdownVectors.slice(at, at + size).join('\n\n')}`.slice(0, 5000)
    const draft = { title: nameVectors[0], text, kind: 'warning', audience: 'everybody', from: 0 }
    const { id } = await scene.root.call<{ id: number }>('POST', '/api/admin/announcements', draft)
    await visitor.page.goto(scene.url)
    await visitor.button('shell.announcement.more').click()
    await user.page.goto(`${scene.url}/app/dashboard`)
    for (const [screen, selector] of [
      [visitor, '.announcement-strips'],
      [user, '.announcement-list'],
    ] as const) {
      await screen.page.locator(selector).getByText('All of them').waitFor()
      await screen.watched.settled()
      await expectHarmless(screen, selector, `from ${at}`)
    }
    await scene.root.call('DELETE', `/api/admin/announcements/${id}`)
  }
})

test.each(['plain', 'markdown', 'html'] as const)('SEC-16: no vector runs in a message in %s', async (format) => {
  const screen = await openGuarded('user')
  const vectors = format === 'markdown' ? markdownVectors : markupVectors
  // What one vector leaves open would hide those after it, so some stand at the beginning of each message.
  const size = format === 'html' ? 20 : vectors.length
  for (let from = 0; from < vectors.length; from += size) {
    const content = `All of them\n\n${vectors.slice(from, from + size).join('\n\n')}`
    const title = `${nameVectors[0]} ${format} ${from}`
    const { id } = await scene.root.call<{ id: number }>('POST', '/api/admin/messages', { everyone: true, title, format, content })
    await screen.page.goto(`${scene.url}/app/inbox/${id}`)
    await screen.page.getByText('All of them').first().waitFor()
    await expectHarmless(screen, '.message-html, .message-plain, .markdown', `${format} from ${from}`)
  }
  await screen.page.goto(`${scene.url}/app/inbox`)
  await screen.page.getByText(nameVectors[0]).first().waitFor()
  expect([screen.canary.taken(), await screen.page.evaluate(dangers, 'main')]).toEqual([[], []])
  const desk = await openGuarded('root')
  await desk.page.goto(`${scene.url}/admin/messages`)
  await desk.row(`${nameVectors[0]} ${format} 0`).first().waitFor()
  await desk.act(`${nameVectors[0]} ${format} 0`, 'action.edit')
  await desk.dialog().waitFor()
  await desk.watched.settled()
  expect(desk.canary.taken()).toEqual([])
})

test('SEC-16: no vector runs in what a model says, streamed and after a reload', async () => {
  const { facts } = scene
  const screen = await openGuarded('user')
  const { page, field, button, canary } = screen
  await page.goto(`${scene.url}/playground`)
  await screen.watched.settled()
  const size = 40
  for (let from = 0; from < markdownVectors.length; from += size) {
    const said = `All of them ${from}\n\n${markdownVectors.slice(from, from + size).join('\n\n')}`
    facts.provider.next(scenario.words(said.match(/[\s\S]{1,200}/g) ?? [], step.done(), step.end()))
    await field('playground.placeholder').fill(`Answer ${from} ${nameVectors[1]}`)
    await field('playground.placeholder').press('Enter')
    await page.getByText(`All of them ${from}`).first().waitFor()
    await button('playground.stop').waitFor({ state: 'detached' })
    // Not the buttons: they belong to the page.
    await expectHarmless(screen, 'article .markdown', `from ${from}`)
  }
  await page.reload()
  await page.getByText('All of them 0').first().waitFor()
  expect(canary.taken()).toEqual([])
})

describe('names', () => {
  const model = 'm<svg/onload=pwn(21)>'
  beforeAll(async () => {
    const { root, facts } = scene
    for (const [at, name] of nameVectors.entries()) {
      await scene.addChannel({
        name: `${name} c`,
        tag: name,
        models: `${model},x${at}${name.replaceAll(',', '')}`,
        group: 'default',
        remark: name,
      })
      await root.call('POST', '/api/token/', { name, unlimited_quota: true })
      await root.call('POST', '/api/user/', { username: `evil${at}`, password: 'a long password 9', display_name: name.slice(0, 20) })
    }
    await setOption('SystemName', nameVectors[0])
    await setOption('ModelRatio', JSON.stringify({ [model]: 1 }))
    const token = await facts.members.root.client.call<{ key: string }>('POST', '/api/token/', {
      name: nameVectors[1],
      unlimited_quota: true,
    })
    for (const asked of [model, `${nameVectors[1]} no such model`]) await scene.callModel(`sk-${token.key}`, asked, nameVectors[1])
  })

  test.each([
    ['/', ''],
    ['/about', ''],
    ['/login', ''],
    ['/playground', ''],
    ['/app/dashboard', 'm<svg'],
    ['/app/tokens', nameVectors[0]],
    ['/app/logs/api-usage', model],
    ['/app/me', ''],
    ['/app/inbox', ''],
    ['/admin/channels', `${nameVectors[0]} c`],
    ['/admin/users', nameVectors[0]],
    ['/admin/messages', ''],
    ['/admin/audit', 'svg'],
    ['/admin/settings', ''],
  ])('SEC-16: names of users, channels, tokens, tags, models and the site are only texts at %s', async (path, shown) => {
    const screen = await openGuarded(path === '/login' ? 'visitor' : 'root')
    await screen.page.goto(scene.url + path)
    await screen.watched.settled()
    if (shown) await screen.page.getByText(shown).first().waitFor()
    expect(await screen.page.title()).toContain(nameVectors[0])
    await screen.page.mouse.move(700, 450)
    // Charts, menus and cells show names where the mouse is.
    for (const kind of ['canvas', '[role=combobox]', 'tbody td'])
      for (const box of (await screen.page.locator(kind).all()).slice(0, 8)) await box.hover({ timeout: 500 }).catch(() => {})
    await screen.page.evaluate(settles)
    // Forms are the page's own.
    expect((await screen.page.evaluate(dangers, 'main')).filter((found) => found !== '<form>')).toEqual([])
    expect(screen.canary.taken()).toEqual([])
  })
})
