// The requests of a batch as calls of their own: read, sized and shaped by the same steps, but sent and paid for together.
import { quota } from '@waystation/contract/money/quota'
import type { BatchLine as WrittenLine } from '@waystation/wire/batches/batch-api'
import { BATCH_TIER } from '../../domain/pricing/batch-price.ts'
import { expectedTokens, type HeldShares, type HoldNeed, holdNeed, type Lowered, lowered } from '../../domain/pricing/hold-policy.ts'
import type { Attempt } from '../attempt.ts'
import type { Gateway } from '../gateway.ts'
import type { PreparedRequest } from '../held.ts'
import { estimateOf } from '../place-hold/cost-estimate.ts'
import { pricedSize } from '../place-hold/priced-size.ts'
import { prepareRequest } from '../prepare/prepare.ts'
import type { Call } from '../types.ts'

/** A request of a batch. */
export interface BatchLine {
  /** As its caller wrote it. */
  readonly written: WrittenLine
  readonly call: Call
}

/** Requests are looked at for so long in one turn of the event loop: one may be short, or have megabytes. */
const TURN_MS = 5

/** Goes through the requests of a batch, however many and however long, without keeping others waiting. */
export async function eachLine<Line>(lines: Iterable<Line>, visit: (line: Line, index: number) => unknown): Promise<void> {
  let index = 0
  let untilMs = performance.now() + TURN_MS
  for (const line of lines) {
    await visit(line, index++)
    if (performance.now() < untilMs) continue
    await new Promise((resolve) => setImmediate(resolve))
    untilMs = performance.now() + TURN_MS
  }
}

type NeedServices = Pick<Gateway, 'options' | 'prices'>

/** The request of a line as this attempt at its batch sends it: in its own dialect, and never as a stream. */
export function prepareLine({ call }: BatchLine, { format: _, ...attempt }: Attempt, options: NeedServices['options']): PreparedRequest {
  const { operation, dialect } = call.endpoint
  return prepareRequest(
    call,
    { ...attempt, operation: operation.name, dialect, request: 'edited', isStreamed: false, reply: 'relay' },
    options,
  )
}

/** What is held for all lines: for each as for a call of its own (decision D43), at the price of batches. */
export async function needOfLines(
  lines: readonly BatchLine[],
  attempt: Attempt,
  assumedTokens: number,
  services: NeedServices,
): Promise<HoldNeed> {
  let [amount, minimum] = [0, 0]
  await eachLine(lines, (line) => {
    const need = needOfLine(prepareLine(line, attempt, services.options), assumedTokens, services)
    amount += need.amount
    minimum += need.minimum ?? need.amount
  })
  return minimum < amount ? { amount: quota(amount), minimum: quota(minimum) } : { amount: quota(amount) }
}

function needOfLine(prepared: PreparedRequest, assumedTokens: number, services: Pick<Gateway, 'prices'>): HoldNeed {
  const { call, attempt } = prepared
  return holdNeed(pricedSize(call, attempt), attempt.price, expectedAnswer(prepared, services), assumedTokens)
}

function expectedAnswer(prepared: PreparedRequest, { prices }: Pick<Gateway, 'prices'>) {
  const estimate = estimateOf(prepared, prices)
  return { ...estimate, tiers: [...estimate.tiers, BATCH_TIER], isStream: false, isVisible: false }
}

/** What a line may answer at most where less is held than all lines may cost: each has its share of what is held beyond the least. */
export function loweredLine(
  prepared: PreparedRequest,
  shares: HeldShares,
  assumedTokens: number,
  services: Pick<Gateway, 'prices'>,
): Lowered {
  const { call, attempt } = prepared
  const need = needOfLine(prepared, assumedTokens, services)
  if (need.minimum === undefined) return {}
  const share = (shares.held - shares.least) / (shares.most - shares.least)
  const held = need.minimum + Math.floor((need.amount - need.minimum) * share)
  return lowered(pricedSize(call, attempt), attempt.price, expectedAnswer(prepared, services), held)
}

/** Tokens that all lines may use, for limits of tokens. */
export const tokensOfLines = (lines: readonly BatchLine[], assumedTokens: number): number =>
  lines.reduce((sum, { call }) => sum + expectedTokens(call.facts, assumedTokens), 0)
