// How much script and style a page loads, gzipped. Only what the browser really asked for is counted.
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { enter, newContext, watch } from '../e2e/console/browser.ts'
import type { Facts } from '../e2e/console/filling.ts'
import type { ConsoleHouse } from '../e2e/console/house.ts'
import { places } from '../e2e/console/places.ts'
import { wordsOf } from '../e2e/console/words.ts'

export interface BudgetLine {
  readonly what: string
  readonly figure: number
  readonly budget: number
  readonly unit: 'KB' | 'ms'
  readonly isBroken: boolean
  readonly note?: string
}

/** Kilobytes (1,000 bytes), gzipped. */
const budgets = { login: 320, tokens: 520, landing: 180, dashboard: 650, route: 120, charts: 200 } as const
const KB = 1000

/** Measures the login page, the tokens page after a login, the landing page of a visitor, and what every other page adds. */
export async function measureSizes(browser: Browser, house: ConsoleHouse, facts: Facts): Promise<BudgetLine[]> {
  const weigh = scales(house)
  const line = (what: string, files: Iterable<string>, budget: number, note?: string): BudgetLine => {
    const figure = weigh(files)
    return { what, figure, budget, unit: 'KB', isBroken: figure > budget, ...(note === undefined ? {} : { note }) }
  }
  const landing = await loaded(browser, house, async ({ open }) => open('/'))
  const login = await loaded(browser, house, async ({ open }) => open('/login'))
  const tokens = await loaded(browser, house, async ({ page, open }) => {
    await open('/login')
    const { username, password } = facts.members.root
    await page.getByLabel(wordsOf('en', 'auth.username'), { exact: true }).fill(username)
    await page.getByLabel(wordsOf('en', 'auth.password'), { exact: true }).fill(password)
    await page.getByRole('button', { name: wordsOf('en', 'auth.submit'), exact: true }).click()
    await page.waitForURL('**/app/tokens')
    await page.getByRole('row').nth(2).waitFor()
  })
  const lines = [
    line('/login', login, budgets.login),
    line('/app/tokens, after the login', tokens, budgets.tokens),
    line('/ as a visitor', landing, budgets.landing, hasAntd(house, landing) ? 'with antd in it' : 'without antd'),
  ]
  const known = new Set([...login, ...tokens])
  /** What the pages so far have loaded, by their path. */
  const pages = new Map<string, Set<string>>()
  for (const place of places) {
    if (place.isFresh || place.isGallery || ['home', 'login', 'login-expired', 'tokens'].includes(place.name)) continue
    const path = typeof place.path === 'string' ? place.path : place.path(facts, 'root')
    const files = await loaded(browser, house, async ({ page, open }) => {
      await page.goto(`${house.url}/api/status`)
      await enter(page, house.url, facts.members.root)
      await page.evaluate(() => localStorage.setItem('language', 'en'))
      await open(path)
      await place.open?.(page, 'en')
    })
    if (place.name.startsWith('dashboard')) {
      // Its charts are in sight at once, so it has a budget of its own, with everything around it.
      lines.push(line(`${place.name}: the whole page with its charts`, files, budgets.dashboard))
      continue
    }
    const route = new URL(path, house.url).pathname
    const before = pages.get(route) ?? new Set()
    pages.set(route, new Set([...before, ...files]))
    const added = [...files].filter((file) => !known.has(file))
    if (place.showsCharts) {
      // Charts are loaded when they are used: here they are, beside what the same page has loaded without them.
      lines.push(
        line(
          `${place.name}: its charts`,
          added.filter((file) => !before.has(file)),
          budgets.charts,
        ),
      )
      continue
    }
    lines.push(line(`${place.name}: what it adds`, added, budgets.route))
  }
  return lines
}

/** The scripts and styles that a fresh browser loads while `visit` lasts. */
async function loaded(
  browser: Browser,
  house: ConsoleHouse,
  visit: (screen: { page: Page; open: (path: string) => Promise<void> }) => Promise<void>,
): Promise<Set<string>> {
  const context = await newContext(browser, '1440x900')
  try {
    const page = await context.newPage()
    const watched = watch(page)
    const files = new Set<string>()
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      if (/\.(js|css)$/.test(pathname)) files.add(basename(pathname))
    })
    const open = async (path: string) => {
      await page.goto(house.url + path)
      await watched.settled()
    }
    await visit({ page, open })
    await watched.settled()
    return files
  } finally {
    await context.close()
  }
}

function scales({ buildFolder }: ConsoleHouse): (files: Iterable<string>) => number {
  const weights = new Map<string, number>()
  return (files) => {
    let sum = 0
    for (const file of files) {
      const path = join(buildFolder, 'assets', file)
      const weight = weights.get(file) ?? (existsSync(path) ? gzipSync(readFileSync(path), { level: 9 }).length : 0)
      weights.set(file, weight)
      sum += weight
    }
    return sum / KB
  }
}

/** antd writes its class prefix into whatever holds one of its components. */
function hasAntd({ buildFolder }: ConsoleHouse, files: Iterable<string>): boolean {
  return [...files].some((file) => file.endsWith('.js') && readFileSync(join(buildFolder, 'assets', file), 'utf8').includes('anticon'))
}
