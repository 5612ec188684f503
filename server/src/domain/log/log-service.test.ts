import type { LogOther } from '@waystation/contract/calls/log'
import type { Option } from '@waystation/contract/options/option'
import { beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases/databases.ts'
import { commitBatch, openSystemAccounts } from '../ledger/ledger-tasks.ts'
import type { LogDraft } from '../ledger/operation.ts'
import { createToken } from '../token/token-store.ts'
import { createUser } from '../user/user-store.ts'
import { type LogService, logService } from './log-service.ts'
import { logWords } from './log-words.ts'
import { channelTestRow } from './row-type.ts'

const draft = (fields: Partial<LogDraft>, other: LogOther = {}): LogDraft => ({
  type: 2,
  userId: 1,
  username: 'ann',
  channelId: 5,
  tokenId: 3,
  tokenName: 'my token',
  group: 'default',
  model: 'model-a',
  isStream: true,
  useTime: 2,
  promptTokens: 10,
  completionTokens: 5,
  quota: 100,
  clientIp: '',
  ...fields,
  other: JSON.stringify(other),
})

const hidden: LogOther = {
  model_ratio: 1.25,
  completion_ratio: 4,
  group_ratio: 1,
  channel_id: 5,
  channel_name: 'vendor',
  admin_info: { use_channel: ['5'], error_detail: 'secret words of the vendor' },
}

/** Of an installation that changed nothing. */
const options = { get: <Value>(option: Option<Value>) => option.default }

eachDatabase('logs', ({ database }) => {
  let logs: LogService
  const page = { offset: 0, limit: 100 }
  const asAdmin = { language: 'en', isOwn: false } as const
  const asOwner = { language: 'zh', isOwn: true } as const

  beforeAll(async () => {
    const accounts = await database().run(openSystemAccounts, null)
    const rows = [
      draft({}, hidden),
      draft({ model: 'model-b', quota: 50, clientIp: '203.0.113.1' }, { model_price: 0.5, group_ratio: 2 }),
      draft({ userId: 2, username: 'bob', tokenName: 'other', group: 'vip', channelId: 6, model: 'model%a' }),
      draft({ type: 6, quota: 0, promptTokens: 0, completionTokens: 0 }, { error_code: 'upstream_timeout' }),
      draft(
        { type: channelTestRow, quota: 0, isStream: false },
        { is_test: true, content: { key: 'channel_test', facts: { channel: 'vendor' } } },
      ),
    ]
    const operations = rows.map((log, at) => ({ kind: 'log' as const, id: `01ARZ3NDEKTSV4RRFFQ69G5F${String(at).padStart(2, '0')}`, log }))
    await database().run(commitBatch, { epoch: '01ARZ3NDEKTSV4RRFFQ69G5FZZ', seq: 1, operations, accounts })
    logs = logService({ database: database(), options, now: Date.now })
  })

  test('an admin sees all of it, newest first, in their language', async () => {
    const { items, total } = await logs.list({}, page, asAdmin)
    expect(total).toBe(5)
    expect(items.map(({ id }) => id)).toEqual(items.map(({ id }) => id).toSorted((a, b) => b - a))
    expect(items.map(({ content }) => content)).toEqual([
      'Channel test: vendor',
      'The provider did not respond in time',
      '',
      'Model price 0.5, group ratio 2',
      'Model ratio 1.25, completion ratio 4, group ratio 1',
    ])
    expect(JSON.parse(items[4]!.other)).toEqual(hidden)
    expect(items[4]).toMatchObject({ channel: 5, channel_name: '', is_stream: true, prompt_tokens: 10, quota: 100, client_ip: '' })
  })

  test('a user sees their own, without the channels', async () => {
    const { items, total } = await logs.list({ userId: 1 }, page, asOwner)
    expect(total).toBe(4)
    expect(JSON.stringify(items)).not.toMatch(/admin_info|secret words|channel_id|"channel":[1-9]/)
    expect(items[3]).toMatchObject({ channel: 0, channel_name: '', content: '模型倍率 1.25，补全倍率 4，分组倍率 1' })
    expect(items[2]!.client_ip).toBe('203.0.113.1')
  })

  test.each([
    [{ type: 6 }, 1],
    [{ type: 0 }, 5],
    [{ type: 99_999_999_999 }, 0],
    [{ username: 'bob' }, 1],
    [{ username: 'b%' }, 0],
    [{ tokenName: 'my token' }, 4],
    [{ modelName: 'model-a' }, 3],
    [{ modelName: 'model%' }, 0],
    [{ modelName: 'model%a' }, 1],
    [{ modelName: 'model*' }, 5],
    [{ modelName: '*%*' }, 1],
    [{ modelName: 'model_*' }, 0],
    [{ channelId: 6 }, 1],
    [{ channelId: 99_999_999_999 }, 0],
    [{ group: 'vip' }, 1],
    [{ requestId: '01ARZ3NDEKTSV4RRFFQ69G5F01' }, 1],
    [{ from: Math.floor(Date.now() / 1000) - 600, to: Math.floor(Date.now() / 1000) + 600 }, 5],
    [{ to: 1000 }, 0],
    [{ from: Number.MAX_SAFE_INTEGER }, 0],
    [{ modelName: 'model-a', type: 2, username: 'ann' }, 2],
  ])('%j leaves %i rows', async (filter, count) => {
    const { items, total } = await logs.list(filter, page, asAdmin)
    expect([items.length, total]).toEqual([count, count])
  })

  test('pages are cut from the list', async () => {
    const { items, total } = await logs.list({}, { offset: 1, limit: 2 }, asAdmin)
    expect([items.length, total]).toEqual([2, 5])
  })

  test('sums count calls alone, whatever type is looked at, and no channel tests', async () => {
    const whole = { quota: 250, token_total: 45, token_input: 30, token_output: 15, rpm: 3, tpm: 45 }
    expect(await logs.stats({})).toEqual(whole)
    expect(await logs.stats({ type: 6 })).toEqual(whole)
    expect(await logs.stats({ userId: 2 })).toMatchObject({ quota: 100, rpm: 1 })
    expect(await logs.stats({ to: 1000 })).toEqual({ quota: 0, token_total: 0, token_input: 0, token_output: 0, rpm: 3, tpm: 45 })
    expect(await logs.stats({ username: 'nobody' })).toEqual({ quota: 0, token_total: 0, token_input: 0, token_output: 0, rpm: 0, tpm: 0 })
  })
})

eachDatabase('what a call did in the ledger, and cleaning up', ({ database }) => {
  const id = (at: number) => `01ARZ3NDEKTSV4RRFFQ69G6F${String(at).padStart(2, '0')}`
  let logs: LogService
  let user: number
  let token: number

  beforeAll(async () => {
    const accounts = await database().run(openSystemAccounts, null)
    user = await database().run(createUser, {
      username: 'payer',
      displayName: '',
      passwordHash: '',
      role: 1,
      group: 'default',
      email: '',
      language: '',
      quota: 1000,
      cause: 'test',
    })
    const columns = {
      name: 't',
      group_name: '',
      is_unlimited: 0,
      expires_at: null,
      rate_limit_enabled: 0,
      rate_limit_period: 60,
      rate_limit_count: 1,
      rate_limit_success: 1,
      model_limits_enabled: 0,
      model_aliases: null,
      model_limits: '',
      allow_ips: '',
    }
    const key = { key_hash: 'h', key_head: 'h', key_tail: 't', key_enc: '', row_uid: id(90) }
    token = (await database().run(createToken, { userId: user, columns, key, quota: 500, ref: id(91) })).id
    const found = await database().read.selectFrom('account').select(['id', 'kind']).where('kind', 'in', ['user', 'token']).execute()
    const legs = ['user', 'token'].map((kind) => ({ accountId: Number(found.find((one) => one.kind === kind)?.id), reserves: true }))
    const owner = { kind: 'node' as const, id: 'n', leaseSeconds: 0 }
    const log = draft({ userId: user, tokenId: token, quota: 30 })
    const hold = { kind: 'hold' as const, legs, amount: 100, owner, userId: user, tokenId: token, price: '', facts: '' }
    const epoch = id(92)
    await database().run(commitBatch, { epoch, seq: 1, accounts, operations: [{ ...hold, id: id(1) }] })
    await database().run(commitBatch, { epoch, seq: 2, accounts, operations: [{ kind: 'settle', id: id(1), amount: 30, log }] })
    const topUp = { kind: 'log' as const, id: id(2), log: draft({ type: 1, userId: user }) }
    const others = Array.from({ length: 1200 }, (_, at) => ({
      kind: 'log' as const,
      id: `01ARZ3NDEKTSV4RRFFQ69G${7000 + at}`,
      log: draft({}),
    }))
    await database().run(commitBatch, { epoch, seq: 3, accounts, operations: [topUp, ...others] })
    logs = logService({ database: database(), options, now: Date.now })
  })

  test('the hold and what the balance and the token’s limit paid, for the owner and for admins', async () => {
    const { hold, entries } = await logs.ledgerOf(id(1), user)
    expect(hold).toMatchObject({ amount: 100, state: 'settled', created_at_ms: expect.any(Number), resolved_at_ms: expect.any(Number) })
    expect(entries).toMatchObject([
      { ref: `settle:${id(1)}`, kind: 'settle', account: 'balance', amount: 30 },
      { kind: 'settle', account: 'token', amount: 30 },
    ])
    expect(await logs.ledgerOf(id(1))).toEqual({ request_id: id(1), hold, entries })
    await expect(logs.ledgerOf(id(1), user + 1)).rejects.toMatchObject({ code: 'not_found' })
    await expect(logs.ledgerOf(id(99))).rejects.toMatchObject({ code: 'not_found' })
    expect(await logs.ledgerOf(id(2), user)).toEqual({ request_id: id(2), hold: null, entries: [] })
  })

  test('a clean-up needs a time, removes what is older in steps, and leaves top-ups and the ledger', async () => {
    for (const nothing of [undefined, 0, -1]) {
      await expect(logs.countOld(nothing)).rejects.toMatchObject({ code: 'log_time_missing' })
      await expect(logs.removeOld(nothing)).rejects.toMatchObject({ code: 'log_time_missing' })
    }
    const rows = async (table: 'log' | 'log_detail' | 'entry') => (await database().read.selectFrom(table).selectAll().execute()).length
    const entries = await rows('entry')
    expect(await logs.removeOld(1000)).toEqual({ count: 0, isComplete: true })
    expect([await rows('log'), await rows('log_detail')]).toEqual([1202, 1202])

    const soon = Math.floor(Date.now() / 1000) + 60
    for (const ahead of [soon, Date.now()]) {
      await expect(logs.countOld(ahead)).rejects.toMatchObject({ code: 'log_time_to_come' })
      await expect(logs.removeOld(ahead)).rejects.toMatchObject({ code: 'log_time_to_come' })
    }
    const later = logService({ database: database(), options, now: () => (soon + 60) * 1000 })
    expect(await later.countOld(soon)).toBe(1201)
    let clock = (soon + 60) * 1000
    // Each reading of the clock advances it by a minute, so that the first step is the last.
    const hasty = logService({ database: database(), options, now: () => (clock += 60_000) })
    expect(await hasty.removeOld(soon)).toEqual({ count: 500, isComplete: false })
    expect(await later.removeOld(soon)).toEqual({ count: 701, isComplete: true })
    expect(await later.countOld(soon)).toBe(0)
    const { items } = await logs.list({}, { offset: 0, limit: 10 }, { language: 'en', isOwn: false })
    expect(items.map(({ type }) => type)).toEqual([1])
    expect([await rows('log_detail'), await rows('entry')]).toEqual([1, entries])
  })
})

test('a row without a reason has no text, and braces without facts stay', () => {
  expect(logWords({ type: 3, other: {} }, 'en')).toBe('')
  expect(logWords({ type: 2, other: { content: { key: 'no such key', facts: {} } } }, 'en')).toBe('')
  expect(logWords({ type: 2, other: { content: { key: 'constructor', facts: {} } } }, 'en')).toBe('')
  expect(logWords({ type: 6, other: { content: { key: 'model_not_found', facts: { model: 'x' } } } }, 'zh')).toBe('模型 x 不存在')
})
