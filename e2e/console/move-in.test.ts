// Moving in from another gateway, on the settings page: how to try it, that a trial run leaves no trace, what a run brought, and one that does not
// add up. The runs are those of the command that the page shows.
/// <reference lib="dom" />
import { dirname } from 'node:path'
import { importNotes, importTotalWords } from '@waystation/contract/site/import'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ALIVE, familyRows } from '../../server/src/import/testing/family-rows.ts'
import { familyTables } from '../../server/src/import/testing/family-tables.ts'
import { dsnOf, makeForeign } from '../../server/src/import/testing/foreign-tables.ts'
import type { TestPlace } from '../../server/src/testing/databases/databases.ts'
import { waystation } from '../../server/src/testing/waystation-command.ts'
import { openScene, type Scene, type Screen } from './scene.ts'

let scene: Scene
let there: TestPlace
beforeAll(async () => {
  scene = await openScene()
  there = await makeForeign('sqlite', familyTables('new-api', familyRows(scene.facts.provider.url)))
})
afterAll(async () => {
  await there?.drop()
  await scene?.close()
})

const card = ({ page, say }: Screen) => page.getByRole('region', { name: say('settings.moveIn.title') })
const totals = (screen: Screen) => card(screen).getByRole('region', { name: screen.say('settings.moveIn.totals') })
const open = (options: Parameters<Scene['open']>[2] = {}) => scene.open('root', '/admin/settings?tab=other&card=info', options)

/** Runs a command of the page beside the server, with the other gateway's database in the place of the example's. */
function run(command: string) {
  const [program, name, ...words] = command.replace('/path/to/one-api.db', dsnOf(there.address)).split(' ')
  expect([program, name, words.includes(dsnOf(there.address))]).toEqual(['npx', 'waystation', true])
  return waystation(words, `sqlite:${scene.databasePath}`, '', { DATA_DIR: dirname(scene.databasePath) })
}

test('says how to try it; a trial run leaves no trace; and a run is shown with what came along and what did not', async () => {
  const screen = await open()
  const { page, context, say } = screen
  await card(screen).getByText(say('settings.moveIn.none')).waitFor()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await card(screen)
    .getByRole('button', { name: say('settings.moveIn.copy') })
    .click()
  const command = await page.evaluate(() => navigator.clipboard.readText())

  const trial = await run(command)
  expect(trial).toEqual({ code: 0, text: expect.stringContaining('A trial run: nothing was written.') })
  await page.reload()
  await card(screen).getByText(say('settings.moveIn.none')).waitFor()

  const real = await run(command.replace(' --dry-run', ''))
  expect(real).toEqual({ code: 0, text: expect.stringContaining('Everything adds up, to the unit.') })
  await page.reload()
  await card(screen).getByText(say('settings.moveIn.equal')).waitFor()
  expect(await card(screen).getByText(say('settings.moveIn.none')).count()).toBe(0)
  await card(screen)
    .getByText(/^From new-api, /)
    .waitFor()
  expect(await rowsOf(screen)).toMatchObject({
    [importTotalWords.users.en]: ['6', '1', '5'],
    [importTotalWords.channels.en]: ['4', '0', '4'],
    [importTotalWords.user_quota.en]: [ALIVE.quota + 777, 777, ALIVE.quota].map((units) => units.toLocaleString('en')),
  })
  const note = card(screen).getByText(importNotes.user_deleted.en)
  expect(await note.isVisible()).toBe(false)
  await card(screen)
    .getByText(/^\d+ notes$/)
    .click()
  await note.waitFor()
})

test('marks what does not add up, in Chinese on a phone too', async () => {
  const channels = await scene.root.call<{ id: number; name: string }[]>('GET', '/api/channel/?page_size=100')
  await scene.root.call('DELETE', `/api/channel/${channels.find(({ name }) => name === 'ended')?.id}`)
  expect(await run(`npx waystation import --from new-api --dsn /path/to/one-api.db`)).toEqual({
    code: 1,
    text: expect.stringContaining('DIFFERENT'),
  })
  const screen = await open({ language: 'zh', size: '390x844' })
  await card(screen).getByText(screen.say('settings.moveIn.differs')).waitFor()
  expect((await rowsOf(screen))[importTotalWords.channels.zh]).toEqual(['4', '0', '3'])
  const marked = totals(screen).locator('tr.tone-red')
  expect(await marked.allInnerTexts()).toEqual([expect.stringContaining(importTotalWords.channels.zh)])
})

/** The cells of each row by its name. */
async function rowsOf(screen: Screen): Promise<Record<string, string[]>> {
  const rows = await totals(screen)
    .locator('tbody tr')
    .evaluateAll((all) => all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.innerText)))
  return Object.fromEntries(rows.map(([name = '', ...cells]) => [name, cells]))
}
