// What the ledger has of a call, as the owner of its log row may see it.
import type { CallLedger, LedgerEntry } from '@waystation/contract/calls/log'
import type { Database } from '../../db/database.ts'

const REF_KINDS = ['settle', 'recover', 'correct'] as const

/**
 * The hold of a call and its entries, the user's balance first.
 * Entries are found by their refs, which are the only thing in them that is indexed and made of the request id.
 * @param userId set: only a call of this user
 * @returns undefined when there is no row of such a call
 */
export async function findCallLedger(database: Database, requestId: string, userId: number | undefined): Promise<CallLedger | undefined> {
  let calls = database.read.selectFrom('log').select(['user_id', 'token_id']).where('request_id', '=', requestId)
  if (userId !== undefined) calls = calls.where('user_id', '=', userId)
  const call = await calls.limit(1).executeTakeFirst()
  if (!call) return undefined

  const accounts = await database.read
    .selectFrom('account')
    .select(['id', 'kind'])
    .where((one) =>
      one.or([
        one.and([one('kind', '=', 'user'), one('owner_id', '=', call.user_id)]),
        one.and([one('kind', '=', 'token'), one('owner_id', '=', call.token_id)]),
        one('id', 'in', moneyBudgets(database, call)),
      ]),
    )
    .execute()
  const kinds = new Map(accounts.map(({ id, kind }) => [Number(id), shownKind(kind)]))
  const refs = REF_KINDS.flatMap((kind) => [`${kind}:${requestId}`, ...[...kinds.keys()].map((id) => `${kind}:${requestId}@${id}`)])
  const [hold, entries] = await Promise.all([
    database.read
      .selectFrom('hold')
      .select(['amount', 'state', 'created_at_ms', 'resolved_at_ms'])
      .where('id', '=', requestId)
      .executeTakeFirst(),
    database.read.selectFrom('entry').selectAll().where('ref', 'in', refs).orderBy('id').execute(),
  ])

  const seen = entries.flatMap((entry) => {
    const debited = kinds.get(Number(entry.debit_account))
    const account = debited ?? kinds.get(Number(entry.credit_account))
    if (!account) return []
    const amount = Number(entry.amount) * (debited ? 1 : -1)
    return { ref: entry.ref, kind: entry.kind, account, amount, created_at_ms: Number(entry.created_at_ms), reason: entry.reason }
  })
  return {
    request_id: requestId,
    hold: hold
      ? {
          amount: Number(hold.amount),
          state: hold.state,
          created_at_ms: Number(hold.created_at_ms),
          resolved_at_ms: hold.resolved_at_ms === null ? null : Number(hold.resolved_at_ms),
        }
      : null,
    entries: seen.toSorted((a, b) => a.account.localeCompare(b.account)),
  }
}

/** Accounts of the budgets of a call's user and token, of money: the others are in another unit. */
function moneyBudgets(database: Database, call: { readonly user_id: number; readonly token_id: number }) {
  return database.read
    .selectFrom('budget')
    .select('account_id')
    .where('unit', '=', 'money')
    .where((one) =>
      one.or([
        one.and([one('owner_kind', '=', 'user'), one('owner_id', '=', call.user_id)]),
        one.and([one('owner_kind', '=', 'token'), one('owner_id', '=', call.token_id)]),
      ]),
    )
}

function shownKind(kind: string): LedgerEntry['account'] {
  if (kind === 'user') return 'balance'
  return kind === 'token' ? 'token' : 'budget'
}
