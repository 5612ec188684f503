// Two thousand users with their tokens: a few call most.
import { loginKey } from '@waystation/contract/people/user-name'
import { role, tokenStatus, userStatus } from '@waystation/contract/site/status-table'
import type { Secrets } from '../../server/src/lib/secret.ts'
import { type Draw, idOf } from './draw.ts'

const DAY = 86_400
const DOLLAR = 500_000
const FAMILY = [
  'wang',
  'li',
  'zhang',
  'liu',
  'chen',
  'yang',
  'zhao',
  'huang',
  'zhou',
  'wu',
  'xu',
  'sun',
  'ma',
  'zhu',
  'hu',
  'lin',
  'he',
  'gao',
]
const FAMILY_HAN = '王李张刘陈杨赵黄周吴徐孙马朱胡林何高'
const GIVEN = ['wei', 'fang', 'na', 'min', 'jing', 'lei', 'jun', 'yan', 'tao', 'ming', 'juan', 'jie', 'hao', 'ying']
const GIVEN_HAN = '伟芳娜敏静磊军艳涛明娟杰浩莹'
const WESTERN = ['m.hartmann', 'ana-lopez', 'j_okafor', 'petrov', 'sofia.rossi', 'tanaka', 'dubois', 'nguyen', 'o-brien', 'kowalski']
const GROUPS = ['default', 'default', 'default', 'default', 'vip', 'default', 'svip', '企业客户', 'research-and-education', 'trial']
const USES = [
  'production-chat',
  '客服机器人',
  'notebook',
  'ci-nightly',
  'batch-embeddings',
  '数据标注',
  'mobile-app',
  'crawler',
  'internal-wiki',
]
const LONG = 'continuous-integration-nightly-regression-suite-of-the-mobile-app'
/** Names of people and of tokens. */
export const peopleTexts: readonly string[] = [
  ...[...FAMILY_HAN].flatMap((family) => [...GIVEN_HAN].map((given) => `${family}${given}`)),
  ...USES,
]
/** Tokens of the two whom everybody logs in as. */
const MANY_TOKENS = 130
const KEY_LENGTH = 48

export const people = { user: 'lin', admin: 'maria' } as const

export interface PlannedUser {
  readonly id: number
  readonly username: string
  readonly group: string
  readonly createdAt: number
}

export interface PlannedToken {
  readonly id: number
  readonly userId: number
  readonly name: string
  readonly group: string
  readonly isUnlimited: boolean
}

interface PeopleOptions {
  readonly count: number
  readonly firstUserId: number
  readonly firstTokenId: number
  readonly draw: Draw
  readonly now: number
  /** Everybody's. */
  readonly passwordHash: string
  readonly secrets: Secrets
}

/** The users and tokens with their rows. The first two are those of `people`. @param rootId has tokens too */
export function largePeople(options: PeopleOptions, rootId: number) {
  const { count, firstUserId, firstTokenId, draw } = options
  const users: PlannedUser[] = []
  const userRows: Record<string, string | number | null>[] = []
  const tokens: PlannedToken[] = []
  const tokenRows: Record<string, string | number | null>[] = []
  const addTokens = (owner: PlannedUser, many: number) => {
    for (let at = 0; at < many; at++) {
      const token = planToken(owner, firstTokenId + tokens.length, at, draw)
      tokens.push(token)
      tokenRows.push(tokenRow(token, owner, options))
    }
  }
  const root = { id: rootId, username: 'root', group: 'default', createdAt: options.now - 400 * DAY }
  addTokens(root, MANY_TOKENS)
  for (let at = 0; at < count; at++) {
    const { user, row } = planUser(at, firstUserId + at, options)
    users.push(user)
    userRows.push(row)
    addTokens(user, at < 2 ? MANY_TOKENS : draw.between(1, 8, 2.2))
  }
  return { users: [root, ...users], userRows, tokens, tokenRows }
}

