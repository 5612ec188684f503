// Secrets as files, through the real start: each of them, and what an operator is told who gives them wrongly.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { secretVariables } from './lib/secret-files.ts'
import { waystationIn } from './testing/waystation-command.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'waystation-secrets-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function secretFile(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

/** What a command says that reads all of them. */
const told = async (environment: Readonly<Record<string, string>>) => {
  const { code, text } = await waystationIn({ DATA_DIR: join(folder, 'data'), ...environment }, ['migrate'])
  return { code, text }
}

test('DATABASE_URL_FILE names the database, with a line end after it or without', async () => {
  for (const [name, end] of ['\n', '\r\n', ''].entries()) {
    const database = join(folder, `${name}.db`)
    const path = secretFile('database', `sqlite:${database}${end}`)
    expect(await told({ DATABASE_URL_FILE: path })).toMatchObject({ code: 0, text: 'The sqlite database is up to date.\n' })
    expect(existsSync(database)).toBe(true)
  }
})

test('REDIS_URL_FILE is taken as REDIS_URL is', async () => {
  const { code, text } = await told({ REDIS_URL_FILE: secretFile('redis', 'redis://127.0.0.1:6379/0\n') })
  expect(code).toBe(1)
  expect(text).toContain('REDIS_URL needs DATABASE_URL of PostgreSQL or MySQL')
})

test.each([...secretVariables, 'MASTER_KEY'])('%s given as a text and as a file is refused', async (name) => {
  const { code, text } = await told({ [name]: 'x', [`${name}_FILE`]: secretFile('twice', 'x') })
  expect(code).toBe(1)
  expect(text).toContain(`${name} and ${name}_FILE are both set: leave one of them out`)
})

test.each(secretVariables)('%s_FILE that is not there is told of in words', async (name) => {
  const path = join(folder, 'absent')
  const text = `waystation migrate: the file ${path}, which ${name}_FILE names, is not there\n`
  expect(await told({ [`${name}_FILE`]: path })).toEqual({ code: 1, text })
})

test('so is a folder in the place of a file, and an empty file', async () => {
  const inner = join(folder, 'inner')
  mkdirSync(inner)
  for (const [path, words] of [
    [inner, 'is a folder'],
    [secretFile('empty', '\n'), 'is empty'],
  ] as const)
    expect((await told({ METRICS_TOKEN_FILE: path })).text).toContain(`the file ${path}, which METRICS_TOKEN_FILE names, ${words}\n`)
})

test('what a file holds is not printed where it is wrong', async () => {
  const { code, text } = await told({ REDIS_URL_FILE: secretFile('wrong', 'http://:geheimnis@host\n') })
  expect(code).toBe(1)
  expect(text).toContain('REDIS_URL must be an address such as')
  expect(text).not.toContain('geheimnis')
})
