// The verdict about money that is no call: what people, admins and payment services were answered against what the books say.
import type { openDatabase } from '../../server/src/db/open-database.ts'
import type { Complain } from './judge.ts'
import { type Expected, expectationOf, expectedEntries, isConsequence, type MoneyKind, moneyKinds, takenBackOf } from './money-expected.ts'
import type { MoneyFacts, MoveFacts } from './money-facts.ts'
import { CHECK_IN, type MoneyPeople } from './money-people.ts'

type Database = Awaited<ReturnType<typeof openDatabase>>

/** Who was told that they are registered. */
type KnownPeople = Pick<MoneyPeople, 'hosts' | 'guests'>

interface FoundEntry {
  readonly ref: string
  readonly kind: string
  /** What it moves on the account of a user, and whose. */
  readonly userId: number
  readonly amount: number
  readonly reason: string
  /** On the balance itself, and not on the account of invitation income. */
  readonly isBalance: boolean
}

export type MoneyVerdict = Awaited<ReturnType<typeof judgeMoney>>

/** Compares all entries that are no calls with the facts. The database is read while nobody else has it open. */
export async function judgeMoney(database: Database, people: KnownPeople, facts: MoneyFacts, complain: Complain) {
  const users = await database.read.selectFrom('user').select(['id', 'inviter_id', 'username']).execute()
  const inviters = new Map(users.filter(({ username }) => username !== 'root').map((user) => [Number(user.id), Number(user.inviter_id)]))
  for (const { id, name } of [...people.hosts, ...people.guests])
    if (!inviters.has(id)) complain('lost', `${name} was registered and does not exist`)

  const all = await readEntries(database)
  const found = all.filter(({ kind }) => !isConsequence(kind))
  const expected = expectedEntries(facts, inviters)
  expectMoves(found, 'adjust', facts.edits, expected, ({ reason }, entry) => entry.reason === reason)
  // By the id that came with the answer; one that was never answered is found by its amount among what is left.
  const transfers = facts.transfers.toSorted((one, other) => Number(one.reason === '') - Number(other.reason === ''))
  expectMoves(found, 'aff-transfer', transfers, expected, ({ userId, amount, reason }, entry) =>
    reason === '' ? entry.userId === userId && entry.amount === amount : entry.ref === `aff-transfer:${reason}`,
  )
  expectCheckIns(found, facts.checkIns, expected, complain)
  const stood = compareEntries(found, expected, complain)
  await judgeCauses(database, facts, found, complain)
  await judgeBalances(database, all, complain)
  await judgeTakenBack(database, facts, complain)
  judgeForged(facts, complain)
  const kindOf = (kind: MoneyKind) => all.filter((entry) => entry.kind === kind && entry.isBalance).length
  return {
    /** Entries by kind: one sees that it happened. */
    kinds: Object.fromEntries(moneyKinds.map((kind) => [kind, kindOf(kind)])) as Record<MoneyKind, number>,
    /** Answers that left a doubt, and how many of these calls had taken place. */
    doubtful: [...expected.values()].filter(({ is }) => is === 'may').length,
    stood,
    /** Forged notices that were sent. */
    forged: facts.orders.reduce((sum, { forged }) => sum + forged.length, 0),
  }
}

/** Entries without a hold, each seen from the one user that it concerns. */
async function readEntries(database: Database): Promise<FoundEntry[]> {
  const accounts = await database.read.selectFrom('account').select(['id', 'kind', 'owner_id']).execute()
  const byId = new Map(accounts.map((account) => [Number(account.id), account]))
  const rows = await database.read.selectFrom('entry').selectAll().where('hold_id', '=', '').execute()
  const found: FoundEntry[] = []
  for (const row of rows) {
    const [from, to] = [byId.get(Number(row.debit_account)), byId.get(Number(row.credit_account))]
    const payee = to?.kind === 'user' || to?.kind === 'referral' ? to : undefined
    const payer = from?.kind === 'user' ? from : undefined
    const own = payee ?? payer
    if (!own) continue
    const amount = Number(row.amount) * (payee ? 1 : -1)
    const { ref, kind, reason } = row
    found.push({ ref, kind, amount, userId: own.owner_id, reason: reason ?? '', isBalance: own.kind === 'user' })
  }
  return found.filter(({ ref }) => !ref.startsWith('grant:setup'))
}

