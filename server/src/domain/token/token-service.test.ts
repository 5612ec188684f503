import { maxTokensPerUser, tokenKeyVisibility } from '@waystation/contract/options/operation'
import type { Option } from '@waystation/contract/options/option'
import { TokenDraft, TokenPatch } from '@waystation/contract/people/token'
import { beforeAll, expect, test } from 'vitest'
import { newRequestId } from '../../lib/request-id.ts'
import { secretsOf } from '../../lib/secret.ts'
import { localInvalidation } from '../../lib/shared/invalidation.ts'
import { eachDatabase } from '../../testing/databases/databases.ts'
import { openSystemAccounts } from '../ledger/ledger-tasks.ts'
import type { Caller } from '../session/caller.ts'
import { createUser } from '../user/user-store.ts'
import { writeTasks } from '../write-tasks.ts'
import { newKey } from './new-key.ts'
import { tokenColumns } from './token-record.ts'
import { type TokenService, tokenService } from './token-service.ts'
import { changeToken, createToken } from './token-store.ts'

const draft = (fields: Record<string, unknown>): TokenDraft => TokenDraft.decode({ name: 'a token', ...fields } as never)
const patch = (fields: Record<string, unknown>): TokenPatch => TokenPatch.decode(fields as never)
const all = { offset: 0, limit: 100 }

