// The verdict (MON-1): what the clients saw against what the books say. Reads the database only after the server has ended.

import { databaseAddress } from '../../server/src/db/kind.ts'
import { openDatabase } from '../../server/src/db/open-database.ts'
import { reconcile } from '../../server/src/domain/ledger/reconcile/reconcile.ts'
import { type HouseShare, makesUp, readHouseShares } from './house-share.ts'
import { type CallRecord, chargeOf } from './load.ts'
import type { MoneyFacts } from './money-facts.ts'
import { judgeMoney } from './money-judge.ts'
import type { MoneyPeople } from './money-people.ts'
import { judgeSessions } from './sessions/session-judge.ts'
import type { SessionRecord } from './sessions/session-load.ts'
import { judgeBatches } from './tasks/batch-judge.ts'
import type { SubmittedBatch } from './tasks/batch-load.ts'
import { judgeTasks } from './tasks/task-judge.ts'
import type { DrawnTask } from './tasks/task-load.ts'

/** What the entries of a call come to, in quota units. */
export interface Charged {
  /** What the user paid. */
  net: number
  /** What the house bore of it. */
  readonly house: HouseShare | undefined
  readonly kinds: Map<string, number>
  log: { promptTokens: number; completionTokens: number } | undefined
}

const MAX_COMPLAINTS = 20

export type Verdict = Awaited<ReturnType<typeof judge>>

/** What went on beside the calls, as far as anything did. */
export interface Beside {
  /** What people did with their wallets. */
  readonly moved?: { readonly people: MoneyPeople; readonly facts: MoneyFacts }
  readonly sessions?: readonly SessionRecord[]
  /** What was drawn, and how each drawing ended at its proxy. */
  readonly tasks?: { readonly drawn: readonly DrawnTask[]; readonly truth: ReadonlyMap<string, string> }
  /** Which batches were submitted, and how many requests of each the vendor has answered. */
  readonly batches?: { readonly submitted: readonly SubmittedBatch[]; readonly answered: ReadonlyMap<string, number> }
}

/** What may happen where several nodes work. */
export interface JudgeOptions {
  /** May a node take a hold for abandoned whose owner lives, cut off from the database? The owner then corrects what was charged (FLT-39). */
  readonly maySweepLiving?: boolean
}

/** On several nodes a transaction waits for those of others, for as long as the database lets a statement take. */
const WAITS_AT_MOST_MS = 10_000