/** Moves whose ref only the server knows: each fact has at most one entry that it can be, and what is left over belongs to nobody. */
function expectMoves(
  found: readonly FoundEntry[],
  kind: 'adjust' | 'aff-transfer',
  moves: readonly MoveFacts[],
  expected: Map<string, Expected>,
  isOf: (move: MoveFacts, entry: FoundEntry) => boolean,
): void {
  const left = new Set(found.filter((entry) => entry.kind === kind))
  moves.forEach((move, at) => {
    const entry = firstOf(left, (one) => isOf(move, one))
    if (entry) left.delete(entry)
    const { userId, amount } = move
    expected.set(entry?.ref ?? `${kind} ${at} by ${userId}`, { kind, userId, amount, is: expectationOf(move) })
  })
}

function firstOf<Item>(items: Iterable<Item>, isIt: (item: Item) => boolean): Item | undefined {
  for (const item of items) if (isIt(item)) return item
  return undefined
}

/** One a day at most; what is answered with success is one of them. */
function expectCheckIns(
  found: readonly FoundEntry[],
  tries: readonly MoveFacts[],
  expected: Map<string, Expected>,
  complain: Complain,
): void {
  const entries = found.filter(({ kind }) => kind === 'check-in')
  for (const userId of new Set([...tries, ...entries].map((one) => one.userId))) {
    const own = entries.filter((entry) => entry.userId === userId)
    const answered = tries.filter((one) => one.userId === userId)
    const rewards = answered.filter(({ outcome }) => outcome === 'done').map(({ amount }) => amount)
    const isDoubtful = answered.some(({ outcome }) => outcome === 'doubtful')
    for (const entry of own) {
      const at = rewards.indexOf(entry.amount)
      if (at >= 0) rewards.splice(at, 1)
      expected.set(entry.ref, { kind: 'check-in', userId, amount: entry.amount, is: at >= 0 ? 'must' : isDoubtful ? 'may' : 'never' })
      if (entry.amount < CHECK_IN.least || entry.amount > CHECK_IN.most) complain('wrong', `${entry.ref} rewards ${entry.amount}`)
    }
    for (const reward of rewards) complain('lost', `user ${userId} was given ${reward} for a check-in`)
  }
}

/** Answers how many of the doubtful ones stand. */
function compareEntries(found: readonly FoundEntry[], expected: ReadonlyMap<string, Expected>, complain: Complain): number {
  const byRef = new Map(found.map((entry) => [entry.ref, entry]))
  let stood = 0
  for (const [ref, { is, userId, amount }] of expected) {
    const entry = byRef.get(ref)
    if (!entry && is === 'must') complain('lost', `${ref}: user ${userId} was told of ${amount}`)
    if (!entry) continue
    if (is === 'never') complain('wrong', `${ref} stands, and was refused or never asked for`)
    if (entry.amount !== amount || entry.userId !== userId)
      complain('wrong', `${ref} moves ${entry.amount} of user ${entry.userId}, and not ${amount} of ${userId}`)
    if (is === 'may') stood += 1
  }
  for (const { ref, amount } of found) if (!expected.has(ref)) complain('double', `${ref} moves ${amount}, and nobody asked for it`)
  return stood
}

