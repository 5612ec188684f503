// How much a page loads: the bytes that came over the wire to a browser, as the browser itself counts them, heads and all. Nothing is
// packed or weighed here, so a server that sends more than it should is found out.
import type { Browser, Page } from 'playwright-core'
import { enter, newContext, watch } from '../e2e/console/browser.ts'
import type { Facts } from '../e2e/console/filling.ts'
import { places } from '../e2e/console/places.ts'
import type { ConsoleServer } from '../e2e/console/server.ts'
import { wordsOf } from '../e2e/console/words.ts'

export interface BudgetLine {
  readonly what: string
  readonly figure: number
  readonly budget: number
  readonly unit: 'KB' | 'ms'
  readonly isBroken: boolean
  readonly note?: string
}

/** Kilobytes (1,000 bytes) on the wire: document, scripts, styles, and what was asked of the API. */
const budgets = { login: 320, tokens: 520, landing: 180, dashboard: 650, route: 120, charts: 200 } as const
const KB = 1000
/** What browsers say that they can unpack. */
const ACCEPTED = ['gzip', 'br']

/** They have lines of their own; and the last two are samples that are put in between, for which the browser keeps nothing that it has loaded. */
const measuredApart: readonly string[] = ['home', 'login', 'login-expired', 'tokens', 'settings-nodes', 'settings-errors']

/** What came over the wire: bytes by the path that was asked. */
type Received = ReadonlyMap<string, number>

/** Measures the login page, the tokens page after a login, the landing page of a visitor, and what every other page adds. */
export async function measureSizes(browser: Browser, server: ConsoleServer, facts: Facts): Promise<BudgetLine[]> {
  const line = (what: string, received: Received, budget: number, note?: string): BudgetLine => {
    const figure = [...received.values()].reduce((sum, bytes) => sum + bytes, 0) / KB
    const isBroken = !(figure <= budget)
    const said = isBroken ? heaviest(received) : note
    return { what, figure, budget, unit: 'KB', isBroken, ...(said === undefined ? {} : { note: said }) }
  }
  const landing = await received(browser, server, async ({ open }) => open('/'))
  const login = await received(browser, server, async ({ open }) => open('/login'))
  const tokens = await received(browser, server, async ({ page, open }) => {
    await open('/login')
    const { username, password } = facts.members.root
    await page.getByLabel(wordsOf('en', 'auth.username'), { exact: true }).fill(username)
    await page.getByLabel(wordsOf('en', 'auth.password'), { exact: true }).fill(password)
    await page.getByRole('button', { name: wordsOf('en', 'auth.submit'), exact: true }).click()
    await page.waitForURL('**/app/tokens')
    await page.getByRole('row').nth(2).waitFor()
    // Every page of the app loads the search after a while: it is counted here, not where the time happens to be over.
    await page.locator('.palette-button').hover()
  })
  const lines = [
    line('/login', login, budgets.login),
    line('/app/tokens, after the login', tokens, budgets.tokens),
    line('/ as a visitor', landing, budgets.landing, (await hasAntd(server, landing)) ? 'with antd in it' : 'without antd'),
  ]
  const known = new Set([...login.keys(), ...tokens.keys()])
  /** What the pages so far have asked for, by their path. */
  const pages = new Map<string, Set<string>>()
  for (const place of places) {
    if (place.isFresh || place.isGallery || measuredApart.includes(place.name)) continue
    const path = typeof place.path === 'string' ? place.path : place.path(facts, 'root')
    const files = await received(browser, server, async ({ page, open }) => {
      await page.goto(`${server.url}/api/status`)
      await enter(page, server.url, facts.members.root)
      await page.evaluate(() => localStorage.setItem('language', 'en'))
      await open(path)
      await place.open?.(page, 'en')
    })
    if (place.name.startsWith('dashboard')) {
      // Its charts are in sight at once, so it has a budget of its own, with everything around it.
      lines.push(line(`${place.name}: the whole page with its charts`, files, budgets.dashboard))
      continue
    }
    const route = new URL(path, server.url).pathname
    const before = pages.get(route) ?? new Set()
    pages.set(route, new Set([...before, ...files.keys()]))
    // The document is always new, and always the same.
    const added = without(files, known, [route])
    // Charts are loaded when they are used: here they are, beside what the same page has loaded without them.
    lines.push(
      place.showsCharts
        ? line(`${place.name}: its charts`, without(added, before), budgets.charts)
        : line(`${place.name}: what it adds`, added, budgets.route),
    )
  }
  return lines
}

/** What to look at where it is too much. */
function heaviest(received: Received): string {
  const paths = [...received].toSorted(([, one], [, other]) => other - one).slice(0, 5)
  return paths.map(([path, bytes]) => `${path} ${(bytes / KB).toFixed(1)}`).join(', ')
}

function without(received: Received, ...known: readonly Iterable<string>[]): Received {
  const all = new Set(known.flatMap((paths) => [...paths]))
  return new Map([...received].filter(([path]) => !all.has(path)))
}

/** What a fresh browser receives of the server while `visit` lasts. @throws Error when it did not say that it can unpack */
async function received(
  browser: Browser,
  server: ConsoleServer,
  visit: (screen: { page: Page; open: (path: string) => Promise<void> }) => Promise<void>,
): Promise<Received> {
  const context = await newContext(browser, '1440x900')
  try {
    const page = await context.newPage()
    const bytes = await countBytes(page, server)
    const watched = watch(page)
    const open = async (path: string) => {
      await page.goto(server.url + path)
      await watched.settled()
    }
    await visit({ page, open })
    await watched.settled()
    if (bytes.size === 0) throw new Error(`nothing was counted at ${page.url()}`)
    return bytes
  } finally {
    await context.close()
  }
}

/** Counts what the browser's network says that it received. What it had kept counts nothing. */
async function countBytes(page: Page, { url: server }: ConsoleServer): Promise<Received> {
  const bytes = new Map<string, number>()
  const paths = new Map<string, string>()
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  // Films and sound are asked for as they are, since they are packed by themselves.
  const media = new Set<string>()
  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (request.url.startsWith(server)) paths.set(requestId, new URL(request.url).pathname)
    if (type === 'Media') media.add(requestId)
  })
  session.on('Network.requestWillBeSentExtraInfo', ({ requestId, headers }) => {
    const accepted = Object.entries(headers).find(([name]) => name.toLowerCase() === 'accept-encoding')?.[1] ?? ''
    const missing = ACCEPTED.filter((name) => !accepted.includes(name))
    if (paths.has(requestId) && !media.has(requestId) && missing.length > 0)
      throw new Error(`the browser takes no ${missing} for ${paths.get(requestId)}: "${accepted}"`)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const path = paths.get(requestId)
    if (path !== undefined) bytes.set(path, (bytes.get(path) ?? 0) + encodedDataLength)
  })
  return bytes
}

/** antd writes its class prefix into whatever holds one of its components. */
async function hasAntd({ url }: ConsoleServer, files: Received): Promise<boolean> {
  const scripts = await Promise.all(
    [...files.keys()].filter((file) => file.endsWith('.js')).map(async (file) => (await fetch(url + file)).text()),
  )
  return scripts.some((script) => script.includes('anticon'))
}
