import { Worker } from 'node:worker_threads'
import type { DatabaseAddress } from '../../../db/kind.ts'
import type { Reconciliation } from './reconcile.ts'

/** What checks the books beside everything else. */
export interface Reconciler {
  run(): Promise<Reconciliation>
  /** Ends a check that runs; it is rejected. */
  stop(): Promise<void>
}

/** Checks the books in a thread and a connection of their own: a check of many entries takes seconds. */
export function reconcileAside(address: DatabaseAddress): Reconciler {
  let running: Worker | undefined
  return {
    run() {
      const worker = new Worker(new URL('./reconcile-thread.ts', import.meta.url), { workerData: address, name: 'reconcile' })
      running = worker
      return new Promise<Reconciliation>((resolve, reject) => {
        worker.once('message', resolve)
        worker.once('error', reject)
        worker.once('exit', (code) => {
          running = undefined
          reject(new Error(`the thread that checks the books ended with code ${code}`))
        })
      })
    },
    async stop() {
      await running?.terminate()
    },
  }
}
