import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '../../../testing/databases/databases.ts'
import type { LogDraft } from '../../ledger/operation.ts'
import { commitAt } from '../../ledger/testing/fixture-tasks.ts'
import { type LedgerFixture, openLedgerFixture } from '../../ledger/testing/ledger-fixture.ts'
import { channelTestRow } from '../../log/row-type.ts'
import { createUser } from '../../user/user-store.ts'
import { type ChargedCall, chargedCalls, findPricingUsers } from './charged-call-store.ts'

const draft: LogDraft = {
  ...{ type: 2, userId: 1, username: 'ann', channelId: 5, tokenId: 3, tokenName: 'mine', group: 'vip', model: 'model', isStream: true },
  ...{ useTime: 2, promptTokens: 10, completionTokens: 5, quota: 100, clientIp: '', other: '{"total_ms":7}' },
}

/** About when the calls were made, each lot of them a second after the one before. */
const FIRST_AT = 1_800_000_000

eachDatabase('charged calls', ({ database, address }) => {
  let fixture: LedgerFixture
  let seq = 0
  /** Writes so many calls at once, so in one second, and a channel test and an error that are none. */
  async function write(count: number): Promise<void> {
    const drafts = [...Array.from({ length: count }, () => draft), { ...draft, type: channelTestRow }, { ...draft, type: 6 }]
    const operations = drafts.map((log, at) => {
      const id = `01ARZ3NDEKTSV4RRF${seq}${String(at).padStart(8, '0')}`
      return { kind: 'log' as const, id, log: { ...log, quota: seq * 1000 + at } }
    })
    seq += 1
    await fixture.database.run(commitAt, {
      atMs: (FIRST_AT + seq) * 1000,
      batch: { epoch: '01ARZ3NDEKTSV4RRFFQ69G5FZZ', seq, operations, accounts: fixture.accounts },
    })
  }
  async function read(request: { from: number; to: number; pageRows: number }): Promise<ChargedCall[][]> {
    const pages: ChargedCall[][] = []
    for await (const page of chargedCalls(database(), request)) pages.push([...page])
    return pages
  }
  const all = { from: 0, to: 4_000_000_000 }
  const everyQuota = [0, 1, ...Array.from({ length: 7 }, (_, at) => 1000 + at), 2000]

  beforeAll(async () => {
    fixture = await openLedgerFixture(address())
    for (const count of [2, 7, 1]) {
      await write(count)
    }
  })

  afterAll(() => fixture.close())

  test.each([1, 2, 3, 7, 8, 250])('in pages of %d rows each call comes once, the newest second first', async (pageRows) => {
    const pages = await read({ ...all, pageRows })
    const calls = pages.flat()
    expect(calls.map(({ quota }) => quota).sort((a, b) => a - b)).toEqual(everyQuota)
    expect(calls.map(({ createdAt }) => createdAt)).toEqual(calls.map(({ createdAt }) => createdAt).toSorted((a, b) => b - a))
    expect(Math.max(...pages.map((page) => page.length))).toBeLessThanOrEqual(pageRows)
    const { createdAt: _, quota: __, ...facts } = calls[0] ?? {}
    expect(facts).toEqual({ userId: 1, username: 'ann', channelId: 5, group: 'vip', model: 'model', other: '{"total_ms":7}' })
  })

  test('only calls of the time that is asked for come', async () => {
    const times = [...new Set((await read({ ...all, pageRows: 400 })).flat().map(({ createdAt }) => createdAt))]
    expect(times).toHaveLength(3)
    const [newest = 0, middle = 0] = times
    expect((await read({ from: middle, to: newest - 1, pageRows: 3 })).flat()).toHaveLength(7)
    expect((await read({ from: newest + 1, to: newest + 9, pageRows: 3 })).flat()).toEqual([])
  })

  test('users are found with their group and settings, and nobody where none is asked for', async () => {
    const named = { username: 'bob', displayName: 'bob', passwordHash: 'x', role: 1, group: 'svip', email: '', language: '' }
    await database().run(createUser, { ...named, quota: 0, cause: 'test' })
    const rows = await database().read.selectFrom('user').select('id').execute()
    const ids = rows.map(({ id }) => Number(id))
    expect(await findPricingUsers(database(), [...ids, 9_999])).toMatchObject([{ id: ids[0], group: 'svip' }])
    expect(await findPricingUsers(database(), [])).toEqual([])
  })
})
