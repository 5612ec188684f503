// The right to work on all channels, which one node has at a time. It is renewed while the work goes on; when the node dies, it runs out.
import type { Database } from '../../../db/database.ts'
import { newRequestId } from '../../../lib/request-id.ts'
import { endRun, type LeaseClaim, renewRun, takeLease } from './run-lease-store.ts'

/** As that of a node: the lease lasts four renewals. What a killed process was at, such as asking for drawings, waits so long for the next. */
const LEASE_MS = 20_000
const RENEW_MS = 5000

export interface RunLease {
  /** Gives it back. A failure is told to `onTrouble`: the lease then runs out by itself. */
  end(): Promise<void>
}

export interface RunLeases {
  /**
   * Takes the lease of this name; undefined: another has it, or it is too early.
   * @param onLost is called when another node has taken it, since it could not be renewed in time
   */
  take(wanted: Omit<LeaseClaim, 'owner' | 'leaseMs'>, onLost: () => void): Promise<RunLease | undefined>
}

export interface RunLeaseParts {
  readonly database: Database
  readonly onTrouble: (error: unknown, facts: Record<string, unknown>) => void
}

export function runLeases({ database, onTrouble }: RunLeaseParts): RunLeases {
  return {
    async take(wanted, onLost) {
      const { name } = wanted
      const owner = newRequestId()
      if (!(await takeLease(database, { ...wanted, owner, leaseMs: LEASE_MS }))) return undefined
      const renew = async () => {
        if (await database.run(renewRun, { name, owner, leaseMs: LEASE_MS })) return
        clearInterval(timer)
        onLost()
      }
      const told = (event: string) => (error: unknown) => onTrouble(error, { event, run: name })
      const timer = setInterval(() => void renew().catch(told('run_lease_not_renewed')), RENEW_MS)
      timer.unref()
      let isEnded = false
      return {
        async end() {
          if (isEnded) return
          isEnded = true
          clearInterval(timer)
          await database.run(endRun, { name, owner }).catch(told('run_lease_not_ended'))
        },
      }
    },
  }
}
