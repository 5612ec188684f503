import type { App } from '../app.ts'
import type { Database } from '../db/database.ts'
import { storeKeyUses } from '../domain/channel/keys/channel-keys.ts'
import { runLeases } from '../domain/channel/runs/run-lease.ts'
import type { NodeList } from '../domain/node/node-list.ts'
import { TaskCleanUp } from '../domain/task/task-clean-up.ts'
import { TaskHooks, type TaskHooksParts } from '../domain/task/task-hooks.ts'
import type { Foundation, OnTrouble } from '../foundation.ts'
import { BatchPoller } from '../gateway/batches/batch-news.ts'
import { CopySweep } from '../gateway/batches/copies/sweep-copies.ts'
import type { Gateway } from '../gateway/gateway.ts'
import { TaskPoller } from '../gateway/tasks/poll-tasks.ts'
import { toldView } from '../gateway/tasks/task-views.ts'
import { expiryJobs } from '../jobs/expiry-jobs.ts'
import type { Job } from '../jobs/job.ts'
import { ledgerJobs } from '../jobs/ledger-jobs.ts'

/** Tells the ends of tasks to the addresses that came with them. */
export function hookJob({ database, secrets }: Foundation, gateway: Gateway, { outgoing: { outbox, webhooks } }: App): Job {
  const { rates } = gateway
  const send: TaskHooksParts['send'] = (deliveries) => outbox.add(deliveries)
  const hooks = new TaskHooks({ database, secrets, rates, webhooks, send, textOf: (task) => toldView(task, gateway) })
  return { name: 'tell-task-ends', everySeconds: 2, isForAll: true, run: () => hooks.tell() }
}

/** Tells other nodes that this one is there. */
export function nodeJob(list: NodeList): Job {
  return { name: 'report-node', everySeconds: 5, run: () => list.report() }
}

/** What the gateway leaves to be done every so often. */
export function gatewayJobs(gateway: Gateway, database: Database, onTrouble: OnTrouble): Job[] {
  const { ledger, vault, responses, vendorFiles, contents, keys } = gateway
  const leases = runLeases({ database, onTrouble })
  const poller = new TaskPoller(gateway, leases)
  const batches = new BatchPoller(gateway, leases)
  const copies = new CopySweep(gateway, leases)
  const cleanUp = new TaskCleanUp({ database, options: gateway.options, leases })
  return [
    { name: 'poll-tasks', everySeconds: 1, isForAll: true, run: () => poller.run() },
    { name: 'poll-batches', everySeconds: 1, isForAll: true, run: () => batches.run() },
    { name: 'remove-batch-copies', everySeconds: 600, isForAll: true, run: () => copies.run() },
    { name: 'remove-old-tasks', everySeconds: 3600, isForAll: true, run: () => cleanUp.run() },
    ...ledgerJobs(ledger, (count) => onTrouble(undefined, { event: 'recovered_abandoned_holds', ...count })),
    ...expiryJobs({ vault, responses, vendorFiles, contents }),
    { name: 'store-key-uses', everySeconds: 60, run: () => storeKeyUses(database, keys) },
  ]
}