eachDatabase('tokens', ({ database }) => {
  let nowMs = 1_800_000_000_000
  let visibility = 'list'
  let mostTokens = 1000
  let tokens: TokenService
  let caller: Caller
  const secrets = secretsOf(Buffer.alloc(32, 1))
  const options = {
    get: <Value>(option: Option<Value>): Value => {
      if (option.key === maxTokensPerUser.key) return mostTokens as Value
      return option.key === tokenKeyVisibility.key ? (visibility as Value) : option.default
    },
  }

  beforeAll(async () => {
    await database().run(openSystemAccounts, null)
    const id = await database().run(createUser, {
      username: 'owner',
      displayName: '',
      passwordHash: '',
      role: 1,
      group: 'vip',
      email: '',
      language: '',
      quota: 0,
      cause: 'test',
    })
    caller = { id, username: 'owner', role: 1, group: 'vip', language: '' }
    tokens = tokenService({ database: database(), secrets, options, invalidation: localInvalidation(), now: () => nowMs })
  })

  const entries = async (): Promise<number> =>
    Number(
      (
        await database()
          .read.selectFrom('entry')
          .select((one) => one.fn.countAll().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
    )

  test('a new token carries its key once and keeps it sealed; its limit is an entry', async () => {
    const before = await entries()
    const token = await tokens.create(caller, draft({ remain_quota: 700 }))
    expect(token.key).toMatch(/^[0-9A-Za-z]{48}$/)
    expect(token).toMatchObject({ remain_quota: 700, used_quota: 0, status: 1, expired_time: -1 })
    const row = await database().read.selectFrom('token').selectAll().where('id', '=', token.id).executeTakeFirstOrThrow()
    expect(row.key_hash).toBe(secrets.lookupHash(token.key))
    expect(row.key_tail).toBe(token.key.slice(-4))
    expect(JSON.stringify(row)).not.toContain(token.key)
    expect(await entries()).toBe(before + 1)
    expect(await tokens.reveal(caller, token.id)).toBe(token.key)
  })

  test('raising and lowering the limit moves the difference, and the same again moves nothing', async () => {
    const { id } = await tokens.create(caller, draft({ remain_quota: 100 }))
    expect((await tokens.change(caller, id, { remain_quota: 250 })).after.remain_quota).toBe(250)
    expect((await tokens.change(caller, id, { remain_quota: 10 })).after.remain_quota).toBe(10)
    const before = await entries()
    expect((await tokens.change(caller, id, { remain_quota: 10, name: 'renamed' })).after.name).toBe('renamed')
    expect(await entries()).toBe(before)
    const sums = await database()
      .read.selectFrom('account')
      .select((one) => one.fn.sum('posted').as('sum'))
      .executeTakeFirstOrThrow()
    expect(Number(sums.sum)).toBe(0)
  })

  test('only what was sent is changed', async () => {
    const { id } = await tokens.create(
      caller,
      draft({ remain_quota: 100, group: 'default', model_limits_enabled: true, model_limits: 'a,b' }),
    )
    expect((await tokens.change(caller, id, { name: 'new' })).after).toMatchObject({
      name: 'new',
      group: 'default',
      model_limits: 'a,b',
      remain_quota: 100,
    })
  })

  test('expired and exhausted are seen, refused to be enabled, and gone when their cause is', async () => {
    const nowSeconds = Math.floor(Date.now() / 1000)
    nowMs = Date.now()
    const { id } = await tokens.create(caller, draft({ remain_quota: 0, expired_time: nowSeconds + 2 }))
    expect((await tokens.get(caller, id)).status).toBe(4)
    nowMs += 3000
    expect((await tokens.get(caller, id)).status).toBe(3)
    await expect.poll(() => tokens.setStatus(caller, id, 1).then(String, (error) => error.code)).toBe('token_still_expired')
    await tokens.change(caller, id, { expired_time: -1 })
    expect((await tokens.get(caller, id)).status).toBe(4)
    await expect(tokens.setStatus(caller, id, 1)).rejects.toMatchObject({ code: 'token_still_exhausted' })
    await tokens.change(caller, id, { unlimited_quota: true })
    expect((await tokens.get(caller, id)).status).toBe(1)
    expect((await tokens.setStatus(caller, id, 2)).after.status).toBe(2)
    expect((await tokens.change(caller, id, { remain_quota: 5, unlimited_quota: false })).after.status).toBe(2)
    expect((await tokens.setStatus(caller, id, 1)).after.status).toBe(1)
  })

  test('the list is filtered by the status that is shown', async () => {
    nowMs = Date.now()
    const shown = async (status: number) => (await tokens.list(caller, { ...all, status })).items.map((item) => item.status)
    for (const status of [1, 2, 3, 4]) expect(new Set(await shown(status))).toEqual(new Set((await shown(status)).map(() => status)))
    const total = (await tokens.list(caller, all)).total
    const parts = await Promise.all([1, 2, 3, 4].map(async (status) => (await tokens.list(caller, { ...all, status })).total))
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total)
    expect(await shown(9)).toEqual([])
  })

  test('tokens of each status are counted under the other filters, whatever status is requested', async () => {
    nowMs = Date.now()
    const past = Math.floor(nowMs / 1000) + 2
    const disabled = await tokens.create(caller, draft({ name: 'counted off', remain_quota: 0, expired_time: past }))
    await tokens.change(caller, disabled.id, { remain_quota: 1 })
    await tokens.setStatus(caller, disabled.id, 2)
    await tokens.create(caller, draft({ name: 'Counted late', remain_quota: 0, expired_time: past }))
    for (const name of ['counted empty', 'counted empty too']) await tokens.create(caller, draft({ name, remain_quota: 0 }))
    await tokens.create(caller, draft({ name: 'counted well', remain_quota: 0, unlimited_quota: true }))
    nowMs += 5000
    // Disabled comes before every other status, and expired before exhausted.
    const statusCounts = { 1: 1, 2: 1, 3: 1, 4: 2 }
    expect(await tokens.list(caller, { ...all, keyword: 'counted' })).toMatchObject({ statusCounts, total: 5 })
    const empty = await tokens.list(caller, { offset: 0, limit: 1, keyword: 'counted', status: 4 })
    expect(empty).toMatchObject({ statusCounts, total: 2 })
    expect(empty.items).toHaveLength(1)
    const none = { statusCounts: { 1: 0, 2: 0, 3: 0, 4: 0 }, total: 0, items: [] }
    expect(await tokens.list({ ...caller, id: 9_999 }, all)).toEqual(none)
    nowMs = Date.now()
  })

  test('the newest come first, and other orders may be requested', async () => {
    const ids = (await tokens.list(caller, all)).items.map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    const byQuota = (await tokens.list(caller, { ...all, sort: '-remain_quota' })).items.map((item) => item.remain_quota)
    expect(byQuota).toEqual(byQuota.toSorted((a, b) => b - a))
    expect((await tokens.list(caller, { ...all, sort: 'key_hash; drop' })).items.map(({ id }) => id)).toEqual(ids)
    expect((await tokens.list(caller, { offset: 1, limit: 1 })).items.map(({ id }) => id)).toEqual(ids.slice(1, 2))
  })

  test.each([
    ['token_group_unusable', { group: 'svip' }],
    ['token_group_unusable', { group: 'nowhere' }],
    ['token_expiry_past', { expired_time: 5 }],
    ['bad_ip_line', { allow_ips: '10.0.0.1\n10.0.0.0/99' }],
  ])('%s refuses %j', async (code, fields) => {
    nowMs = Date.now()
    await expect(tokens.create(caller, draft(fields))).rejects.toMatchObject({ code })
  })

  const addresses = (count: number) => Array.from({ length: count }, (_, at) => `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`)
  const names = (count: number) => Array.from({ length: count }, (_, at) => `model-${at}`)

  test.each([
    ['allow_ips', addresses(500).join('\n'), addresses(501).join('\n')],
    ['model_limits', names(2000).join(','), names(2001).join(',')],
    ['model_limits', 'm'.repeat(64 * 1024), 'm'.repeat(64 * 1024 + 1)],
  ])('%s has a size, when it is made and when it is changed', async (field, fits, tooLong) => {
    const { id } = await tokens.create(caller, draft({ [field]: fits }))
    await expect(tokens.create(caller, draft({ [field]: tooLong }))).rejects.toMatchObject({ code: 'token_list_too_long' })
    await expect(tokens.change(caller, id, patch({ [field]: tooLong }))).rejects.toMatchObject({ code: 'token_list_too_long' })
  })

  test('a list that was stored before there was a limit may stay and become shorter, not longer', async () => {
    const stored = addresses(3000)
    const { id } = await database().run(createToken, {
      ...{ userId: caller.id, quota: 0, ref: newRequestId(), key: newKey(secrets, true).stored },
      columns: tokenColumns(draft({ allow_ips: stored.join('\n') })),
    })
    const set = (list: string[]) => tokens.change(caller, id, patch({ allow_ips: list.join('\n') }))
    await expect(set(addresses(3001))).rejects.toMatchObject({ code: 'token_list_too_long' })
    await set(stored)
    expect((await set(stored.slice(1))).after.allow_ips.split('\n')).toHaveLength(2999)
    await expect(set(stored)).rejects.toMatchObject({ code: 'token_list_too_long' })
  })

  test('lists of tokens tell how long their lists are, and not what is in them', async () => {
    await tokens.create(
      caller,
      draft({ name: 'long lists', model_limits_enabled: true, model_limits: 'a,b,c', allow_ips: '10.0.0.1\n::1' }),
    )
    const { items } = await tokens.list(caller, { ...all, keyword: 'long lists' })
    expect(items).toEqual([expect.objectContaining({ model_limits_count: 3, allow_ips_count: 2 })])
    expect(items[0]).not.toHaveProperty('model_limits')
    expect(await tokens.search(caller, { name: 'long lists', key: '' })).toEqual(items)
  })

  test('a user has so many tokens, and an admin more', async () => {
    const { total } = await tokens.list(caller, all)
    mostTokens = total + 1
    await tokens.create(caller, draft({}))
    await expect(tokens.create(caller, draft({}))).rejects.toMatchObject({ code: 'too_many_tokens', facts: { limit: total + 1 } })
    expect((await tokens.list(caller, all)).total).toBe(total + 1)
    await tokens.create({ ...caller, role: 10 }, draft({}))
    mostTokens = 1000
  })

  test('an expiry in milliseconds is no time', () => {
    expect(() => draft({ expired_time: 1_795_646_371_000 })).toThrow(/token_expiry_format/)
    expect(draft({ expired_time: 1_795_646_371 }).expired_time).toBe(1_795_646_371)
  })

  test('a wrong address is reported with its line', async () => {
    const text = '10.0.0.1\n\n10.0.0.1\nnot-an-address'
    await expect(tokens.create(caller, draft({ allow_ips: text }))).rejects.toMatchObject({
      facts: { line: 4, text: 'not-an-address' },
    })
    const { allow_ips } = await tokens.create(caller, draft({ allow_ips: '10.0.0.1, 2001:db8::/32,\n10.0.0.1' }))
    expect(allow_ips).toBe('10.0.0.1\n2001:db8::/32')
  })

  test('a token is found by a part of its name, or by its key, whole or by its ends, with and without sk-', async () => {
    const { id, key } = await tokens.create(caller, draft({ name: 'Söme_%Name' }))
    const found = async (name: string, given = '') => (await tokens.search(caller, { name, key: given })).map((item) => item.id)
    expect(await found('_%n')).toEqual([id])
    expect(await found('', key)).toEqual([id])
    expect(await found('', `sk-${key}`)).toEqual([id])
    // server, client 7
    for (const part of [key.slice(0, 4), key.slice(0, 20), key.slice(-4), key.slice(-20), `${key.slice(0, 4)}**********${key.slice(-4)}`]) {
      expect(await found('', ` sk-${part} `), part).toContain(id)
    }
    expect(await found('', `sk-${key.slice(0, 8)}…`)).toEqual([id])
    expect(await found('', `...${key.slice(-8)}`)).toEqual([id])
    expect(await found('', `${key.slice(0, 8)}****wrong`)).toEqual([])
    expect(await found('', `wrong****${key.slice(-8)}`)).toEqual([])
    for (const wrong of [
      key.slice(10, 30),
      `${key.slice(0, 20)}-`,
      `${key}x`,
      `${key.slice(0, 3)}%`,
      `${key.slice(0, 3)}_`,
      '%',
      "' or 1=1 --",
    ]) {
      expect(await found('', wrong), wrong).not.toContain(id)
    }
    expect(await found('', 'sk-')).toContain(id)
    expect(await found('', '****')).toContain(id)
    expect(await found('other', key)).toEqual([])
  })

  test('keys that are not stored are found by their ends, and older ones by their stored ends', async () => {
    visibility = 'hash_only'
    const { id, key } = await tokens.create(caller, draft({ name: 'hashed' }))
    visibility = 'list'
    const found = async (given: string, by = caller) => (await tokens.search(by, { name: '', key: given })).map((item) => item.id)
    for (const part of [
      key.slice(0, 2),
      key.slice(0, 4),
      key.slice(0, 9),
      key.slice(-2),
      key.slice(-9),
      `${key.slice(0, 4)}***${key.slice(-4)}`,
      key,
    ]) {
      expect(await found(part), part).toContain(id)
    }
    expect(await found(key.slice(6, 12))).not.toContain(id)
    expect(await found(key, { ...caller, id: caller.id + 1000 })).toEqual([])

    const kept = await tokens.create(caller, draft({ name: 'from before' }))
    await database().run(changeToken, { userId: caller.id, id: kept.id, columns: { key_head: '' } as never, ref: newRequestId() })
    expect(await found(kept.key.slice(0, 9))).toEqual([kept.id])
    expect(await found(kept.key.slice(-9))).toEqual([kept.id])
    expect(await found(kept.key.slice(9, 18))).toEqual([])
  })

  test('keys are shown as far as the site wants', async () => {
    const { id, key } = await tokens.create(caller, draft({}))
    const shown = async () => (await tokens.get(caller, id)).key
    expect(await shown()).toBe(key)
    visibility = 'on_demand'
    expect(await shown()).toBe(`${key.slice(0, 4)}**********${key.slice(-4)}`)
    expect(await tokens.reveal(caller, id)).toBe(key)
    visibility = 'hash_only'
    const made = await tokens.create(caller, draft({}))
    expect(made.key).toHaveLength(48)
    await expect(tokens.reveal(caller, made.id)).rejects.toMatchObject({ code: 'token_key_hidden' })
    const row = await database().read.selectFrom('token').select('key_enc').where('id', '=', made.id).executeTakeFirstOrThrow()
    expect(row.key_enc).toBe('')
    visibility = 'list'
    expect((await tokens.get(caller, made.id)).key).toBe(`${made.key.slice(0, 4)}**********${made.key.slice(-4)}`)
  })

  test('a deleted token is nowhere, and cannot be changed', async () => {
    const { id } = await tokens.create(caller, draft({ name: 'gone' }))
    await tokens.remove(caller, id)
    await expect(tokens.get(caller, id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(tokens.remove(caller, id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(database().run(changeToken, { userId: caller.id, id, columns: {}, ref: 'x' })).rejects.toMatchObject({ code: 'not_found' })
    expect(await tokens.search(caller, { name: 'gone', key: '' })).toEqual([])
  })

  test('numbers that no row can have are not found rather than an error', async () => {
    for (const id of [0, 2_147_483_648, Number.MAX_SAFE_INTEGER])
      await expect(tokens.get(caller, id)).rejects.toMatchObject({ code: 'not_found' })
  })
})

test('tasks are named once each', () => {
  expect(new Set(writeTasks.map(({ name }) => name)).size).toBe(writeTasks.length)
})
