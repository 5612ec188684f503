// Questions that commands ask at a terminal: whether to go on, and for a password.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../gateway/testing/world.ts'
import { logIn } from '../testing/console-client.ts'
import { rowsAt } from '../testing/time/run-at.ts'
import { type Answers, databaseUrl, waystationAtTerminal } from '../testing/waystation-command.ts'

let world: World
let folder = ''
beforeAll(async () => {
  world = await openWorld({ channel: null })
  folder = mkdtempSync(join(tmpdir(), 'waystation-terminal-'))
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

const typed = (words: readonly string[], answers: Answers) =>
  waystationAtTerminal(words, databaseUrl(world.address), answers, { DATA_DIR: world.folder })

test('a plan is carried out only after a yes', async () => {
  const file = join(folder, 'waystation.yaml')
  writeFileSync(file, 'options:\n  SystemName: From a file\n')
  const rows = () => rowsAt(world.address, "select value from option where key = 'SystemName'")
  for (const answer of ['', 'of course']) {
    const refused = await typed(['config', 'apply', file], [['Go on? [y/N] ', answer]])
    expect(refused).toEqual({ code: 3, text: expect.stringMatching(/SystemName[\s\S]*Go on\?[\s\S]*Nothing was changed\./) })
    expect(await rows()).toEqual([])
  }
  const agreed = await typed(['config', 'apply', file], [['Go on? [y/N] ', 'Y']])
  expect(agreed).toEqual({ code: 0, text: expect.stringContaining('Done: SystemName') })
  expect(await rows()).toEqual([{ value: 'From a file' }])
})

test('a password is typed twice, is never shown, and both times must agree', async () => {
  const answers = (again: string) =>
    [
      ['New password: ', 'a first password'],
      ['Again: ', again],
    ] as const
  const differing = await typed(['user', 'add', 'ines'], answers('another password'))
  expect(differing.code).toBe(1)
  await expect(logIn(world.url, { username: 'ines', password: 'a first password' })).rejects.toThrow()
  const added = await typed(['user', 'add', 'ines'], answers('a first password'))
  expect(added.code).toBe(0)
  for (const { text } of [differing, added]) expect(text).not.toMatch(/first password|another password/)
  await logIn(world.url, { username: 'ines', password: 'a first password' })
})
