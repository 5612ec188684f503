/// <reference lib="dom" />
// Every list at the widths of desks: nothing scrolls sideways, its tools stand in one line, and no figure, id or chip is cut.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enter, newContext, sharedBrowser, watch } from './browser.ts'
import { type Facts, fillServer } from './filling.ts'
import { type ConsoleServer, openConsoleServer } from './server.ts'

const WIDTHS = [1280, 1440, 1920]
const LISTS = [
  '/app/tokens',
  '/app/logs/api-usage?start_timestamp=',
  '/app/logs/tasks?start_timestamp=',
  '/app/logs/drawing?start_timestamp=',
  '/admin/channels',
  '/admin/users',
  '/admin/coupons',
  '/admin/orders',
  '/admin/messages',
  '/admin/audit',
]
const DOLLAR = 500_000

let server: ConsoleServer
let facts: Facts

beforeAll(async () => {
  server = await openConsoleServer()
  facts = await fillServer(server)
  // Amounts and groups as wide as they get.
  const { root } = facts.members
  const groups = ['default', 'vip', 'svip', 'trial', 'research-and-education', '企业客户']
  const ratios = JSON.stringify(Object.fromEntries(groups.map((group) => [group, 1])))
  await root.client.call('PUT', '/api/option/', { key: 'GroupRatio', value: ratios })
  const { id } = await facts.members.user.client.call<{ id: number }>('GET', '/api/user/self')
  await root.client.call('PUT', '/api/user/', { id, group: 'research-and-education' })
  for (const [index, group] of [groups, groups.slice(1), groups.slice(3)].entries())
    await root.client.call('POST', '/api/channel/', {
      name: `wide ${index}`,
      type: 8,
      models: 'gpt-5-mini',
      base_url: 'http://127.0.0.1:9',
      key: 'far',
      group: group.join(','),
      priority: 9,
    })
  await root.client.call('POST', '/api/redemption/', { name: 'as wide as it gets', quota: 123_456 * DOLLAR + 1 })
  await root.client.call('POST', '/api/token/', { name: 'wide', remain_quota: 1_234_567 * DOLLAR + 4500, expired_time: -1 })
})
afterAll(async () => {
  await facts?.close()
  await server?.close()
})

/** What is wrong with the list that stands on the page. */
const faultsOf = (page: Page) =>
  page.evaluate(() => {
    const faults: string[] = []
    const frame = document.querySelector('.table-scroll')
    if (!frame) return ['there is no table']
    if (frame.scrollWidth > frame.clientWidth) faults.push(`scrolls sideways by ${frame.scrollWidth - frame.clientWidth} px`)
    const lines = new Set([...document.querySelectorAll('.filter-bar > *')].map((tool) => Math.round(tool.getBoundingClientRect().bottom)))
    if (lines.size > 1) faults.push(`the tools stand in ${lines.size} lines`)
    const isCut = (element: Element) => element.scrollWidth > element.clientWidth + 1
    const figures = 'tbody td:is(.right, [data-whole]), tbody td .tag, tbody td .number, tbody td .mono'
    for (const element of document.querySelectorAll(figures)) {
      const { right, width } = element.getBoundingClientRect()
      const edge = element.closest('td')?.getBoundingClientRect().right ?? right
      // Names of models and channels may end in dots, and say the whole in a tooltip.
      const isName = element.closest('.ellipsis, [title]:not(.number)') !== null
      if (width > 0 && !isName && (isCut(element) || right > edge + 1)) faults.push(`cut: ${element.textContent}`)
    }
    // Of chips, those that say a state; and buttons beside a text.
    for (const state of document.querySelectorAll('tbody td .tag:not(.tag-neutral) .ellipsis'))
      if (isCut(state)) faults.push(`cut state: ${state.textContent}`)
    for (const button of document.querySelectorAll('tbody td:not(.cell-actions) button')) {
      const edge = button.closest('td')?.getBoundingClientRect().right ?? 0
      if (button.getBoundingClientRect().right > edge + 1) faults.push(`cut button: ${button.getAttribute('aria-label')}`)
    }
    return [...new Set(faults)]
  })

test.each(LISTS)('%s fits at every width, in both languages', async (path) => {
  const faults: Record<string, readonly string[]> = {}
  for (const language of ['en', 'zh'] as const) {
    const context = await newContext(await sharedBrowser(), '1440x900')
    const page = await context.newPage()
    const watched = watch(page)
    await page.goto(`${server.url}/api/status`)
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), language)
    await enter(page, server.url, facts.members.root)
    await page.goto(server.url + path)
    await watched.settled()
    await page.locator('.table-scroll tbody tr').first().waitFor()
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      // The columns are shared out anew before the next picture.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
      const found = await faultsOf(page)
      if (found.length > 0) faults[`${width} ${language}`] = found
      if (process.env.WIDTH_PICTURES)
        await page.screenshot({ path: `${process.env.WIDTH_PICTURES}/${path.replaceAll(/\W+/g, '-')}-${width}-${language}.png` })
    }
    await context.close()
  }
  expect(faults).toEqual({})
})