/** @param wasAsked did the provider get this call? By its own book. */
export async function judge(
  databaseUrl: string,
  records: readonly CallRecord[],
  wasAsked: (callId: string) => boolean,
  { moved, sessions: talks, tasks: drawings, batches: sent }: Beside = {},
  { maySweepLiving = false }: JudgeOptions = {},
) {
  const database = await openDatabase({
    address: databaseAddress(databaseUrl),
    taskModules: [],
    tasks: [],
    isExclusive: false,
    onDeath: () => {},
  })
  try {
    const complaints: string[] = []
    const counts = {
      /** Delivered, and not charged. */
      lost: 0,
      /** More than one charge of one kind for one call. */
      double: 0,
      /** Any other charge that is not what it must be. */
      wrong: 0,
      /** Charged, though the provider was never asked. */
      forNothing: 0,
    }
    const complain = (kind: keyof typeof counts, words: string) => {
      counts[kind] += 1
      if (complaints.length < MAX_COMPLAINTS) complaints.push(`${kind}: ${words}`)
    }
    const charges = await readCharges(database, maySweepLiving ? WAITS_AT_MOST_MS : 0)

    for (const record of records) {
      if (record.requestId === '') {
        if (record.isDelivered) complain('wrong', `${record.callId} was delivered without a request id`)
        continue
      }
      const charged = charges.get(record.requestId)
      charges.delete(record.requestId)
      judgeKnown(record, charged, { wasAsked, maySweepLiving }, complain)
    }
    const sessions = talks && (await judgeSessions(database.read, talks, charges, complain))
    const tasks = drawings && (await judgeTasks(database.read, drawings.drawn, drawings.truth, charges, complain))
    const batches = sent && (await judgeBatches(database.read, sent.submitted, sent.answered, charges, complain))
    judgeUnknown(charges, records, wasAsked, complain)
    const money = moved && (await judgeMoney(database, moved.people, moved.facts, complain))

    const books = await reconcile(database)
    for (const one of books.differences)
      if (complaints.length < MAX_COMPLAINTS)
        complaints.push(`books: ${one.invariant} ${one.subject} expected ${one.expected} found ${one.found}`)
    const countOf = await holdsCounted(database)
    return {
      started: records.length,
      delivered: records.filter((record) => record.isDelivered).length,
      /** By the path: how many were delivered. */
      deliveredAt: deliveredAt(records),
      refused: records.filter((record) => record.isRefused).length,
      ...counts,
      /** Calls that were under way when their owner died, by what was left open: resolved by whoever came after. */
      swept: countOf(({ resolved_by }) => resolved_by === 'sweeper'),
      recovered: countOf(({ state }) => state === 'recovered'),
      corrected: countOf(({ state }) => state === 'corrected'),
      openHolds: books.openHolds,
      differences: books.differences.length,
      /** What came in by other ways than calls; absent: nobody moved money. */
      ...(money ? { money } : {}),
      ...(sessions ? { sessions } : {}),
      ...(tasks ? { tasks } : {}),
      ...(batches ? { batches } : {}),
      /** What is wrong, in words; the first few. */
      complaints,
    }
  } finally {
    await database.close()
  }
}

/** Counts holds that have ended in some way. */
async function holdsCounted(database: Awaited<ReturnType<typeof openDatabase>>) {
  const states = await database.read
    .selectFrom('hold')
    .select(['state', 'resolved_by', (row) => row.fn.countAll().as('count')])
    .groupBy(['state', 'resolved_by'])
    .execute()
  return (isOf: (row: (typeof states)[number]) => boolean) => states.filter(isOf).reduce((sum, { count }) => sum + Number(count), 0)
}

function deliveredAt(records: readonly CallRecord[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { path, isDelivered } of records) counts[path] = (counts[path] ?? 0) + (isDelivered ? 1 : 0)
  return counts
}

/** The counts of a verdict, and what else was counted, as a line has them. */
export function inWords(verdict: Verdict, more: Readonly<Record<string, number>>): string {
  const { started, delivered, refused, lost, double, wrong, forNothing, swept, recovered, corrected, openHolds, differences } = verdict
  const counts = { started, delivered, refused, lost, double, wrong, 'for nothing': forNothing, swept, recovered, corrected }
  return Object.entries({ ...counts, 'open holds': openHolds, differences, ...more })
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')
}

export type Complain = (kind: 'lost' | 'double' | 'wrong' | 'forNothing', words: string) => void

function judgeKnown(
  record: CallRecord,
  charged: Charged | undefined,
  { wasAsked, maySweepLiving }: { wasAsked: (callId: string) => boolean; maySweepLiving: boolean },
  complain: Complain,
): void {
  const actual = chargeOf(record)
  const name = `${record.callId} ${record.requestId}`
  for (const [kind, count] of charged?.kinds ?? []) if (count > 1) complain('double', `${name} has ${count} entries of kind ${kind}`)
  if (record.isDelivered) {
    if (!charged) complain('lost', `${name} was delivered and costs ${actual}`)
    else if (!makesUp(actual, charged)) complain('wrong', `${name} costs ${actual} and was charged ${words(charged)}`)
    else if (charged.net > 0 && charged.kinds.get('settle') !== 1 && !(maySweepLiving && charged.kinds.get('correct') === 1))
      complain('wrong', `${name} was charged by ${[...charged.kinds.keys()].join(', ')}`)
    return
  }
  const net = charged?.net ?? 0
  if (charged?.house && !makesUp(net + charged.house.amount, charged))
    complain('wrong', `${name} was cut off (${record.end}) and charged ${words(charged)}`)
  if (net < 0 || net + (charged?.house?.amount ?? 0) > actual)
    complain('wrong', `${name} was cut off (${record.end}), costs ${actual} at most and was charged ${net}`)
  if (net !== 0 && !wasAsked(record.callId)) complain('forNothing', `${name} never reached the provider and was charged ${net}`)
  if (net !== 0 && record.isRefused) complain('wrong', `${name} was refused with ${record.status} ${record.errorCode} and charged ${net}`)
}

