// Rows of calls in the usage log of the family. Source: model/log.go of each member.
import { logType } from '@waystation/contract/site/status-table'
import type { ForeignRow } from '../../db/foreign-database.ts'
import type { MovingLog } from '../../domain/move-in/goods.ts'
import { sha256 } from '../../lib/secret.ts'
import { countOf, flagOf, secondsOf, textOf, wholeOf } from '../fields.ts'
import type { Ids, ReadParts } from '../source.ts'

/** Width of the column of request ids. */
const REQUEST_ID = 26

interface LogParts extends ReadParts {
  readonly users: Ids
  readonly tokens: Ids
  readonly channels: Ids
}

/** A call; undefined: it was something else, or its user did not come along. */
export function readLog(row: ForeignRow, source: string, { tally, users, tokens, channels }: LogParts): MovingLog | undefined {
  if (wholeOf(row, 'type') !== logType.consumption) return undefined
  const userId = users.get(textOf(row, 'user_id'))
  if (userId === undefined) {
    tally.note('log_orphan', textOf(row, 'username'))
    return undefined
  }
  const tokenId = tokens.get(textOf(row, 'token_id')) ?? 0
  const channelId = channels.get(textOf(row, 'channel_id') || textOf(row, 'channel')) ?? 0
  return {
    ...{ created_at: secondsOf(row, 'created_at'), type: logType.consumption, user_id: userId, channel_id: channelId, token_id: tokenId },
    ...{ username: cut(row, 'username', 64), token_name: cut(row, 'token_name', 64), group_name: cut(row, 'group', 64) },
    ...{ model_name: cut(row, 'model_name', 190), is_stream: Number(flagOf(row, 'is_stream')), use_time: countOf(row, 'use_time') },
    ...{ prompt_tokens: wholeOf(row, 'prompt_tokens'), completion_tokens: wholeOf(row, 'completion_tokens'), quota: wholeOf(row, 'quota') },
    ...{ client_ip: cut(row, 'ip', 64), request_id: sha256(`${source} log ${textOf(row, 'id')}`).slice(0, REQUEST_ID) },
  }
}

const cut = (row: ForeignRow, column: string, length: number) => [...textOf(row, column)].slice(0, length).join('')
