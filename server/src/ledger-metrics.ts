// What an operator watches of the ledger.
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

export interface LedgerMetrics {
  onWriteOff(amount: number): void
  onConflict(operation: { readonly kind: string }): void
  onBatch(size: number): void
}

export function ledgerMetrics(registry: Registry): LedgerMetrics {
  const batches = new Histogram({
    name: 'waystation_ledger_batch_size',
    help: 'Operations in one commit',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512],
    registers: [registry],
  })
  return { onWriteOff: countWriteOff(registry), onConflict: countConflicts(registry), onBatch: (size) => batches.observe(size) }
}

/** Counts what the house bore of calls' costs, for the operator to watch. */
function countWriteOff(registry: Registry): (amount: number) => void {
  const units = new Counter({
    name: 'waystation_write_off_quota_units_total',
    help: 'Quota units of vendor costs that no balance could pay',
    registers: [registry],
  })
  return (amount) => units.inc(amount)
}

/** Counts ledger operations that were repeated with another amount: none is expected, so one is worth an alarm. */
function countConflicts(registry: Registry): (operation: { readonly kind: string }) => void {
  const conflicts = new Counter({
    name: 'waystation_ledger_amount_conflicts_total',
    help: 'Holds, settlements and releases that were repeated with another amount, and refused',
    labelNames: ['operation'],
    registers: [registry],
  })
  return ({ kind }) => conflicts.inc({ operation: kind })
}

/** What the last check of the ledger found. Any difference is worth an alarm. */
export function checkMetrics(registry: Registry): (check: { readonly at: number; readonly took_ms: number }, differences: number) => void {
  const found = new Gauge({
    name: 'waystation_ledger_check_differences',
    help: 'Differences that the last check of the ledger found; without a timestamp there was none yet',
    registers: [registry],
  })
  const begun = new Gauge({
    name: 'waystation_ledger_check_timestamp_seconds',
    help: 'When the last check of the ledger began, unix seconds',
    registers: [registry],
  })
  const duration = new Gauge({ name: 'waystation_ledger_check_seconds', help: 'How long it took', registers: [registry] })
  return ({ at, took_ms }, differences) => {
    found.set(differences)
    begun.set(at)
    duration.set(took_ms / 1000)
  }
}