const words = ({ net, house }: Charged) =>
  house ? `${net}, the house ${house.amount}, with ${house.payable} at least to pay from` : String(net)

/** Charges of calls whose client never saw a header: each must belong to one call that was cut off. */
function judgeUnknown(
  charges: ReadonlyMap<string, Charged>,
  records: readonly CallRecord[],
  wasAsked: (callId: string) => boolean,
  complain: Complain,
): void {
  const nameless = new Map<string, CallRecord>()
  for (const record of records) if (record.requestId === '') nameless.set(`${record.promptTokens} ${record.completionTokens}`, record)
  const most = Math.max(0, ...[...nameless.values()].map(chargeOf))
  for (const [requestId, charged] of charges) {
    for (const [kind, count] of charged.kinds) if (count > 1) complain('double', `${requestId} has ${count} entries of kind ${kind}`)
    const key = `${charged.log?.promptTokens} ${charged.log?.completionTokens}`
    const record = nameless.get(key)
    if (record) {
      nameless.delete(key)
      if (!makesUp(chargeOf(record), charged))
        complain('wrong', `${record.callId} ${requestId} costs ${chargeOf(record)} and was charged ${words(charged)}`)
      if (!wasAsked(record.callId))
        complain('forNothing', `${record.callId} ${requestId} never reached the provider and was charged ${charged.net}`)
    } else if (charged.net < 0 || charged.net > most) {
      complain('wrong', `${requestId}, which no client knows, was charged ${charged.net}`)
    }
  }
}

async function readCharges(database: Awaited<ReturnType<typeof openDatabase>>, slackMs: number): Promise<Map<string, Charged>> {
  const accounts = await database.read.selectFrom('account').select(['id', 'kind']).execute()
  const users = new Set(accounts.filter((account) => account.kind === 'user').map((account) => Number(account.id)))
  const entries = await database.read
    .selectFrom('entry')
    .select(['hold_id', 'kind', 'amount', 'debit_account', 'credit_account'])
    .where('hold_id', '!=', '')
    .execute()
  const houseShares = await readHouseShares(database.read, slackMs)
  const charges = new Map<string, Charged>()
  for (const entry of entries) {
    const sign = users.has(Number(entry.debit_account)) ? 1 : users.has(Number(entry.credit_account)) ? -1 : 0
    if (sign === 0) continue
    let charged = charges.get(entry.hold_id)
    if (!charged) {
      charged = { net: 0, house: houseShares.get(entry.hold_id), kinds: new Map(), log: undefined }
      charges.set(entry.hold_id, charged)
    }
    charged.net += sign * Number(entry.amount)
    charged.kinds.set(entry.kind, (charged.kinds.get(entry.kind) ?? 0) + 1)
  }
  // A call that was swept while its node was cut off may find that others have spent the balance: then the house bears all of it.
  for (const [holdId, house] of houseShares)
    if (!charges.has(holdId)) charges.set(holdId, { net: 0, house, kinds: new Map(), log: undefined })
  const logs = await database.read
    .selectFrom('log')
    .select(['request_id', 'prompt_tokens', 'completion_tokens'])
    .where('type', '=', 2)
    .execute()
  for (const log of logs) {
    const charged = charges.get(log.request_id)
    if (charged) charged.log = { promptTokens: Number(log.prompt_tokens), completionTokens: Number(log.completion_tokens) }
  }
  return charges
}
