/// <reference lib="dom" />
// Chromium, and what is seen in one of its pages: troubles are written down, and a page is ready when nothing is on its way any more.
import { type Browser, type BrowserContext, chromium, type Page, type Request, type Response } from 'playwright-core'
import { findChromium } from '../../tools/chromium.ts'
import type { MemberFacts } from './filling.ts'

/**
 * Features of Chromium that are off. The first two load pages of Chromium's own for the address bar of each window, which nobody sees here,
 * and which cost more than a page of ours. The others are those that Playwright switches off: Chromium obeys the last such list alone.
 */
const OFF = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
  ...['AimEnabled', 'AvoidCorsURLLoaderRestartOnRedirect', 'AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose'],
  ...['HttpsFirstBalancedModeAutoEnable', 'HttpsUpgrades', 'LensOverlay', 'MediaRouter', 'NetworkTimeServiceQuerying', 'OptimizationHints'],
  ...['PaintHolding', 'PreconnectToSearch', 'ThirdPartyStoragePartitioning'],
]

/**
 * Headless Chromium that asks nothing of the outside world. Close it at the end.
 * @param keepsPages shows a page again as it was left when one goes back to it, as people's browsers do
 * @param hosts where names lead, as Chromium's `--host-resolver-rules` has it
 * @param hasMicrophone hears a beep every so often, and lets every page listen
 */
export function openBrowser({ keepsPages = false, hosts = '', hasMicrophone = false } = {}): Promise<Browser> {
  return chromium.launch({
    ...(keepsPages ? { ignoreDefaultArgs: ['--disable-back-forward-cache'] } : {}),
    executablePath: findChromium() ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      `--disable-features=${OFF.join(',')}`,
      ...(hasMicrophone ? ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'] : []),
      ...(hosts === '' ? [] : [`--host-resolver-rules=${hosts}`]),
    ],
  })
}

let shared: Promise<Browser> | undefined

/** The browser that the test files of one process share: it ends with the process. Whoever opens contexts in it closes them. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= openBrowser()
  return shared
}

export type Size = '1280x800' | '1440x900' | '1920x1080' | '390x844'

/** The zone of servers and browsers, in which it is the middle of the afternoon: a day's list is long whenever the tests run. */
export const siteZone = (() => {
  const hours = 15 - new Date().getUTCHours()
  const offset = hours > 12 ? hours - 24 : hours
  return offset === 0 ? 'UTC' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`
})()

let addresses = 0
/** Limits of calls are counted by address, and nobody does so much within minutes: each browser is somewhere else. */
export function nextAddress(): string {
  addresses += 1
  return `198.18.${(addresses >> 8) & 255}.${addresses & 255}`
}

/** A browser of its own for somebody: the desk or the phone. @param zone of its own clock */
export function newContext(browser: Browser, size: Size, zone = siteZone): Promise<BrowserContext> {
  const isPhone = size === '390x844'
  const [width = 0, height = 0] = size.split('x').map(Number)
  return browser.newContext({
    viewport: { width, height },
    ...(isPhone ? { hasTouch: true, isMobile: true } : {}),
    locale: 'en-US',
    timezoneId: zone,
    reducedMotion: 'reduce',
    extraHTTPHeaders: { 'x-forwarded-for': nextAddress() },
  })
}

/** What the login page would keep: the session's cookie and the user's record. The page must be on the server already. */
export async function enter(page: Page, url: string, { client }: MemberFacts): Promise<void> {
  const [name, value] = client.cookie.split('=', 2)
  await page.context().addCookies([{ name: name ?? '', value: value ?? '', url }])
  const user = await client.call<object>('GET', '/api/user/self')
  await page.evaluate((text) => localStorage.setItem('user', text), JSON.stringify(user))
}

const QUIET_MS = 60
const PATIENCE_MS = 30_000
/** What is told of a page on which something went wrong: so many answers, and so many characters of each, and of the page. */
const ANSWERS_TOLD = 6
const TOLD_LENGTH = 400
const PAGE_LENGTH = 2000

export type Watch = ReturnType<typeof watch>

/** Follows a page from now on. */
export function watch(page: Page) {
  let troubles: string[] = []
  let answers: Response[] = []
  const underway = new Set<Request>()
  let quietSinceMs = performance.now()
  const gone = (request: Request) => {
    underway.delete(request)
    quietSinceMs = performance.now()
  }
  page.on('request', (request) => underway.add(request))
  page.on('requestfinished', gone)
  page.on('requestfailed', gone)
  page.on('framenavigated', (frame) => frame === page.mainFrame() && underway.clear())
  page.on('response', (response) => {
    if (response.request().resourceType() === 'fetch') answers = [...answers, response].slice(-ANSWERS_TOLD)
  })
  page.on('pageerror', (error) => troubles.push(`page error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') troubles.push(`console: ${message.text()}`)
  })
  return {
    /** Errors of the page and in its console since the last look. */
    takeTroubles() {
      const taken = troubles
      troubles = []
      return taken
    },
    /** What a person needs to know who did not see it go wrong: where the page is, what it says, and the last calls with their answers. */
    async tell() {
      const words = await page.innerText('body', { timeout: 1000 }).catch((error: Error) => error.message)
      return [page.url(), words.slice(0, PAGE_LENGTH), ...troubles, ...(await Promise.all(answers.map(exchange)))].join('\n')
    },
    /** Waits until nothing is loaded, nothing is a placeholder and nothing moves. @throws Error after half a minute */
    async settled() {
      const endMs = performance.now() + PATIENCE_MS
      for (;;) {
        const isQuiet = underway.size === 0 && performance.now() - quietSinceMs > QUIET_MS
        if (isQuiet && (await page.evaluate(isStill).catch(() => false))) return
        if (performance.now() > endMs) {
          const waiting = [...underway].map((request) => request.url()).join(', ')
          throw new Error(`${page.url()} is not ready after ${PATIENCE_MS / 1000} s: ${waiting || 'something is still a placeholder'}`)
        }
        await new Promise((resolve) => setTimeout(resolve, 25))
      }
    },
  }
}

/** What was asked and what was answered, cut to a readable length. */
async function exchange(response: Response): Promise<string> {
  const request = response.request()
  const answer = await response.text().catch((error: Error) => error.message)
  const parts = [`${request.method()} ${request.url()}`, request.postData() ?? '', `${response.status()}`, answer]
  return parts.map((part) => part.slice(0, TOLD_LENGTH)).join(' ')
}

/** Runs in the page. */
function isStill(): boolean {
  const root = document.getElementById('root')
  if (!root || root.childElementCount === 0 || document.fonts.status !== 'loaded') return false
  // In the gallery some parts are shown as they are while they load.
  const placeholder = ':is(.skeleton, [aria-busy="true"]):not([data-stays] *)'
  if (document.querySelector(placeholder)) return false
  return !document.getAnimations().some((one) => one.playState === 'running' && one.effect?.getComputedTiming().iterations !== Infinity)
}
