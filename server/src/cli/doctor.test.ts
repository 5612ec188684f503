// `waystation doctor` beside a running server: nothing wrong is found where nothing is wrong, and each planted fault is found.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BookChecks } from '@waystation/contract/money/books'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openWorld, type World } from '../gateway/testing/world.ts'
import { eachKind } from '../testing/databases/databases.ts'
import { rowsAt, runAt } from '../testing/time/run-at.ts'
import { databaseUrl, waystation } from '../testing/waystation-command.ts'

/** Nobody listens there. */
const NOBODY = 'http://127.0.0.1:9'

eachKind('waystation doctor', (kind) => {
  let world: World
  let other: World
  let folder = ''
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waystation-doctor-'))
    world = await openWorld({ database: kind })
    // Servers are told apart by the second in which they were started.
    const { start_time } = await world.console.call<{ start_time: number }>('GET', '/api/status')
    await vi.waitFor(() => expect(Math.floor(Date.now() / 1000)).toBeGreaterThan(start_time), { timeout: 10_000 })
    other = await openWorld()
    await world.setOption('ServerAddress', world.url)
  }, 180_000)
  afterAll(async () => {
    await world?.close()
    await other?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** The lines of a run: the mark and the words of each check, by its name. */
  async function examine(environment: Readonly<Record<string, string>> = {}) {
    const usual = { DATA_DIR: world.folder, PORT: new URL(world.url).port }
    const { code, text } = await waystation(['doctor'], environment.DATABASE_URL ?? databaseUrl(world.address), '', {
      ...usual,
      ...environment,
    })
    const lines = [...text.matchAll(/^([✓·!✗]) (.+?) {2,}(.+)$/gm)].map(([, mark, check, says]) => [check, `${mark} ${says}`])
    return { code, text, found: Object.fromEntries(lines) as Record<string, string> }
  }
  const sql = (...statements: string[]) => runAt(world.address, statements.join('; '))
  const keyColumn = kind === 'mysql' ? '`key`' : '"key"'

  test('finds nothing where nothing is wrong, and changes nothing', async () => {
    const before = await rowsAt(world.address, 'select count(*) as n from migration')
    const { code, text, found } = await examine()
    expect(code, text).toBe(0)
    expect(Object.entries(found).filter(([, line]) => line.startsWith('✗') || line.startsWith('!'))).toEqual([])
    expect(found).toMatchObject({
      ...{ 'Data folder': expect.stringMatching(/^✓/), 'Master key': expect.stringMatching(/^✓/), Tables: expect.stringMatching(/^✓/) },
      ...{
        'Server address': expect.stringMatching(/^✓ .* leads to this server/),
        'Addresses of channels': expect.stringMatching(/^✓ All 1/),
      },
      ...{ 'Super admins': expect.stringMatching(/^✓/), Disk: expect.stringMatching(/GB are free/) },
      Clock: expect.stringMatching(kind === 'sqlite' ? /^·/ : /^✓/),
    })
    expect(await rowsAt(world.address, 'select count(*) as n from migration')).toEqual(before)
  })

  test.each([
    ['a variable that is none', { PORT: 'x' }, 'Configuration', /^✗ .*PORT/],
    ['proxies that are none', { TRUSTED_PROXIES: 'everybody' }, 'Configuration', /^✗ .*TRUSTED_PROXIES/],
    ['a secret that is given twice', { METRICS_TOKEN: 'one', METRICS_TOKEN_FILE: '/etc/hostname' }, 'Configuration', /^✗ .*METRICS_TOKEN/],
    ['a secret whose file is not there', { METRICS_TOKEN_FILE: '/nowhere/token' }, 'Configuration', /^✗ .*\/nowhere\/token/],
    ['a database that is away', { DATABASE_URL: 'postgres://me:geheimnis@127.0.0.1:9/none' }, 'Database', /^✗ .*ECONNREFUSED/],
    ['another master key', { MASTER_KEY: '11'.repeat(32) }, 'Master key', /^✗ .*not the one/],
    ['no master key', { MASTER_KEY_FILE: '/nowhere/master.key' }, 'Master key', /^✗/],
  ])('finds %s', async (_name, environment, check, line) => {
    const { code, text, found } = await examine(environment)
    expect(found[check], text).toMatch(line)
    expect(code).toBe(1)
    expect(text).not.toContain('geheimnis')
  })

  test('finds a data folder that is none, a key that others can read, and settlements that wait', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, 'x')
    expect((await examine({ DATA_DIR: file, MASTER_KEY_FILE: join(world.folder, 'master.key') })).found['Data folder']).toMatch(
      /^✗ .*is not a folder/,
    )
    const key = join(world.folder, 'master.key')
    chmodSync(key, 0o644)
    writeFileSync(join(world.folder, 'settlements-7.spool'), 'waiting')
    const { code, found } = await examine()
    expect([found['Master key file'], found['Waiting settlements'], code]).toEqual([
      expect.stringMatching(/^! .*\(644\)/),
      expect.stringMatching(/^! 7 bytes/),
      0,
    ])
    chmodSync(key, 0o600)
    rmSync(join(world.folder, 'settlements-7.spool'))
  })

  test('finds what is wrong in the tables', async () => {
    const step = '2026-11-29-usage-days'
    await sql(`delete from migration where name = '${step}'`)
    expect((await examine()).found.Tables).toMatch(/^! 1 changes/)
    await sql(
      `insert into migration (name, timestamp) values ('${step}', 'x')`,
      "insert into migration (name, timestamp) values ('2099-01-01-later', 'x')",
    )
    const newer = await examine()
    expect([newer.found.Database, newer.code]).toEqual([expect.stringMatching(/^✗ .*newer/), 1])
    await sql(
      "delete from migration where name = '2099-01-01-later'",
      `insert into meta (${keyColumn}, value) values ('restore_unfinished', '')`,
    )
    expect((await examine()).found.Tables).toMatch(/^✗ A restore was not finished/)
    await sql(`delete from meta where ${keyColumn} = 'restore_unfinished'`)
  })

  test('finds what cannot be reached, and an address that leads elsewhere', async () => {
    for (const [key, value] of Object.entries({ ServerAddress: NOBODY, SMTPServer: '127.0.0.1', SMTPPort: '9' }))
      await world.setOption(key, value)
    await world.addChannel({ name: 'far away', models: 'other', base_url: NOBODY })
    const { code, text, found } = await examine()
    expect(found, text).toMatchObject({
      'Server address': expect.stringMatching(/^✗ .*ECONNREFUSED/),
      'Mail server': expect.stringMatching(/^✗ 127\.0\.0\.1:9: .*ECONNREFUSED/),
      'Addresses of channels': expect.stringMatching(/^✗ 1 of 2 .*far away/),
    })
    expect(code).toBe(1)
    await world.setOption('ServerAddress', other.url)
    expect((await examine()).found['Server address']).toMatch(/^✗ .*leads to another server/)
    await world.setOption('ServerAddress', '')
    expect((await examine()).found['Server address']).toMatch(/^! It is not set/)
  })

  if (kind !== 'sqlite')
    test('finds Redis that is away', async () => {
      const { code, text, found } = await examine({ REDIS_URL: 'redis://:geheimnis@127.0.0.1:9' })
      expect(found.Redis, text).toMatch(/^✗ .*ECONNREFUSED/)
      expect([code, text.includes('geheimnis')]).toEqual([1, false])
    })

  test('finds what is wrong with what is in the tables, the super admin being banned among it', async () => {
    const user = kind === 'mysql' ? '`user`' : '"user"'
    await world.addChannel({ name: 'keyless', models: 'other' })
    // The server checks its own books, and keeps what it found.
    const checked = () => world.console.call<BookChecks>('GET', '/api/books/checks')
    await sql("update account set posted = posted + 1 where kind = 'user'")
    await world.console.call('POST', '/api/books/checks')
    await expect.poll(async () => ((await checked()).last?.differences.length ?? 0) > 0).toBe(true)
    await sql("update account set posted = posted - 1 where kind = 'user'")
    const [channel] = await rowsAt(world.address, "select id from channel where name = 'keyless'")
    await sql(
      `update ${user} set status = 2`,
      `delete from channel_key where channel_id = ${channel?.id}`,
      `insert into outbox (ref, row_uid, kind, body, state, tries, next_try_at_ms, claimed_by, give_up_at_ms, created_at_ms, last_error)
        values ('r', 'u', 'mail', 'sealed', 'waiting', 3, 9999999999999, '', 9999999999999, 1, 'refused')`,
    )
    const { code, text, found } = await examine()
    expect(found, text).toMatchObject({
      Ledger: expect.stringMatching(/^✗ The last check found \d+ differences/),
      'Super admins': expect.stringMatching(/^✗ Nobody/),
      'Keys of channels': expect.stringMatching(/^! .*keyless/),
      'Mail and webhooks': expect.stringMatching(/^! 1 have waited/),
    })
    expect(code).toBe(1)
  })
})
