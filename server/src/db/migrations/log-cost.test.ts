import { expect, test } from 'vitest'
import { commitBatch, openSystemAccounts } from '../../domain/ledger/ledger-tasks.ts'
import { channelTestRow } from '../../domain/log/row-type.ts'
import { eachDatabase } from '../../testing/databases.ts'
import { runAt } from '../../testing/run-at.ts'

eachDatabase('the step to costs in the index', ({ kind, database, address, openAnother }) => {
  test('finds channel tests of before, leaves free calls of the playground alone, and may be repeated', async () => {
    const accounts = await database().run(openSystemAccounts, null)
    const calls = { userId: 1, username: 'ann', channelId: 1, tokenId: 0, group: 'default', model: 'm', isStream: false, useTime: 1 }
    const counts = { promptTokens: 1, completionTokens: 1, quota: 0, clientIp: '', other: '{}' }
    const operations = ['', 'playground-default'].map((tokenName, at) => ({
      kind: 'log' as const,
      id: `01ARZ3NDEKTSV4RRFFQ69G5F0${at}`,
      log: { type: 2, ...calls, tokenName, ...counts },
    }))
    await database().run(commitBatch, { epoch: '01ARZ3NDEKTSV4RRFFQ69G5FZZ', seq: 1, operations, accounts })
    await runAt(address(), "delete from migration where name = '0014-log-cost'")
    // A step that was cut off leaves nothing on PostgreSQL, and parts of itself on MySQL.
    if (kind === 'postgres') await runAt(address(), 'drop index log_time_cost, log_user_time_cost')
    const again = await openAnother()
    try {
      const rows = await again.read.selectFrom('log').select('type').orderBy('id').execute()
      expect(rows.map(({ type }) => Number(type))).toEqual([channelTestRow, 2])
    } finally {
      await again.close()
    }
  })
})