/** The rows of the causes: each with its entry, no more uses than allowed, and a row of the log for each. */
async function judgeCauses(database: Database, facts: MoneyFacts, found: readonly FoundEntry[], complain: Complain): Promise<void> {
  const refs = new Set(found.map(({ ref }) => ref))
  const same = (name: string, causes: readonly string[], kinds: readonly string[]) => {
    const entries = found.filter(({ kind, isBalance }) => kinds.includes(kind) && isBalance).length
    for (const ref of causes) if (!refs.has(ref)) complain('lost', `${name} ${ref} has no entry`)
    if (new Set(causes).size !== entries) complain('double', `${causes.length} ${name}, ${entries} entries`)
  }
  const uses = await database.read.selectFrom('redemption_use').select(['redemption_id', 'user_id']).execute()
  same(
    'uses',
    uses.map((use) => `redeem:${use.redemption_id}:${use.user_id}`),
    ['redeem'],
  )
  for (const { id, isGift, maxUses, tries } of facts.codes) {
    const own = uses.filter((use) => Number(use.redemption_id) === id).length
    const most = isGift ? maxUses : 1
    if (own > most) complain('double', `code ${id} was used ${own} times of ${most}`)
    const isUsedUp = tries.some(({ code }) => code === 'redemption_exhausted' || code === 'redemption_used')
    if (isUsedUp && own !== most) complain('wrong', `code ${id} was called used up after ${own} of ${most}`)
  }
  const orders = await database.read.selectFrom('top_up_order').select(['id', 'gateway', 'status', 'paid_at']).execute()
  const paid = orders.filter(({ paid_at }) => Number(paid_at) > 0).map(({ id, gateway }) => `${gateway}:${id}`)
  same('orders', paid, ['epay', 'stripe'])
  const days = await database.read.selectFrom('check_in').select(['user_id', 'day']).execute()
  same(
    'check-ins',
    days.map(({ user_id, day }) => `check-in:${user_id}:${day}`),
    ['check-in'],
  )
  const logs = await database.read.selectFrom('log').select('type').where('type', 'in', [1, 5]).execute()
  const countOf = (type: number) => logs.filter((log) => log.type === type).length
  if (countOf(1) !== uses.length + paid.length) complain('wrong', `${countOf(1)} log rows for ${uses.length + paid.length} top-ups`)
  if (countOf(5) !== days.length) complain('wrong', `${countOf(5)} log rows for ${days.length} check-ins`)
}

/** Of each order as much was taken back as the facts say, and no refund is left open. Nobody is below zero. */
async function judgeTakenBack(database: Database, { orders }: MoneyFacts, complain: Complain): Promise<void> {
  const rows = await database.read.selectFrom('top_up_order').select(['id', 'status', 'quota_back']).execute()
  const byId = new Map(rows.map((row) => [Number(row.id), row]))
  for (const order of orders) {
    const row = byId.get(order.id)
    const [{ least, most }, back] = [takenBackOf(order), Number(row?.quota_back ?? 0)]
    if (back < least) complain('lost', `${back} of order ${order.id} was taken back, and not ${least}`)
    if (back > most) complain('wrong', `${back} of order ${order.id} was taken back, and not ${most} at most`)
    if (row?.status === 'refunding') complain('wrong', `the refund of order ${order.id} is still open`)
  }
  const below = await database.read.selectFrom('account').select('owner_id').where('kind', '=', 'user').where('posted', '<', 0).execute()
  for (const { owner_id } of below) complain('wrong', `user ${owner_id} is below zero`)
}

/** A balance is what was acknowledged, and what of the doubtful stands, less what calls cost. */
async function judgeBalances(database: Database, found: readonly FoundEntry[], complain: Complain): Promise<void> {
  const accounts = await database.read.selectFrom('account').selectAll().where('kind', '=', 'user').execute()
  const moved = new Map<number, number>()
  for (const { userId, amount, isBalance } of found) if (isBalance) moved.set(userId, (moved.get(userId) ?? 0) + amount)
  const first = await database.read.selectFrom('entry').select(['credit_account', 'amount']).where('ref', 'like', 'grant:setup%').execute()
  for (const { id, owner_id, posted, used } of accounts) {
    const given = first
      .filter(({ credit_account }) => Number(credit_account) === Number(id))
      .reduce((sum, one) => sum + Number(one.amount), 0)
    const balance = given + (moved.get(owner_id) ?? 0) - Number(used)
    if (balance !== Number(posted)) complain('wrong', `user ${owner_id} has ${posted}, and should have ${balance}`)
  }
}

function judgeForged({ orders }: MoneyFacts, complain: Complain): void {
  for (const { id, gateway, forged, notices } of orders) {
    if (forged.includes('done')) complain('wrong', `a forged notice of ${gateway} order ${id} was believed`)
    if (notices.includes('refused')) complain('wrong', `a genuine notice of ${gateway} order ${id} was refused`)
  }
}
