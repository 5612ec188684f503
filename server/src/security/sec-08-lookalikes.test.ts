// SEC-8: ten thousand keys, access tokens and sessions that begin alike, end alike or differ in one place. Each finds its own owner, first
// when it is read and then out of the caches, and what comes close to one finds nobody. `npm test` tries one thousand of them.
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { isWhole } from '@waystation/wire/testing/matrix'
import { Pool } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { createToken } from '../domain/token/token-store.ts'
import { createUser } from '../domain/user/user-store.ts'
import { openWorld, type World } from '../gateway/testing/world.ts'
import { loadMasterKey, type Secrets, secretsOf, sha256 } from '../lib/secret.ts'
import { openTestDatabase } from '../testing/databases/databases.ts'

const COUNT = isWhole ? 10_000 : 1000
const SESSIONS = COUNT / 5
/** Of how many of the keys and access tokens neighbours are tried, and of how many sessions. */
const NEIGHBOURS = COUNT / 20
const SESSION_NEIGHBOURS = SESSIONS / 20
/** Calls under way at the same time. */
const AT_ONCE = 40

let world: World
let database: Database
let secrets: Secrets
let pool: Pool
let calls = 0

beforeAll(async () => {
  // Each call comes from an address of its own, so that none is refused for their number.
  const options = { ReverseProxyEnabled: 'true', ReverseProxyProvider: 'nginx', DisplayInCurrencyEnabled: 'false' }
  world = await openWorld({ channel: null, options })
  database = await openTestDatabase(world.address)
  secrets = secretsOf(loadMasterKey({ text: undefined, path: join(world.folder, 'master.key') }, () => false))
  pool = new Pool(world.url, { connections: AT_ONCE })
})
afterAll(async () => {
  await pool.close()
  await database.close()
  await world.close()
})

const digits = (at: number) => at.toString(36).padStart(4, '0')
/** A text of this length whose only own characters stand at its end, at its beginning or in its middle. */
const lookalike = (at: number, length: number): string => {
  const before = [length - 4, 0, Math.floor(length / 2) - 2][at % 3] ?? 0
  return 'A'.repeat(before) + digits(at) + 'A'.repeat(length - 4 - before)
}

