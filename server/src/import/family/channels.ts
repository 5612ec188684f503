// Channels of the family. Source: model/channel.go of each member; what their fields mean: server-behaviour 3.4, 3.5a and 3.7.

import { channelStatus } from '@waystation/contract/site/status-table'
import { withoutEnd } from '@waystation/contract/values/without-end'
import type { ForeignRow } from '../../db/foreign-database.ts'
import type { MovingChannel } from '../../domain/move-in/goods.ts'
import { movingChannel } from '../channel-fields.ts'
import { listOf, objectIn, parsedObject, secondsOf, textOf, wholeOf } from '../fields.ts'
import type { ReadParts } from '../source.ts'
import type { Member } from './member.ts'

/** Columns whose texts mean the same here. */
const SAME_TEXTS = [
  'other',
  'model_mapping',
  'status_code_mapping',
  'test_model',
  'tag',
  'remark',
  'model_prefix',
  'param_override',
] as const

/** A channel. */
export function readChannel(row: ForeignRow, member: Member, parts: ReadParts): MovingChannel {
  const there = wholeOf(row, 'type')
  const here = member.channelType(there)
  const name = textOf(row, 'name')
  for (const group of listOf(textOf(row, 'group'))) parts.tally.groups.add(group)
  if (textOf(row, 'header_override').replaceAll(/[{}\s]/g, '') !== '') parts.tally.note('channel_setting', `${name}: header_override`)
  const proxy = textOf(row, 'proxy')
  const { keys, keyStatuses } = keysOf(row)
  return movingChannel(
    {
      id: textOf(row, 'id'),
      type: here?.type,
      status: statusHere(wholeOf(row, 'status', 1)),
      fields: {
        ...Object.fromEntries(SAME_TEXTS.map((column) => [column, textOf(row, column)])),
        ...{ name, base_url: textOf(row, 'base_url').trim() || (here?.baseUrl ?? '') },
        ...{ models: listOf(textOf(row, 'models')).join(','), group: listOf(textOf(row, 'group')).join(',') || 'default' },
        ...{ openai_organization: textOf(row, 'openai_organization'), system_prompt: textOf(row, 'system_prompt') },
        ...{
          priority: wholeOf(row, 'priority'),
          weight: Math.max(0, wholeOf(row, 'weight')),
          auto_ban: wholeOf(row, 'auto_ban', 1) === 0 ? 0 : 1,
        },
        ...member.channelFields(row, there),
      },
      setting: { ...objectIn(row, 'setting'), ...objectIn(row, 'settings'), ...(proxy === '' ? {} : { proxy }) },
      ...{ keys, keyStatuses, createdAt: secondsOf(row, 'created_time'), usedQuota: Math.max(0, wholeOf(row, 'used_quota')) },
    },
    parts,
  )
}

function statusHere(status: number): number {
  if (status === channelStatus.enabled) return channelStatus.enabled
  return status === channelStatus.autoDisabled ? channelStatus.autoDisabled : channelStatus.disabled
}

/** The keys as one text, and which of several are disabled: a key for each line, by its number from 0. */
function keysOf(row: ForeignRow): { keys: string; keyStatuses: ReadonlyMap<string, number> } {
  const keys = textOf(row, 'key')
  const { multi_key_status_list } = objectIn(row, 'channel_info')
  const lines = withoutEnd(keys.replace(/^\n+/, ''), '\n').split('\n')
  const statuses = Object.entries(parsedObject(multi_key_status_list)).flatMap(([at, status]) => {
    const key = lines[Number(at)]?.trim()
    return key ? [[key, statusHere(Number(status))] as const] : []
  })
  return { keys, keyStatuses: new Map(statuses) }
}
