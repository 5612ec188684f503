// A hold's prepared log row: written when its owner is gone, or ends it without a row of its own.
import { logType } from '@waystation/contract/site/status-table'
import { type Charged, withWriteOff } from '../charges.ts'
import type { LogDraft } from '../operation.ts'
import type { HoldRecord, PartCharge } from '../state.ts'
import type { LogRow } from './write-batch.ts'

/** What settled parts came to, in quota units, the house's part included. */
export function partsAmount(parts: readonly PartCharge[]): number {
  return parts.reduce((sum, { amount }) => sum + amount, 0)
}

/** What of settled parts no account could pay, in quota units. */
export function partsWriteOff(parts: readonly PartCharge[]): number {
  return parts.reduce((sum, { writeOff }) => sum + writeOff, 0)
}

/** The row in waiting, with the charges of all settled parts and of the rest. The hold must have been read whole. */
export function waitingRow({ id, facts, parts }: HoldRecord, rest: Charged): LogRow {
  const draft: LogDraft = JSON.parse(facts || '{}') // the owner's own, written with the hold or at a checkpoint
  const quota = partsAmount(parts) + rest.paid + rest.writeOff
  const log = { ...draft, type: logType.consumption, quota }
  return { id, log: withWriteOff(log, partsWriteOff(parts) + rest.writeOff) }
}

/** The row that a swept hold has in the log; undefined where there was nothing to charge, and so no row. */
export function sweptRow(hold: HoldRecord): LogRow | undefined {
  const hasRow = hold.state === 'recovered' || (hold.state === 'corrected' && hold.resolvedBy === 'sweeper')
  return hasRow ? waitingRow(hold, { paid: hold.used, writeOff: hold.house }) : undefined
}
