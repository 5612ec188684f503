// What share of the calls to each model was answered lately, for the pricing page.
import { isCallersFailure } from '@waystation/contract/calls/outcomes'
import { modelHealth } from '@waystation/contract/options/appearance'
import { logErrorEnabled } from '@waystation/contract/options/logs'
import type { ModelsHealth } from '@waystation/contract/prices/pricing'
import { findModelFailures } from './health-store.ts'
import type { UsageParts } from './usage-service.ts'
import { DAY_SECONDS, wholeQuarters } from './usage-span.ts'
import { rankModels } from './usage-store.ts'

export interface ModelsHealthService {
  /** Of all models, at most a minute old; null where the operator does not show it, or failed calls are not logged. */
  lastDay(): Promise<ModelsHealth>
}

/** With fewer calls a single failure would look like an outage. */
const LEAST_CALLS = 20
/** Visitors ask for it, so it is read once for all of them. */
const FRESH_MS = 60_000

export function modelsHealthService(parts: UsageParts): ModelsHealthService {
  let known: { readonly atMs: number; readonly health: Promise<ModelsHealth> } | undefined
  return {
    async lastDay() {
      if (!parts.options.get(modelHealth) || !parts.options.get(logErrorEnabled)) return null
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

async function readHealth({ database }: UsageParts, nowMs: number): Promise<ModelsHealth> {
  const as_of = Math.floor(nowMs / 1000)
  const span = wholeQuarters({ from: as_of - DAY_SECONDS, to: as_of + 1 })
  const [charged, failures] = await Promise.all([
    rankModels(database, {}, { span, order: 'calls' }),
    findModelFailures(database, span.from),
  ])
  const calls = new Map(charged.map((sum) => [sum.model, { charged: sum.calls, failed: 0, failedUncharged: 0 }]))
  for (const { model, kind, isCharged, calls: count } of failures) {
    if (isCallersFailure(kind)) continue
    const of = calls.get(model) ?? { charged: 0, failed: 0, failedUncharged: 0 }
    calls.set(model, { ...of, failed: of.failed + count, failedUncharged: of.failedUncharged + (isCharged ? 0 : count) })
  }
  const answered: Record<string, number> = Object.create(null)
  for (const [model, sum] of calls) {
    const all = sum.charged + sum.failedUncharged
    if (all >= LEAST_CALLS) answered[model] = Math.floor((1000 * (all - Math.min(all, sum.failed))) / all) / 1000
  }
  return { as_of, answered }
}
