import type { LogOther } from '@waystation/contract/log'
import { beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { commitBatch, openSystemAccounts } from '../ledger/ledger-tasks.ts'
import type { LogDraft } from '../ledger/operation.ts'
import { type LogService, logService } from './log-service.ts'
import { logWords } from './log-words.ts'

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
      draft({ type: 2, quota: 0, isStream: false }, { is_test: true, content: { key: 'channel_test', facts: { channel: 'vendor' } } }),
    ]
    const operations = rows.map((log, at) => ({ kind: 'log' as const, id: `01ARZ3NDEKTSV4RRFFQ69G5F${String(at).padStart(2, '0')}`, log }))
    await database().run(commitBatch, { epoch: '01ARZ3NDEKTSV4RRFFQ69G5FZZ', seq: 1, operations, accounts })
    logs = logService({ database: database(), now: Date.now })
  })

  test('an admin sees all of it, newest first, in words of their language', async () => {
    const { items, total } = await logs.list({}, page, asAdmin)
    expect(total).toBe(5)
    expect(items.map(({ id }) => id)).toEqual(items.map(({ id }) => id).toSorted((a, b) => b - a))
    expect(items.map(({ content }) => content)).toEqual([
      'Channel test: vendor',
      'The upstream did not answer in time',
      '',
      'model price 0.5, group ratio 2',
      'model ratio 1.25, completion ratio 4, group ratio 1',
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

  test('sums count calls alone, whatever type is looked at', async () => {
    const whole = { quota: 250, token_total: 60, token_input: 40, token_output: 20, rpm: 4, tpm: 60 }
    expect(await logs.stats({})).toEqual(whole)
    expect(await logs.stats({ type: 6 })).toEqual(whole)
    expect(await logs.stats({ userId: 2 })).toMatchObject({ quota: 100, rpm: 1 })
    expect(await logs.stats({ to: 1000 })).toEqual({ quota: 0, token_total: 0, token_input: 0, token_output: 0, rpm: 4, tpm: 60 })
    expect(await logs.stats({ username: 'nobody' })).toEqual({ quota: 0, token_total: 0, token_input: 0, token_output: 0, rpm: 0, tpm: 0 })
  })
})

test('a row without a reason has no words, and braces without facts stay', () => {
  expect(logWords({ type: 3, other: {} }, 'en')).toBe('')
  expect(logWords({ type: 2, other: { content: { key: 'no such key', facts: {} } } }, 'en')).toBe('')
  expect(logWords({ type: 2, other: { content: { key: 'constructor', facts: {} } } }, 'en')).toBe('')
  expect(logWords({ type: 6, other: { content: { key: 'model_not_found', facts: { model: 'x' } } } }, 'zh')).toBe('模型 x 不存在')
})
