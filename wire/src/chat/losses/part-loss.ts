import type { Part } from '../request/request.ts'
import type { Loss } from './loss.ts'

/** What stands for turns before it: an encrypted summary, and an item that is named by its id only. */
const STANDS_FOR_TURNS: ReadonlySet<string> = new Set(['compaction', 'item_reference'])

/** Why a part that cannot be written is lost. */
export function partLoss(part: Part): Loss['reason'] {
  return part.kind === 'unknown' && STANDS_FOR_TURNS.has(part.type) ? 'needed' : 'not-expressible'
}
