// Three hundred channels of all kinds of vendors, in groups and with tags, some of them in trouble.
import { keyTail } from '@waystation/contract/channels/channel-key'
import { channelType } from '@waystation/contract/channels/channel-type'
import { channelStatus } from '@waystation/contract/site/status-table'
import { autoDisabled } from '../../server/src/domain/channel/health/auto-disabled.ts'
import type { Secrets } from '../../server/src/lib/secret.ts'
import { type Draw, idOf } from './draw.ts'
import { type SoldModel, taskModels } from './models.ts'

const DAY = 86_400
/** Types by their numbers, those first of which there are most. */
const TYPES = [1, 14, 24, 8, 43, 20, 40, 3, 17, 25, 26, 42, 48, 33, 34, 41, 45, 4]
const MIDJOURNEY = 2
const GROUPS = ['default', 'vip', 'svip', '企业客户', 'research-and-education', 'trial']
const TAGS = [
  'production',
  'backup',
  '国内线路',
  'eu-west',
  'low-cost',
  'batch-overnight',
  'lab',
  'partner-resale-2026',
  '高并发',
  'deprecated',
]
const PARTS = ['main', 'team-b', '主线路', 'relay', 'frankfurt', '备用', 'direct', 'enterprise-agreement', 'night-batch', '按量付费']
const LONG = 'on-premises-rack-14-behind-the-second-load-balancer-of-the-frankfurt-site'
const REASONS = [
  'You exceeded your current quota, please check your plan and billing details',
  'Incorrect API key provided. You can find your API key in the console of your organization',
  'Your account has been deactivated',
  '余额不足，请充值后再试',
]
/** Names, groups, tags and what vendors say. */
export const channelTexts: readonly string[] = [...GROUPS, ...TAGS, ...PARTS, ...REASONS]
/** One channel in so many of those that are in no trouble and offer all that sells. */
const WIDE = 9

export interface PlannedChannel {
  readonly id: number
  readonly name: string
  readonly type: number
  readonly models: readonly string[]
  readonly status: number
  /** What it takes for what sells at the list price. */
  readonly costShare: number | undefined
}

interface ChannelOptions {
  readonly count: number
  readonly firstId: number
  readonly models: readonly SoldModel[]
  readonly draw: Draw
  readonly now: number
  readonly secrets: Secrets
}

/** The channels with the rows of them and of their keys. */
export function largeChannels(options: ChannelOptions) {
  const { count, firstId, draw } = options
  const channels: PlannedChannel[] = []
  const rows: Record<string, string | number>[] = []
  const keyRows: Record<string, string | number>[] = []
  for (let at = 0; at < count; at++) {
    const isForTasks = at % 60 === 59
    const type = isForTasks ? MIDJOURNEY : draw.pick(TYPES, 1.8)
    const name = at === 7 ? LONG : `${channelType(type).name} ${draw.pick(PARTS)} ${String(at + 1).padStart(3, '0')}`
    const status = isForTasks ? channelStatus.enabled : statusOf(at)
    const channel = { id: firstId + at, name, type, models: isForTasks ? taskModels.map(({ model }) => model) : offer(at, options), status }
    channels.push({ ...channel, costShare: at % 50 === 49 ? undefined : at % 31 === 30 ? 1.08 : draw.between(55, 92) / 100 })
    rows.push(rowOf(channel, at, options))
    keyRows.push(...keysOf(channel, options))
  }
  return { channels, rows, keyRows }
}

/** Most are enabled. */
function statusOf(at: number): number {
  if (at % 12 === 11) return channelStatus.autoDisabled
  return at % 10 === 9 ? channelStatus.disabled : channelStatus.enabled
}

/** All models are somewhere, and those that sell are at many. */
function offer(at: number, { models, count, draw }: ChannelOptions): string[] {
  const own = models.filter((_, index) => index % count === at).map(({ name }) => name)
  const sold = at % WIDE === 0 ? models.slice(0, 40) : Array.from({ length: draw.between(2, 14) }, () => draw.pick(models, 3))
  return [...new Set([...own, ...sold.map(({ name }) => name)])]
}

function rowOf(channel: Omit<PlannedChannel, 'costShare'>, at: number, { draw, now }: ChannelOptions) {
  const { id, name, type, models, status } = channel
  const groups = at % WIDE === 0 ? GROUPS : ['default', ...GROUPS.slice(1).filter(() => draw.isLucky(0.3))]
  const off = autoDisabled({ reason: draw.pick(REASONS) }, now - draw.below(9 * DAY))
  const isTested = draw.isLucky(0.8)
  return {
    ...{ id, name, type, models: models.join(','), status, group_names: groups.join(',') },
    ...{ openai_organization: '', max_input_tokens: 0, other: '', model_mapping: '', status_code_mapping: '', auto_ban: 1, test_model: '' },
    ...{ base_url: `https://vendor-${id}.example.com`, model_prefix: '', setting: '', param_override: '', system_prompt: '' },
    ...{
      priority: draw.between(-5, 20),
      weight: draw.below(6),
      remark: at % 14 === 0 ? `Contract ${2024 + (at % 3)}, billed monthly` : '',
    },
    tag: at % 5 === 0 ? '' : [...new Set([draw.pick(TAGS, 1.5), ...(draw.isLucky(0.3) ? [draw.pick(TAGS)] : [])])].join(','),
    ...{ response_time_ms: isTested ? draw.between(180, 9000, 2.5) : 0, tested_at: isTested ? now - draw.below(2 * DAY) : 0 },
    test_failure: isTested && status === channelStatus.autoDisabled ? JSON.stringify({ code: 'upstream_timeout', facts: {} }) : '',
    ...{
      balance: (draw.below(400_000, 2) / 100).toFixed(2),
      balance_currency: at % 3 === 0 ? 'CNY' : 'USD',
      balance_at: now - draw.below(DAY),
    },
    ...{ used_quota: 0, created_at: now - draw.between(60, 700) * DAY },
    other_info: status === channelStatus.autoDisabled ? off.other_info : '',
  }
}

function keysOf({ id, status }: Pick<PlannedChannel, 'id' | 'status'>, { draw, now, secrets }: ChannelOptions) {
  const count = draw.isLucky(0.15) ? draw.between(2, 12) : 1
  return Array.from({ length: count }, (_, position) => {
    const key = `sk-large-${id}-${position}-${String(id * 7919).padStart(12, '0')}`
    const row_uid = idOf(now * 1000, id * 100 + position)
    return {
      ...{ channel_id: id, position, row_uid, key_tail: keyTail(key), key_hash: secrets.lookupHash(key) },
      ...{ key_enc: secrets.seal(key, `channel_key:key_enc:${row_uid}`), used_at: now - draw.below(DAY) },
      ...(status === channelStatus.autoDisabled ? { status: channelStatus.autoDisabled, status_at: now } : { status: 1, status_at: 0 }),
    }
  })
}

/** What the site sells by group, as the option has it. */
export const groupRatios = { default: 1, vip: 0.8, svip: 0.5, 企业客户: 0.7, 'research-and-education': 0.6, trial: 1.5 }
