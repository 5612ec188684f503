// What is known of an attempt's cost before it is sent: how long its answer may be, whether all of that will be seen, and what makes it
// dearer. Read off the request as it will be sent, without its long parts; the hold, the cut and the drain after a disconnect follow
// from it (decisions D42, D43).

import { vendorDialects } from '@waystation/wire/chat/dialects'
import { hostedSteps, readsKeptContent, UNNAMED_USES } from '@waystation/wire/chat/media/beyond-bytes'
import type { Surcharge } from '@waystation/wire/chat/request/terms'
import type { PriceTable } from '../../domain/pricing/price-table.ts'
import type { Attempt } from '../attempt.ts'
import type { CostEstimate, PreparedRequest } from '../held.ts'
import { isChat, isCompletion, makesImages } from '../operations/kinds.ts'
import { bodyFor } from '../prepare/request-body.ts'
import { isPriced } from '../prepare/surcharges.ts'

/** An answer without text: an embedding. */
const silent = {
  maxOutputTokens: 0,
  modelMaxTokens: 0,
  isHidden: false,
  canLimit: false,
  isSpoken: false,
  tiers: [],
  uses: 0,
  steps: 0,
  readsKept: false,
} as const

/** What is known of the cost of this attempt at the call. */
export function estimateOf(prepared: PreparedRequest, prices: Pick<PriceTable, 'limitsOf'>): CostEstimate {
  const { call, attempt } = prepared
  const { operation } = call.endpoint
  const limits = prices.limitsOf([attempt.upstreamModel, call.facts.model], attempt.channel.type)
  const model = { name: attempt.upstreamModel, contextTokens: limits.contextTokens }
  if (!isChat(attempt.operation) && !isCompletion(attempt.operation))
    // Only the vendor knows what half a picture costs, what was thought before a transcript, and whether it took a task.
    return {
      ...silent,
      isHidden: makesImages(operation) || operation.kind === 'task' || (attempt.isRetold === true && attempt.traits.thinking === 'own'),
      model,
    }
  const { terms } = vendorDialects[attempt.dialect]
  const { head } = prepared
  const surcharges = terms.surcharges(head)
  const isVerbatim = attempt.request === 'verbatim'
  return {
    maxOutputTokens: terms.maxOutputTokens(head),
    modelMaxTokens: limits.maxOutputTokens,
    isHidden: terms.hidesOutput(head, attempt.traits.thinking) || surcharges.some(({ kind }) => kind === 'use'),
    canLimit: !isVerbatim && !terms.hasNoLimit && (attempt.operation === 'chat' || isCompletion(attempt.operation)),
    isSpoken: terms.isSpoken(head),
    tiers: surcharges.filter((surcharge) => surcharge.kind === 'tier' && isPriced(surcharge, attempt)).map(({ name }) => name),
    uses: usesOf(surcharges, attempt),
    steps: hostedSteps(head),
    model,
    readsKept: attempt.request !== 'translated' && readsKeptContent(bodyFor(call, attempt)),
    ...toolUses(surcharges, attempt, !isVerbatim && terms.withToolUses !== undefined),
  }
}

/** Held for a priced tool whose uses the request does not limit (decision D59). */
const UNNAMED_HELD_USES = 10
/** Google charges the prompt at older models, and the search at newer ones; a price has one of them. */
const FEES: Readonly<Record<string, readonly string[]>> = { webSearch: ['webSearch', 'groundedPrompt'] }

/** The tools of this request that have a price; nothing where there are none. */
function toolUses(surcharges: readonly Surcharge[], attempt: Attempt, canLimit: boolean): Pick<CostEstimate, 'toolUses'> {
  const priced = surcharges.filter((surcharge) => surcharge.kind === 'use' && isPriced(surcharge, attempt))
  if (priced.length === 0) return {}
  const most = priced.reduce((sum, { maxUses }) => sum + (maxUses ?? UNNAMED_HELD_USES), 0)
  return { toolUses: { names: [...new Set(priced.flatMap(({ name }) => FEES[name] ?? [name]))], most, canLimit: canLimit && most > 1 } }
}

/** A model with a fee per call searches by itself, as the price seed has it. */
function usesOf(surcharges: readonly Surcharge[], { price }: Attempt): number {
  const asked = surcharges.filter(({ kind }) => kind === 'use').reduce((sum, { maxUses }) => sum + (maxUses ?? UNNAMED_USES), 0)
  return asked === 0 && price.perUse?.has('request') ? UNNAMED_USES : asked
}
