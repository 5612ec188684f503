// The expanded row of the log: what a person with a pocket calculator finds there is what was charged.
/// <reference lib="dom" />
/** @module-tag main */
import type { LogEntry, LogOther } from '@waystation/contract/calls/log'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ChargeRow } from '../../console/src/features/usage-logs/explanation/charge-text.ts'
import { readBack } from '../../tools/testing/read-charge.ts'
import { picture } from './pictures.ts'
import { openScene, type Scene } from './scene.ts'

const LOGS = '/app/logs/api-usage'
const UNITS = 500_000
let scene: Scene

beforeAll(async () => {
  scene = await openScene()
  const { root } = scene
  await root.call('PUT', '/api/option/', { key: 'LengthTiers', value: '{"gpt-5":[{"above":4000,"input":2,"output":1.5}]}' })
  await root.call('PUT', '/api/option/', { key: 'TierRatios', value: '{"gpt-5-mini":{"priority":1.8}}' })
  const { key } = scene.facts.members.root
  expect(await scene.callModel(key, 'gpt-5', '#in:9421 #out:1203')).toBe(200)
  expect(await scene.callModel(key, 'gpt-5-mini', '#in:613 #out:88')).toBe(200)
  expect(await scene.callModel(key, 'claude-opus-4-1', '#in:3 #out:1')).toBe(200)
  await vi.waitUntil(async () => (await root.call<{ total: number }>('GET', '/api/log/')).total === 3, 20_000)
})
afterAll(() => scene?.close())

test.each(['1440x900', '390x844'] as const)('a screen of %s shows a charge that adds up, line by line', async (size) => {
  const { items } = await scene.root.call<{ items: LogEntry[] }>('GET', '/api/log/')
  const opens = size === '390x844' ? 'table.details' : 'action.expand'
  for (const language of ['en', 'zh'] as const) {
    const screen = await scene.open('root', LOGS, { size, language })
    const { page, say, watched } = screen
    for (const entry of items) {
      const named = new RegExp(`${entry.model_name}(?!-)`)
      const place = (size === '390x844' ? page.locator('.cards > .card') : page.locator('tbody tr:not(.expanded)'))
        .filter({ hasText: named })
        .first()
      await place.getByRole('button', { name: say(opens) }).click()
      const table = page.locator('.charge table:visible')
      await table.waitFor()
      const { charge } = JSON.parse(entry.other) as LogOther
      expect(await readCharge(table, charge?.lines.length ?? 0)).toEqual({ charged: BigInt(entry.quota), uncovered: 0n })
      const note = say('log.longPrompt', { prompt: '9,421', above: '4,000', factors: '' }).split('9,421')[0] ?? ''
      expect((await page.locator('.charge:visible').textContent())?.includes(note)).toBe(entry.model_name === 'gpt-5')
      if (entry.model_name === 'gpt-5') await picture(screen, `charge-long-prompt-${size}-${language}`)
      await place.getByRole('button', { name: say('action.collapse') }).click()
    }
    await watched.settled()
    await screen.context.close()
  }
})

/** The rows of the table as they are seen, by their places. */
async function readCharge(table: Locator, lines: number) {
  const seen = await table.locator('tr').evaluateAll((rows) =>
    rows.map((one) =>
      [...one.children].map((cell) => ({
        text: cell.textContent ?? '',
        exact: cell.querySelector('span[title]')?.getAttribute('title') ?? undefined,
        span: Number(cell.getAttribute('colspan') ?? 1),
      })),
    ),
  )
  const read = seen.map((cells, at): ChargeRow => {
    const [label, second, third, last] = cells.length === 3 ? [cells[0], cells[1], undefined, cells[2]] : cells
    const kind =
      at < lines ? 'line' : at === seen.length - 1 ? 'total' : cells.length === 3 ? 'rounding' : third?.text === '' ? 'subtotal' : 'group'
    const shown = (cell: typeof last) => ({ text: cell?.text ?? '', ...(cell?.exact?.startsWith('$') ? { exact: cell.exact } : {}) })
    return {
      ...{ kind, key: String(at), label: label?.text ?? '', amount: shown(last) },
      ...(third?.text ? { price: shown(third) } : {}),
      ...(second?.text ? { count: second.text } : {}),
    }
  })
  return readBack(read, UNITS, true)
}
