// Users and keys of LiteLLM. Source: BerriAI/litellm, schema.prisma; a key is stored as the SHA-256 of its whole text (litellm/proxy/_types.py,
// hash_token).
import { role, tokenStatus, userStatus } from '@waystation/contract/site/status-table'
import type { ForeignRow } from '../../db/foreign-database.ts'
import type { MovingToken, MovingUser } from '../../domain/move-in/goods.ts'
import { SHA256_ROW } from '../../domain/token/foreign/foreign-key-store.ts'
import { storedKey } from '../../domain/token/new-key.ts'
import { dateOf, flagOf, numberOf, textOf, textsOf } from '../fields.ts'
import type { Ids, ReadParts } from '../source.ts'
import { groupOf, leftOf, NOBODY, type Owners, ownerOf, TABLES, teamOf } from './owners.ts'

interface PeopleParts extends ReadParts {
  readonly owners: Owners
}

/** Everybody who has keys, or could have. */
export async function* readPeople(parts: PeopleParts): AsyncIterable<readonly MovingUser[]> {
  const { foreign, owners } = parts
  const seen = new Set<string>()
  if (foreign.tables.has(TABLES.users))
    for await (const rows of foreign.pages(TABLES.users, 'user_id')) {
      for (const row of rows) seen.add(textOf(row, 'user_id'))
      yield rows.map((row) => personOf(row, parts))
    }
  // Keys may name users that no table has.
  const others = [...owners.keys.keys()].filter((id) => !seen.has(id))
  yield others.map((id) => {
    const team = owners.teams.get(id.replace(/^team /, ''))
    return personOf(team ? { ...team, user_id: id, user_alias: team.team_alias, teams: [team.team_id] } : { user_id: id }, parts)
  })
}

function personOf(row: ForeignRow, { tally, owners, quotaPerUnit }: PeopleParts): MovingUser {
  const id = textOf(row, 'user_id')
  const username = textOf(row, 'user_alias') || textOf(row, 'user_email').split('@')[0] || id
  const keys = owners.keys.get(id) ?? { left: 0, unlimited: 0 }
  const own = leftOf(row, quotaPerUnit)
  if (own === undefined && keys.unlimited > 0) tally.note('user_without_balance', username)
  if (textOf(row, 'budget_duration') !== '') tally.note('user_renewing_budget', username)
  if (textOf(row, 'sso_user_id') !== '') tally.note('user_identity_unsupported', username)
  const group = id === NOBODY ? 'default' : groupOf(teamOf(row, owners))
  tally.groups.add(group)
  return {
    ...{ id, username, displayName: textOf(row, 'user_alias'), passwordHash: '', email: textOf(row, 'user_email'), group },
    role: textOf(row, 'user_role') === 'proxy_admin' ? role.admin : role.ordinary,
    status: flagOf(row, 'blocked') ? userStatus.banned : userStatus.active,
    ...{ affCode: '', affCount: 0, inviterId: '', createdAt: dateOf(row, 'created_at') },
    // Without a budget of their own, people have what their keys may spend.
    balance: own ?? keys.left,
    ...{ referral: 0, identities: [] },
  }
}

/** Names of models that stand for sets of them. */
const ALL = 'all-proxy-models'
const OF_TEAM = 'all-team-models'

/** A key; undefined: it was left behind. */
export function readKey(row: ForeignRow, { ids, ...parts }: PeopleParts & { readonly ids: Ids }): MovingToken | undefined {
  const { tally, secrets, keepsKeys, owners, quotaPerUnit } = parts
  const id = textOf(row, 'token')
  const name = textOf(row, 'key_alias') || textOf(row, 'key_name') || 'key'
  const userId = ids.get(ownerOf(row))
  const isHash = /^[0-9a-f]{64}$/.test(id)
  const left = leftOf(row, quotaPerUnit, owners.budgets.get(textOf(row, 'budget_id')))
  if (userId === undefined || !(isHash || id.startsWith('sk-'))) {
    tally.note(userId === undefined ? 'token_orphan' : 'token_without_key', name)
    tally.leave('tokens')
    tally.leave('token_quota', left ?? 0)
    return undefined
  }
  if (isHash) tally.note('token_hidden_key', name)
  if (textOf(row, 'budget_duration') !== '') tally.note('user_renewing_budget', name)
  if (['tpm_limit', 'rpm_limit', 'max_parallel_requests'].some((column) => numberOf(row, column) !== undefined))
    tally.note('token_rates', name)
  const hidden = { key_hash: id, key_head: '', key_tail: textOf(row, 'key_name').slice(-4), key_enc: '', row_uid: SHA256_ROW }
  return {
    ...{ id, userId, quota: left ?? 0, key: isHash ? hidden : storedKey(secrets, id.slice(3), keepsKeys) },
    columns: {
      ...{ name: [...name].slice(0, 64).join(''), group_name: '', is_unlimited: left === undefined ? 1 : 0 },
      status: flagOf(row, 'blocked') ? tokenStatus.disabled : tokenStatus.enabled,
      expires_at: textOf(row, 'expires') === '' ? null : dateOf(row, 'expires'),
      ...modelsOf(row, owners),
      ...{ model_aliases: null, allow_ips: '', created_at: dateOf(row, 'created_at'), accessed_at: dateOf(row, 'last_active') },
      ...{ rate_limit_enabled: 0, rate_limit_period: 60, rate_limit_count: 1000, rate_limit_success: 10 },
    },
  }
}

/** What a key may call: its own models, or those of its team. None at all means any. */
function modelsOf(row: ForeignRow, { teams }: Owners): { model_limits_enabled: number; model_limits: string } {
  const team = teams.get(textOf(row, 'team_id'))
  const own = textsOf(row, 'models').flatMap((model) => (model === OF_TEAM ? (team ? textsOf(team, 'models') : []) : [model]))
  const isAny = own.length === 0 || own.includes(ALL)
  return { model_limits_enabled: isAny ? 0 : 1, model_limits: isAny ? '' : own.join(',') }
}
