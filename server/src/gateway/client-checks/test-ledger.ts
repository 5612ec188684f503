// The ledger of calls that are tests of a channel: nobody pays for them, and each leaves a row that says so.

import { objectOf } from '../../domain/catalog/routable-channel.ts'
import type { Ledger } from '../../domain/ledger/ledger.ts'
import type { LogDraft } from '../../domain/ledger/operation.ts'
import { channelTestRow } from '../../domain/log/row-type.ts'

export interface TestLedgerParts {
  /** The ledger of calls that are none. */
  readonly books: Pick<Ledger, 'epoch' | 'accounts' | 'note'>
  readonly channel: { readonly id: number; readonly name: string }
}

export function testLedger({ books, channel }: TestLedgerParts): Ledger {
  const note = (id: string, log: LogDraft, wouldBeQuota = 0) => books.note(id, testRow(log, channel, wouldBeQuota))
  return {
    epoch: books.epoch,
    accounts: books.accounts,
    hold: async ({ amount }) => amount,
    refusal: async () => undefined,
    extend: async () => true,
    checkpoint() {},
    async settle(id, amount, log) {
      if (log) note(id, log, amount)
      return { kind: 'done' }
    },
    settlePart: async () => ({ kind: 'done' }),
    release(id, log) {
      if (log) note(id, log)
    },
    note,
    isDatabaseAway: false,
    pending: 0,
    chores: { renew: async () => {}, recover: async () => ({ recovered: 0, released: 0 }), fold: async () => 0, purge: async () => {} },
    stop: async () => true,
  }
}

/** The row of a call as that of a test: it counts in no sum, and says what it would have cost. */
function testRow(log: LogDraft, { id, name }: TestLedgerParts['channel'], wouldBeQuota: number): LogDraft {
  const { vendor: _vendor, outcome: _outcome, isOnlyCounted: _isOnlyCounted, ...row } = log
  const { charge: _charge, ...facts } = objectOf(log.other)
  const content = { key: 'channel_test', facts: { channel: name } }
  const other = { content, ...facts, is_test: true, would_be_quota: wouldBeQuota }
  return { ...row, type: channelTestRow, channelId: id, quota: 0, other: JSON.stringify(other) }
}
