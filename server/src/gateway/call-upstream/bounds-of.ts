import { soldUnits } from '@waystation/contract/calls/usage'
import { readsBeyondBytes } from '@waystation/wire/chat/media/beyond-bytes'
import type { Json } from '@waystation/wire/encoding/json'
import { type CountBounds, countBounds } from '../../domain/pricing/count-bounds.ts'
import type { ExpectedSize } from '../../domain/pricing/hold-policy.ts'
import { lengthOf, type SentBody } from '../../lib/bodies/sent-body.ts'
import type { Attempt } from '../attempt.ts'
import type { CostEstimate } from '../held.ts'
import { isChat, isCompletion } from '../operations/kinds.ts'
import { bodyFor } from '../prepare/request-body.ts'
import type { Call } from '../types.ts'

/**
 * How far the vendor's count of this attempt is believed (decision D57).
 * @param sent the body, as it was sent
 */
export function boundsOf(call: Call, attempt: Attempt, estimate: CostEstimate, sent: SentBody | undefined): CountBounds {
  const { size } = call.facts
  const { channel, provider } = attempt
  return countBounds({
    sentBytes: (sent === undefined ? 0 : lengthOf(sent)) + (size.repeatedBytes ?? 0),
    readsBeyondBytes: () =>
      size.media.length > 0 ||
      size.measured?.asTokens !== undefined ||
      (channel.setting.hidden_prompt ?? provider.hidesPrompt) ||
      readsBeyondBytes(bodyFor(call, attempt)) ||
      readsBeyondBytes(channel.paramOverride as Json),
    contextTokens: estimate.model.contextTokens,
    steps: estimate.steps,
    maxOutputTokens: maxOutputOf(call, attempt, estimate),
    uses: estimate.uses,
    sold: soldBound(size),
  })
}

/** The most that a vendor may count of what it sells. */
function soldBound({ measured }: ExpectedSize): CountBounds['sold'] {
  const most = measured?.believed ?? measured?.most
  const unit = soldUnits.find((name) => name === measured?.unit)
  return unit === undefined || most === undefined ? undefined : { unit, most }
}

/** Of all answers together; undefined where it is not known. Other operations than chat have no maximum, and may have output all the same. */
function maxOutputOf({ facts }: Call, { operation }: Attempt, estimate: CostEstimate): number | undefined {
  if (!isChat(operation) && !isCompletion(operation)) return undefined
  const most = estimate.lowered?.maxOutputTokens ?? estimate.maxOutputTokens ?? estimate.modelMaxTokens
  return most === undefined ? undefined : most * Math.max(1, facts.size.choices)
}
