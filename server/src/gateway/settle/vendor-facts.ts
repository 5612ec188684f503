// What the books keep of a call: what its vendor takes for it, and what may make the vendor's bill differ from that.
import type { AttemptFact } from '@waystation/contract/calls/log'
import type { Usage } from '@waystation/contract/calls/usage'
import type { VendorFacts } from '../../domain/ledger/operation.ts'
import type { VendorCosts } from '../../domain/pricing/vendor-costs.ts'
import type { Attempt } from '../attempt.ts'

export interface VendorUse {
  readonly attempt: Attempt
  /** What the vendor counts, which may be more than the caller is charged for. */
  readonly usage: Usage
  /** The usage was counted here. */
  readonly isCounted: boolean
  readonly attempts: readonly AttemptFact[]
}

/** What serving a call came to at its vendor. */
export function vendorFacts({ attempt, usage, isCounted, attempts }: VendorUse, costs: VendorCosts): VendorFacts {
  const { channel, upstreamModel: model } = attempt
  return {
    model,
    ...costs.of(usage, { model, channelType: channel.type, ratio: channel.setting.cost_ratio }),
    ...(isCounted ? { isCounted } : {}),
    ...failedFacts(attempts),
  }
}

/** Attempts that failed and may be on a bill all the same. */
export function failedFacts(attempts: readonly AttemptFact[]): Pick<VendorFacts, 'failed'> {
  const failed = attempts.flatMap(({ channel_id: channelId, charged_as: model }) => (model === undefined ? [] : [{ channelId, model }]))
  return failed.length === 0 ? {} : { failed }
}
