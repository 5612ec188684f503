import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { databaseAddress } from './kind.ts'

const program = fileURLToPath(new URL('../cli/waystation.ts', import.meta.url))

test.each([
  'postgres://me:p%40ss%2Fw%23rd@db.test:5432/station',
  'postgresql://db.test/station?user=me@corp&sslmode=require',
  'postgres://me@db.test/station',
  'postgres://me:100%hunt@/station?host=/run/postgresql',
  'mysql://me:p@ss@[::1]:3306/station?charset=utf8mb4',
])('%s is read', (url) => {
  const read = databaseAddress(url)
  expect(read).toMatchObject({ url })
  expect(url.startsWith(read.kind)).toBe(true)
})

test.each(['hunt/er22', 'hunt#er22', 'hunt?er22', '12/34hunt', '12#34hunt', '12?34hunt', '1#2@3'])(
  'a password such as %s is refused in words that do not tell it',
  (password) => {
    for (const scheme of ['postgres://', 'mysql://']) {
      const read = () => databaseAddress(`${scheme}me:${password}@db.test:5432/station`)
      expect(read).toThrow(/^DATABASE_URL cannot be read.*percent-encoded/)
      expect(read).not.toThrow(password)
    }
  },
)

test('a lone % is read by one driver only', () => {
  expect(() => databaseAddress('mysql://me:100%hunt@db.test/station')).toThrow(/^DATABASE_URL cannot be read/)
})

test('a command says so and nothing else', () => {
  const env = { ...process.env, DATABASE_URL: 'postgres://me:hunt/er22@db.test/station' }
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'audit', 'verify'], { env, encoding: 'utf8' })
  expect(status).not.toBe(0)
  expect(stdout + stderr).toContain('DATABASE_URL cannot be read')
  expect(stdout + stderr).not.toMatch(/hunt|er22/)
})
