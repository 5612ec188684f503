/// <reference lib="dom" />
// How long a person waits: until the tokens page can be used while the machine is busy, and after each key that is typed.
import type { Browser, CDPSession, Page } from 'playwright-core'
import { enter, newContext, watch } from '../e2e/console/browser.ts'
import type { Facts } from '../e2e/console/filling.ts'
import type { ConsoleServer } from '../e2e/console/server.ts'
import { wordsOf } from '../e2e/console/words.ts'
import type { BudgetLine } from './budget-sizes.ts'

const READY_BUDGET_MS = 1500
const READY_RUNS = 7
const TYPING_BUDGET_MS = 16
const TYPING_RUNS = 3
const TYPED = 'the quick brown fox jumps'
/** A form whose own first keys compile it. */
const WARM_UP_KEYS = 5

interface Form {
  readonly name: string
  readonly path: string
  readonly isVisitors?: boolean
  readonly field: (page: Page) => ReturnType<Page['locator']>
}

const label = (key: string) => (page: Page) => page.getByLabel(wordsOf('en', key), { exact: true }).first()

const forms: readonly Form[] = [
  { name: 'login', path: '/login', isVisitors: true, field: label('auth.username') },
  { name: 'token drawer', path: '/app/tokens?edit=new', field: label('token.name') },
  { name: 'playground', path: '/playground', field: label('playground.placeholder') },
  { name: 'channel drawer', path: '/admin/channels?edit=new', field: label('channel.name') },
]

/** Script, style and layout of the page for each character typed: of each run the median over its characters, for one of them is always quick. */
export async function measureTyping(browser: Browser, server: ConsoleServer, facts: Facts): Promise<BudgetLine[]> {
  const lines: BudgetLine[] = []
  for (const { name, path, isVisitors, field } of forms) {
    const page = await pageOf(browser, server, isVisitors ? undefined : facts)
    const watched = watch(page)
    await page.goto(server.url + path)
    await watched.settled()
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable')
    await field(page).click()
    const medians: number[] = []
    for (let run = 0; run < TYPING_RUNS; run++) medians.push(await medianOfKeys(page, session))
    const typed = await field(page).inputValue()
    if (!typed.endsWith(TYPED)) throw new Error(`"${typed}" stands in the ${name} where "${TYPED}" was typed`)
    await page.context().close()
    lines.push(timing(`one character in the ${name}`, medians, TYPING_BUDGET_MS))
  }
  return lines
}

async function medianOfKeys(page: Page, session: CDPSession): Promise<number> {
  const tookMs: number[] = []
  for (const [index, character] of [...TYPED].entries()) {
    const before = await scriptingMs(session)
    await page.keyboard.type(character)
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    if (index >= WARM_UP_KEYS) tookMs.push((await scriptingMs(session)) - before)
  }
  return tookMs.toSorted((a, b) => a - b)[Math.floor(tookMs.length / 2)] ?? Number.NaN
}

/** From the start of the navigation until the rows stand and the main thread is free. The caller keeps the cores busy. */
export async function measureReady(browser: Browser, server: ConsoleServer, facts: Facts): Promise<BudgetLine> {
  const tookMs: number[] = []
  for (let run = 0; run < READY_RUNS; run++) {
    const page = await pageOf(browser, server, facts)
    await page.addInitScript(followReadiness)
    await page.goto(`${server.url}/app/tokens`, { waitUntil: 'commit' })
    await page.waitForFunction(() => document.querySelector('tbody tr .row-actions') !== null, undefined, { timeout: 30_000 })
    await page.waitForTimeout(500)
    tookMs.push(await page.evaluate(() => (globalThis as unknown as Readiness).readyMs()))
    await page.context().close()
  }
  return timing('/app/tokens can be used, two busy cores', tookMs, READY_BUDGET_MS)
}

interface Readiness {
  readyMs: () => number
}

/** Runs in the page before anything else: ready is the later of the first row's paint and the end of the last long task around it. */
function followReadiness(): void {
  let rowsMs = 0
  let busyUntilMs = 0
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      if (rowsMs === 0 || startTime < rowsMs + 250) busyUntilMs = startTime + duration
  }).observe({ type: 'longtask', buffered: true })
  const look = () => {
    if (document.querySelector('tbody tr .row-actions')) rowsMs = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  Object.assign(globalThis, { readyMs: () => Math.max(rowsMs, busyUntilMs) })
}

async function pageOf(browser: Browser, server: ConsoleServer, facts: Facts | undefined): Promise<Page> {
  const context = await newContext(browser, '1440x900')
  const page = await context.newPage()
  await page.goto(`${server.url}/api/status`)
  await page.evaluate(() => localStorage.setItem('language', 'en'))
  if (facts) await enter(page, server.url, facts.members.root)
  return page
}

async function scriptingMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  const seconds = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0
  return (seconds('ScriptDuration') + seconds('LayoutDuration') + seconds('RecalcStyleDuration')) * 1000
}

function timing(what: string, runs: readonly number[], budget: number): BudgetLine {
  const sorted = runs.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  const note = `median of ${runs.length}; best ${at(0).toFixed(0)}, p95 ${at(0.95).toFixed(0)}`
  return { what, figure: at(0.5), budget, unit: 'ms', isBroken: !(at(0) <= budget), note }
}
