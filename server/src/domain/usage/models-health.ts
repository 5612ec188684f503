// What share of the calls to each model was answered in the last day and in each of its hours, for the pricing page.
import { isCallersFailure } from '@waystation/contract/calls/outcomes'
import { modelHealth, timeZone } from '@waystation/contract/options/appearance'
import { logErrorEnabled } from '@waystation/contract/options/logs'
import type { ModelsHealth } from '@waystation/contract/prices/pricing'
import { findModelFailures, type ModelFailures } from './health-store.ts'
import type { UsageParts } from './usage-service.ts'
import { DAY_SECONDS, startsOf, wholeQuarters } from './usage-span.ts'
import { findModelCalls, type ModelCalls } from './usage-store.ts'

export interface ModelsHealthService {
  /** Of all models, at most a minute old; null where it is not shown. */
  lastDay(): Promise<ModelsHealth>
}

/** With fewer calls a single failure would look like an outage. */
const MIN_CALLS = 20
/** Visitors ask for it, so it is read once for all of them. */
const FRESH_MS = 60_000

/** Does the operator show it, and can it be known? Where failed calls are not logged, all seem to be answered. */
export const isHealthShown = (options: UsageParts['options']): boolean => options.get(modelHealth) && options.get(logErrorEnabled)

export function modelsHealthService(parts: UsageParts): ModelsHealthService {
  let known: { readonly atMs: number; readonly health: Promise<ModelsHealth> } | undefined
  return {
    async lastDay() {
      if (!isHealthShown(parts.options)) return null
      const nowMs = parts.now()
      if (!known || nowMs - known.atMs >= FRESH_MS) known = { atMs: nowMs, health: readHealth(parts, nowMs) }
      const { health } = known
      return health.catch((error: unknown) => {
        // The next one who asks tries again.
        if (known?.health === health) known = undefined
        throw error
      })
    },
  }
}

const HOURS = 24

async function readHealth({ database, options }: UsageParts, nowMs: number): Promise<ModelsHealth> {
  const as_of = Math.floor(nowMs / 1000)
  const given = { from: as_of - DAY_SECONDS, to: as_of + 1 }
  const span = wholeQuarters(given)
  // The day begins within an hour, which counts for the day and has no place among the hours.
  const starts = startsOf(given, 'hour', options.get(timeZone))
  const [charged, failures] = await Promise.all([findModelCalls(database, { span, starts }), findModelFailures(database, { span, starts })])
  const answered: Record<string, number> = Object.create(null)
  const answered_by_hour: Record<string, (number | null)[]> = Object.create(null)
  for (const [model, steps] of stepsOf(charged, failures, starts)) {
    const day = steps.reduce((sum, step) => ({ calls: sum.calls + step.calls, failed: sum.failed + step.failed }))
    const share = day.calls >= MIN_CALLS ? shareOf(day) : null
    if (share === null) continue
    answered[model] = share
    answered_by_hour[model] = steps.slice(-HOURS).map(shareOf)
  }
  return { as_of, answered, starts: starts.slice(-HOURS), answered_by_hour }
}

/** What became of a model's calls, without those that failed by their callers. */
interface Ends {
  calls: number
  failed: number
}

/** By model, of every step of time. */
function stepsOf(charged: readonly ModelCalls[], failures: readonly ModelFailures[], starts: readonly number[]): Map<string, Ends[]> {
  const places = new Map(starts.map((start, at) => [start, at]))
  const models = new Map<string, Ends[]>()
  const add = ({ model, start }: { readonly model: string; readonly start: number }, calls: number, failed: number) => {
    const steps = models.get(model) ?? starts.map(() => ({ calls: 0, failed: 0 }))
    models.set(model, steps)
    const step = steps[places.get(start) ?? 0]
    if (!step) return
    step.calls += calls
    step.failed += failed
  }
  for (const sum of charged) add(sum, sum.calls, 0)
  // A call that was charged before it failed is among the calls already.
  for (const sum of failures) if (!isCallersFailure(sum.kind)) add(sum, sum.isCharged ? 0 : sum.calls, sum.calls)
  return models
}

/** In thousandths, never rounded up to all of them; null: there was no call. */
function shareOf({ calls, failed }: Ends): number | null {
  return calls > 0 ? Math.floor((1000 * (calls - Math.min(calls, failed))) / calls) / 1000 : null
}
