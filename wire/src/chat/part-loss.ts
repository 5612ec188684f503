import type { Loss } from './loss.ts'
import type { Part } from './request.ts'

/** Why a part that cannot be written is lost: an encrypted summary is needed, for it stands for all turns before it. */
export function partLoss(part: Part): Loss['reason'] {
  return part.kind === 'unknown' && part.type === 'compaction' ? 'needed' : 'not-expressible'
}
