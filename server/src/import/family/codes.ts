// Redemption codes of the family. Source: model/redemption.go of each member; gift codes: server-behaviour 7.1.
import { GIFT_MAX } from '@waystation/contract/money/quota'
import { redemptionStatus } from '@waystation/contract/site/status-table'
import type { ForeignRow } from '../../db/foreign-database.ts'
import type { MovingCode } from '../../domain/move-in/goods.ts'
import { storedCode } from '../../domain/redemption/redemption-service.ts'
import { flagOf, isDeleted, secondsOf, textOf, wholeOf } from '../fields.ts'
import type { Ids, ReadParts } from '../source.ts'

/** A code; undefined: it was left behind. */
export function readCode(row: ForeignRow, { tally, secrets, users }: ReadParts & { readonly users: Ids }): MovingCode | undefined {
  const [id, name, text, quota] = [textOf(row, 'id'), textOf(row, 'name'), textOf(row, 'key'), wholeOf(row, 'quota')]
  const isUsable = text !== '' && quota > 0 && quota <= GIFT_MAX
  if (isDeleted(row) || !isUsable) {
    tally.note(isDeleted(row) ? 'code_deleted' : 'code_invalid', `${name} (${id})`)
    tally.leave('codes')
    return undefined
  }
  const isGift = flagOf(row, 'is_gift')
  const used = wholeOf(row, 'used_count')
  const most = isGift ? wholeOf(row, 'max_uses', -1) : 1
  const left = most < 0 ? -1 : Math.max(0, most - (isGift ? used : 0))
  if (isGift && used > 0) tally.note('code_gift_uses', name)
  return {
    id,
    code: storedCode(secrets, text),
    columns: {
      ...{ name: [...name].slice(0, 64).join(''), quota, is_gift: Number(isGift), max_uses: left },
      status: isGift && left === 0 ? redemptionStatus.used : statusHere(wholeOf(row, 'status', 1)),
      valid_from: secondsOf(row, 'valid_from'),
      valid_until: secondsOf(row, 'valid_until') || secondsOf(row, 'expired_time'),
      user_id: users.get(textOf(row, 'user_id')) ?? 0,
      used_user_id: isGift ? 0 : (users.get(textOf(row, 'used_user_id')) ?? 0),
      created_at: secondsOf(row, 'created_time'),
      redeemed_at: secondsOf(row, 'redeemed_time'),
    },
  }
}

function statusHere(status: number): number {
  if (status === redemptionStatus.used) return redemptionStatus.used
  return status === redemptionStatus.unused ? redemptionStatus.unused : redemptionStatus.disabled
}