function nameOf(at: number, draw: Draw): { username: string; display_name: string } {
  if (at === 0) return { username: people.user, display_name: '林小满' }
  if (at === 1) return { username: people.admin, display_name: 'Maria Oberländer' }
  if (at % 500 === 7) return { username: `W${at}`.padEnd(12, 'W'), display_name: 'W'.repeat(20) }
  if (at % 4 === 3) return { username: `${WESTERN[at % WESTERN.length]?.slice(0, 8)}${at}`.slice(0, 12), display_name: '' }
  const [family, given] = [draw.below(FAMILY.length), draw.below(GIVEN.length)]
  return {
    username: `${FAMILY[family]}${GIVEN[given]}${at}`.slice(-12),
    display_name: `${FAMILY_HAN[family]}${GIVEN_HAN[given]}`,
  }
}

function planUser(at: number, id: number, { draw, now, firstUserId, passwordHash }: PeopleOptions) {
  const names = nameOf(at, draw)
  const isKnown = at < 2
  const createdAt = now - draw.between(50, 600) * DAY
  const group = isKnown ? 'default' : draw.pick(GROUPS)
  const email = `${names.username.toLowerCase()}@${draw.pick(['example.com', 'mail.example.org', 'corp.example.cn'])}`
  const inviter = !isKnown && at > 20 && draw.isLucky(0.25) ? firstUserId + draw.below(20) : 0
  const row = {
    ...{ id, ...names, username_key: loginKey(names.username), password_hash: passwordHash, email, email_key: loginKey(email) },
    role: at === 1 || at % 400 === 100 ? role.admin : role.ordinary,
    status: !isKnown && draw.isLucky(0.03) ? userStatus.banned : userStatus.active,
    deleted_at: !isKnown && draw.isLucky(0.02) ? now - draw.below(40 * DAY) : null,
    ...{ group_name: group, auth_epoch: 0, language: '', setting: '', aff_code: `large${String(id).padStart(6, '0')}` },
    ...{ aff_count: 0, inviter_id: inviter, created_at: createdAt },
    last_login_at: draw.isLucky(0.9) ? now - draw.below(120 * DAY, 3) : null,
  }
  return { user: { id, username: names.username, group, createdAt }, row }
}

function planToken(owner: PlannedUser, id: number, at: number, draw: Draw): PlannedToken {
  const use = at % 40 === 13 ? LONG : draw.pick(USES)
  const name = at < 9 ? use : `${use}-${String(at).padStart(3, '0')}`.slice(0, 64)
  return { id, userId: owner.id, name, group: draw.isLucky(0.15) ? owner.group : '', isUnlimited: draw.isLucky(0.65) }
}

function tokenRow(token: PlannedToken, owner: PlannedUser, { draw, now, secrets }: PeopleOptions) {
  const key = secrets.sign('large-token', String(token.id)).replace(/[-_]/g, '0').padEnd(KEY_LENGTH, 'x').slice(0, KEY_LENGTH)
  const row_uid = idOf(now * 1000, token.id)
  const hasModels = draw.isLucky(0.2)
  const endsAt = draw.isLucky(0.2) ? now + draw.between(-20, 200) * DAY : null
  return {
    ...{ id: token.id, user_id: token.userId, name: token.name, group_name: token.group, is_unlimited: token.isUnlimited ? 1 : 0 },
    ...{ key_hash: secrets.lookupHash(key), key_head: key.slice(0, 4), key_tail: key.slice(-4), row_uid },
    key_enc: secrets.seal(key, `token:key_enc:${row_uid}`),
    ...{ status: draw.isLucky(0.06) ? tokenStatus.disabled : tokenStatus.enabled, expires_at: endsAt },
    ...{ rate_limit_enabled: draw.isLucky(0.1) ? 1 : 0, rate_limit_period: 60, rate_limit_count: 600, rate_limit_success: 600 },
    ...{ model_limits_enabled: hasModels ? 1 : 0, model_limits: hasModels ? 'gpt-5,gpt-5-mini,claude-sonnet-4-5' : '' },
    ...{ allow_ips: draw.isLucky(0.08) ? '10.0.0.0/8\n192.168.0.0/16' : '', created_at: owner.createdAt + draw.below(40 * DAY) },
    ...{ accessed_at: 0, deleted_at: draw.isLucky(0.04) ? now - draw.below(30 * DAY) : null },
  }
}

/** What somebody has left in the end: most have some, a few have next to nothing. Quota units. */
export const balanceOf = (draw: Draw): number => (draw.isLucky(0.05) ? draw.below(200_000) : draw.between(DOLLAR, 300 * DOLLAR, 3))
