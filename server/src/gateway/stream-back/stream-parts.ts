import type { Gateway } from '../gateway.ts'
import type { HoldMonitorServices } from '../place-hold/hold-monitor.ts'
import type { SettleParts, SettleServices } from '../settle/settle.ts'

/** What sending an answer takes: its bill, the watch over its hold, and what is kept of it for later calls. */
export type StreamServices = SettleServices & HoldMonitorServices & Pick<Gateway, 'vault' | 'drains'>

/** A call whose answer is sent. */
export interface StreamParts extends SettleParts {
  readonly gateway: StreamServices
}
