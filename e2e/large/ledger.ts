// What the ledger would have written: an entry for each movement, and accounts that agree with them.
import type { AccountRow } from '../../server/src/db/tables/tables.ts'
import type { Call } from './calls.ts'
import type { Draw } from './draw.ts'
import { idOf } from './draw.ts'
import type { AccountSums } from './large-tasks.ts'
import type { Movement } from './money.ts'
import type { PlannedToken, PlannedUser } from './people.ts'
import { balanceOf } from './people.ts'

type Row = Record<string, string | number>
export type KnownAccount = Pick<AccountRow, 'kind' | 'owner_id'> & { readonly id: number }
/** What somebody's token may still spend in the end, quota units. */
const LIMITS_LEFT = [0, 250_000, 5_000_000, 50_000_000]

interface LedgerOptions {
  readonly known: readonly KnownAccount[]
  readonly firstAccount: number
  readonly users: readonly PlannedUser[]
  readonly tokens: readonly PlannedToken[]
}

interface Account {
  readonly id: number
  readonly kind: string
  readonly owner: number
  readonly isNew: boolean
  posted: number
  used: number
  calls: number
}

export class Ledger {
  readonly #accounts = new Map<string, Account>()
  readonly #options: LedgerOptions
  #next: number

  constructor(options: LedgerOptions) {
    this.#options = options
    this.#next = options.firstAccount
    for (const { id, kind, owner_id } of options.known) this.#keep({ id, kind, owner: owner_id, isNew: false })
  }

  #keep(named: Pick<Account, 'id' | 'kind' | 'owner' | 'isNew'>): Account {
    const account = { ...named, posted: 0, used: 0, calls: 0 }
    this.#accounts.set(`${named.kind} ${named.owner}`, account)
    return account
  }

  #of(kind: string, owner = 0): Account {
    const found = this.#accounts.get(`${kind} ${owner}`)
    if (found) return found
    this.#next += 1
    return this.#keep({ id: this.#next - 1, kind, owner, isNew: true })
  }

  /** The entries of a charged call: its user's, and its token's where that has a limit. */
  settle({ id, atMs, user, token, quota }: Call): Row[] {
    const [payer, limited] = [this.#of('user', user.id), this.#of('token', token.id)]
    for (const account of [payer, limited]) {
      account.used += quota
      account.calls += 1
    }
    const charge = { kind: 'settle', hold_id: id, created_at_ms: atMs, amount: quota }
    const paid = this.#moved(payer, this.#of('revenue'), { ...charge, ref: `settle:${id}` })
    if (token.isUnlimited) return [paid]
    return [paid, this.#moved(limited, this.#of('limit'), { ...charge, ref: `settle:${id}@${limited.id}` })]
  }

  /** The accounts that a call was held on, as its hold has them. */
  legsOf({ user, token }: Call): string {
    return JSON.stringify([
      [this.#of('user', user.id).id, 1],
      [this.#of('token', token.id).id, token.isUnlimited ? 0 : 1],
    ])
  }

  /** The entry of another movement, and the name of it for the user's statement. */
  move({ user, atMs, ref, kind, source, amount, reason }: Movement): { entry: Row; named: Row } {
    const [house, own] = [this.#of(source), this.#of('user', user.id)]
    const [from, to] = amount > 0 ? [house, own] : [own, house]
    const facts = { ref, kind, amount: Math.abs(amount), hold_id: '', created_at_ms: atMs }
    const entry = { ...this.#moved(from, to, facts), actor_id: kind === 'adjust' || kind === 'refund' ? 1 : 0, reason }
    return { entry, named: { account_id: own.id, created_at_ms: atMs, ref } }
  }

  #moved(from: Account, to: Account, facts: Row & { readonly amount: number }): Row {
    from.posted -= facts.amount
    to.posted += facts.amount
    return { ...facts, debit_account: from.id, credit_account: to.id }
  }

  /**
   * Long ago everybody was given what they have spent since and have left; and limits of tokens were set.
   * @returns those entries with their names, the new accounts, and what moved on those that there were
   */
  begin(draw: Draw, from: number) {
    const entries: Row[] = []
    const named: Row[] = []
    for (const user of this.#options.users) {
      const amount = balanceOf(draw) - this.#of('user', user.id).posted
      if (amount <= 0) continue
      const atMs = Math.min(user.createdAt, from - 3600) * 1000
      const gift = { user, atMs, ref: `grant:large:${user.id}`, kind: 'grant', source: 'grant', amount, reason: '' }
      const moved = this.move({ ...gift, logType: 0, words: { key: '', facts: {} } })
      entries.push(moved.entry)
      named.push(moved.named)
    }
    for (const [at, { id, isUnlimited }] of this.#options.tokens.entries()) {
      const account = this.#of('token', id)
      const amount = draw.pick(LIMITS_LEFT) - account.posted
      if (isUnlimited || amount <= 0) continue
      const atMs = (from - 3600) * 1000
      const facts = { ref: `token-limit:${idOf(atMs, at)}`, kind: 'token-limit', amount, hold_id: '', created_at_ms: atMs }
      entries.push({ ...this.#moved(this.#of('limit'), account, facts), actor_id: 0, reason: '' })
    }
    return { entries, named, ...this.#split() }
  }

  #split(): { accounts: Row[]; sums: AccountSums[] } {
    const all = [...this.#accounts.values()]
    const rowOf = ({ id, kind, owner, posted, used, calls }: Account): Row => ({ id, kind, owner_id: owner, posted, held: 0, used, calls })
    return { accounts: all.filter(({ isNew }) => isNew).map(rowOf), sums: all.filter(({ isNew }) => !isNew) }
  }
}