async function each(count: number, work: (at: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < count) {
      const at = next
      next += 1
      await work(at)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

async function get(path: string, headers: Readonly<Record<string, string>>) {
  calls += 1
  const address = `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`
  const reply = await pool.request({ method: 'GET', path, headers: { ...headers, 'x-real-ip': address.replace('10.', '11.') } })
  return { status: reply.statusCode, json: (await reply.body.json()) as Record<string, unknown> }
}

const newUser = (at: number, prefix: string) =>
  database.run(createUser, {
    ...{ username: `${prefix}${at}`, displayName: '', passwordHash: 'none', role: 1, group: 'default' },
    ...{ email: '', language: '', quota: 0, cause: 'test' },
  })

type Row = Readonly<Record<string, SQLInputValue>>

/** Ten thousand rows by one transaction; the tasks of the product are for one at a time, each durable. */
function insertAll(table: string, rows: readonly Row[]): void {
  if (world.address.kind !== 'sqlite') throw new Error('this test writes to the file')
  const file = new DatabaseSync(world.address.path, { timeout: 60_000 })
  const names = Object.keys(rows[0] ?? {})
  const insert = file.prepare(`insert into "${table}" (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`)
  file.exec('begin immediate')
  for (const row of rows) insert.run(...names.map((name) => row[name] ?? null))
  file.exec('commit')
  file.close()
}

/** A row as the product wrote it. */
async function written(table: 'user' | 'token' | 'account', id: number): Promise<Row> {
  const row = await database.read.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return row as unknown as Row
}

/** Spellings of a text that are not it. */
const nearly = (text: string): readonly string[] => [
  text.slice(0, -1),
  text.slice(1),
  `${text}A`,
  `A${text}`,
  text.slice(0, 20),
  text.slice(0, -20),
  text.replace(/[a-z]/, (letter) => letter.toUpperCase()),
  `${text.slice(0, 10)}B${text.slice(11)}`,
]

describe('keys of model calls', () => {
  const keyOf = (at: number) => lookalike(at, 48)
  /** Tells the tokens apart: what each may spend. */
  const quotaOf = (at: number) => 1000 + at
  const limitOf = async (key: string) => {
    const { status, json } = await get('/v1/dashboard/billing/subscription', { authorization: `Bearer sk-${key}` })
    return status === 200 ? json.hard_limit_usd : status
  }

  beforeAll(async () => {
    const userId = await newUser(0, 'keys')
    const columns = {
      ...{
        name: 'k',
        group_name: '',
        is_unlimited: 0,
        expires_at: null,
        allow_ips: '',
        model_limits_enabled: 0,
        model_aliases: null,
        model_limits: '',
      },
      ...{ rate_limit_enabled: 0, rate_limit_period: 0, rate_limit_count: 0, rate_limit_success: 0 },
    }
    const key = { key_hash: 'none', key_head: 'AAAA', key_tail: 'AAAA', key_enc: '', row_uid: 'row' }
    const first = await database.run(createToken, { userId, columns, key, quota: 0, ref: 'lookalike' })
    const token = await written('token', first.id)
    const all = Array.from({ length: COUNT }, (_, at) => at)
    const idOf = (at: number) => first.id + 1 + at
    insertAll(
      'token',
      all.map((at) => ({ ...token, id: idOf(at), key_hash: secrets.lookupHash(keyOf(at)), row_uid: `row ${at}` })),
    )
    insertAll(
      'account',
      all.map((at) => ({ kind: 'token', owner_id: idOf(at), posted: quotaOf(at), held: 0, used: 0, calls: 0 })),
    )
  }, 120_000)

  test.each(['read', 'out of the cache'])(`SEC-8: each of ${COUNT} finds its own token, %s`, { timeout: 120_000 }, async () => {
    const wrong: unknown[] = []
    await each(COUNT, async (at) => {
      const limit = await limitOf(keyOf(at))
      if (limit !== quotaOf(at)) wrong.push([at, limit])
    })
    expect(wrong).toEqual([])
  })

  test('SEC-8: what comes close to one finds none', async () => {
    const known = new Set(Array.from({ length: COUNT }, (_, at) => keyOf(at)))
    await each(NEIGHBOURS, async (at) => {
      for (const key of nearly(keyOf(at * 20))) if (!known.has(key)) expect(await limitOf(key), key).toBe(401)
    })
  })
})

describe('access tokens', () => {
  const tokenOf = (at: number) => `wat_${lookalike(at, 43)}`
  const userIds: number[] = []
  const selfOf = async (headers: Readonly<Record<string, string>>, id: number) => {
    const { status, json } = await get('/api/user/self', { ...headers, 'waystation-user': String(id) })
    return status === 200 ? (json.data as { id: number }).id : status
  }

  beforeAll(async () => {
    const first = await newUser(0, 'a')
    const user = await written('user', first)
    const all = Array.from({ length: COUNT }, (_, at) => at)
    for (const at of all) userIds[at] = first + 1 + at
    const names = (at: number) => ({ username: `b${at}`, username_key: `b${at}`, aff_code: `code ${at}` })
    insertAll(
      'user',
      all.map((at) => ({
        ...user,
        ...names(at),
        id: first + 1 + at,
        access_token_hash: secrets.lookupHash(tokenOf(at)),
        access_token_scopes: 'read',
      })),
    )
    insertAll(
      'account',
      all.map((at) => ({ kind: 'user', owner_id: first + 1 + at, posted: 0, held: 0, used: 0, calls: 0 })),
    )
  }, 120_000)

  test(`SEC-8: each of ${COUNT} is its own user, read and at once again out of the cache`, { timeout: 120_000 }, async () => {
    const wrong: unknown[] = []
    await each(COUNT, async (at) => {
      const token = { authorization: `Bearer ${tokenOf(at)}` }
      const found = [await selfOf(token, userIds[at] ?? 0), await selfOf(token, userIds[at] ?? 0)]
      if (found.some((id) => id !== userIds[at])) wrong.push([at, found])
    })
    expect(wrong).toEqual([])
  })

  test('SEC-8: what comes close to one is nobody', async () => {
    const known = new Set(userIds.map((_, at) => tokenOf(at)))
    await each(NEIGHBOURS, async (at) => {
      const userId = userIds[at * 20] ?? 0
      for (const token of nearly(lookalike(at * 20, 43)).map((text) => `wat_${text}`))
        if (!known.has(token)) expect(await selfOf({ authorization: `Bearer ${token}` }, userId), token).toBe(401)
    })
  })

  test('SEC-8: sessions that look alike are each their own user’s', async () => {
    const idOf = (at: number) => lookalike(at, 43)
    const now = Math.floor(Date.now() / 1000)
    const times = { auth_epoch: 0, created_at: now, seen_at: now, ip_prefix: '', agent: '' }
    insertAll(
      'session',
      Array.from({ length: SESSIONS }, (_, at) => ({ ...times, id_hash: sha256(idOf(at)), user_id: userIds[at] ?? 0 })),
    )
    const wrong: unknown[] = []
    await each(SESSIONS, async (at) => {
      const cookie = { cookie: `session=${idOf(at)}` }
      const found = [await selfOf(cookie, userIds[at] ?? 0), await selfOf(cookie, userIds[at] ?? 0)]
      if (found.some((id) => id !== userIds[at])) wrong.push([at, found])
    })
    expect(wrong).toEqual([])
    const known = new Set(Array.from({ length: SESSIONS }, (_, at) => idOf(at)))
    await each(SESSION_NEIGHBOURS, async (at) => {
      for (const id of nearly(idOf(at * 20)))
        if (!known.has(id)) expect(await selfOf({ cookie: `session=${id}` }, userIds[at * 20] ?? 0), id).toBe(401)
    })
  })
})
