// Who is behind keys in LiteLLM, and with how much: users, teams for keys that are a team's, and one more for keys that are nobody's. A
// balance is what a budget leaves. Source: BerriAI/litellm, schema.prisma.
import { quotaOfDollars } from '@waystation/contract/money/quota'
import type { ForeignRow } from '../../db/foreign-database.ts'
import { numberOf, textOf, textsOf } from '../fields.ts'
import type { ReadParts } from '../source.ts'

export const TABLES = {
  users: 'LiteLLM_UserTable',
  teams: 'LiteLLM_TeamTable',
  keys: 'LiteLLM_VerificationToken',
  models: 'LiteLLM_ProxyModelTable',
  budgets: 'LiteLLM_BudgetTable',
  spends: 'LiteLLM_SpendLogs',
} as const

/** The owner of keys that name neither a user nor a team. */
export const NOBODY = 'keys of nobody'

/** What keys of one owner come to. */
interface KeySums {
  /** Quota units that limited keys have left. */
  left: number
  unlimited: number
}

export interface Owners {
  readonly teams: ReadonlyMap<string, ForeignRow>
  readonly keys: ReadonlyMap<string, KeySums>
  /** Budgets that keys share, by id. */
  readonly budgets: ReadonlyMap<string, ForeignRow>
}

/** The id under which the owner of a key moves in. */
export function ownerOf(key: ForeignRow): string {
  const [user, team] = [textOf(key, 'user_id'), textOf(key, 'team_id')]
  return user !== '' ? user : team !== '' ? `team ${team}` : NOBODY
}

/** What a budget leaves, in quota units; undefined: there is none, so nothing is limited. */
export function leftOf(row: ForeignRow, perUnit: number, shared?: ForeignRow): number | undefined {
  const most = numberOf(row, 'max_budget') ?? (shared && numberOf(shared, 'max_budget'))
  return most === undefined ? undefined : quotaOfDollars(most, perUnit) - quotaOfDollars(numberOf(row, 'spend') ?? 0, perUnit)
}

/** Reads teams and budgets, and adds up keys by their owners. */
export async function readOwners({ foreign, quotaPerUnit }: ReadParts): Promise<Owners> {
  const teams = await byId(foreign.tables.has(TABLES.teams) ? await foreign.all(TABLES.teams) : [], 'team_id')
  const budgets = await byId(foreign.tables.has(TABLES.budgets) ? await foreign.all(TABLES.budgets) : [], 'budget_id')
  const keys = new Map<string, KeySums>()
  for await (const rows of foreign.pages(TABLES.keys, 'token'))
    for (const row of rows) {
      const sums = keys.get(ownerOf(row)) ?? { left: 0, unlimited: 0 }
      const left = leftOf(row, quotaPerUnit, budgets.get(textOf(row, 'budget_id')))
      if (left === undefined) sums.unlimited += 1
      else sums.left += Math.max(0, left)
      keys.set(ownerOf(row), sums)
    }
  return { teams, keys, budgets }
}

const byId = async (rows: readonly ForeignRow[], column: string) => new Map(rows.map((row) => [textOf(row, column), row]))

/** The group that a team becomes: in lists of groups, commas part them. */
export function groupOf(team: ForeignRow | undefined): string {
  if (!team) return 'default'
  const name = textOf(team, 'team_alias') || textOf(team, 'team_id')
  return [...name.trim().replaceAll(/[,\s]+/g, '-')].slice(0, 64).join('') || 'default'
}

/** The team that decides a user's group: the first one. */
export const teamOf = (user: ForeignRow, { teams }: Owners): ForeignRow | undefined =>
  [textOf(user, 'team_id'), ...textsOf(user, 'teams')].map((id) => teams.get(id)).find((team) => team !== undefined)
