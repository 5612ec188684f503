// What else has happened on a large installation: messages to users, a year of the audit log, and tasks.
import type { AuditAction } from '@waystation/contract/people/audit'
import { sealedRow } from '../../server/src/domain/audit/audit-store.ts'
import type { Call } from './calls.ts'
import type { PlannedChannel } from './channels.ts'
import { type Draw, idOf } from './draw.ts'
import type { PlannedToken, PlannedUser } from './people.ts'

type Row = Record<string, string | number | null>

const DAY = 86_400
const AUDITED = 20_000
const MESSAGES = 120
/** One in so many goes to everybody, the others to a few. */
const TO_ALL = 4
const TITLES = [
  'Weekly report',
  '维护通知',
  'New prices',
  '节日问候',
  'Maintenance of the database in the night',
  'Models that are retired soon',
]
const PRICED_FROM = 'As of March'
const FAILED = 'Your prompt contains a word that the provider has banned, so it was not submitted'
const PROMPTS = [
  'An old lighthouse keeper writes letters by candlelight while a storm rises over the harbour, oil on canvas, wide angle, warm light --ar 16:9',
  '雨夜的驿站，水墨画',
  'A slow waltz for two cellos',
]

export const happeningTexts: readonly string[] = [...TITLES, ...PROMPTS, PRICED_FROM, FAILED]

interface WorldOfEvents {
  readonly users: readonly PlannedUser[]
  readonly tokens: readonly PlannedToken[]
  readonly channels: readonly PlannedChannel[]
  readonly draw: Draw
  readonly now: number
  readonly rootId: number
}

/** Messages with who received them, and when they read them. */
export function largeMessages({ users, draw, now, rootId }: WorldOfEvents): { message: Row[]; message_recipient: Row[] } {
  const message: Row[] = []
  const message_recipient: Row[] = []
  for (let id = 1; id <= MESSAGES; id++) {
    const created_at = now - (MESSAGES - id) * 2 * DAY - 3600
    const all = users.filter((user) => user.createdAt < created_at)
    const to = id % TO_ALL === 0 ? all : all.slice(0, draw.between(1, 60))
    let read_count = 0
    for (const user of to) {
      const read_at = draw.isLucky(0.6) ? created_at + draw.below(DAY) : null
      if (read_at !== null) read_count += 1
      message_recipient.push({ message_id: id, user_id: user.id, read_at })
    }
    const content = `Week ${id} ended.\n\n| Which model | ${PRICED_FROM} |\n|---|--:|\n| \`gpt-5-mini\` | **$0.25** |`
    const title = `${TITLES[id % TITLES.length]} ${id}`
    message.push({
      ...{ id, title, content, format: 'markdown', author_id: rootId, created_at, updated_at: created_at },
      ...{ recipient_count: to.length, read_count },
    })
  }
  return { message, message_recipient }
}

/** Rows of the audit log, each sealing the one before it, with the seal of the newest. @param head the seal that the first one follows */
export function largeAudit(world: WorldOfEvents, head: string): { rows: Row[]; head: string } {
  const { draw, now } = world
  const admins = [{ id: world.rootId, username: 'root' }, ...world.users.slice(2, 3)]
  const rows: Row[] = []
  let prev_hash = head
  for (let at = 0; at < AUDITED; at++) {
    const created_at = now - 365 * DAY + Math.floor(((365 * DAY - 600) * at) / AUDITED)
    const actor = draw.isLucky(0.7) ? draw.pick(admins) : draw.pick(world.users, 2)
    const { action, target, detail } = deed(world)
    const row = sealedRow({
      ...{ created_at, actor_id: actor.id, actor_name: actor.username, client_ip: `203.0.113.${1 + (actor.id % 250)}` },
      ...{ action, target, detail: JSON.stringify(detail), request_id: idOf(created_at * 1000, at), prev_hash },
    })
    prev_hash = row.hash
    rows.push(row)
  }
  return { rows, head: prev_hash }
}

interface Deed {
  readonly action: AuditAction
  readonly target: string
  readonly detail: object
}

function deed({ users, tokens, channels, draw }: WorldOfEvents): Deed {
  const lot = draw.next()
  if (lot < 0.35) return { action: 'login', target: draw.pick(users, 2).username, detail: { params: {}, sent: {} } }
  if (lot < 0.4) return { action: 'login.failed', target: draw.pick(users).username, detail: { params: {}, sent: {} } }
  if (lot < 0.6) {
    const { id, name } = draw.pick(channels)
    const [before, after] = draw.isLucky(0.5) ? [{ status: 1 }, { status: 2 }] : [{ priority: 5 }, { priority: 10 }]
    return { action: 'channel.update', target: String(id), detail: { before: { name, ...before }, after: { name, ...after } } }
  }
  if (lot < 0.8) {
    const { id, name } = draw.pick(tokens, 2)
    return { action: 'token.update', target: String(id), detail: { before: { name, status: 1 }, after: { name, status: 2 } } }
  }
  if (lot < 0.9) {
    const { id, username } = draw.pick(users)
    const after = { username, status: 2, action: 'disable' }
    return { action: 'user.manage', target: String(id), detail: { before: { username, status: 1 }, after } }
  }
  const [key, value] = draw.pick([['RetryTimes', '2'] as const, ['QuotaForNewUser', '500000'] as const])
  return { action: 'option.update', target: key, detail: { before: { [key]: '0' }, after: { [key]: value } } }
}

/** The task that a call submitted. */
export function taskOf({ id, atMs, tookMs, user, token, group, channel, model, quota, task }: Call, now: number): Row | undefined {
  if (!task) return undefined
  const number = Math.floor(atMs / 1000)
  const isFailed = number % 9 === 0
  const isOver = atMs + tookMs < now * 1000
  const status = isOver ? (isFailed ? 'FAILURE' : 'SUCCESS') : 'IN_PROGRESS'
  return {
    ...{ kind: task.kind, platform: task.platform, action: task.action, task_id: `task-${id.toLowerCase()}`, confirms: 0, vendor_id: id },
    ...{ user_id: user.id, token_id: token.id, group_name: group, channel_id: channel?.id ?? 0, key_id: 0, model, hold_id: id },
    ...{ money: 'charged', quota, code: 1, status, progress: isOver ? 100 : 40, fail_reason: status === 'FAILURE' ? FAILED : '' },
    ...{ prompt: PROMPTS[number % PROMPTS.length] ?? '', result: '{}', facts: '{}', submit_ms: atMs, start_ms: atMs + 900 },
    ...{ finish_ms: isOver ? atMs + tookMs : 0, updated_ms: atMs, is_open: 0, next_poll_ms: 0, misses: 0, expires_ms: atMs + DAY * 1000 },
    ...{ hook: '', idempotency_key: null, sale: '', is_removed: 0 },
  }
}
