// All that one process keeps in memory beyond a call, and why that is right where several nodes work on one database. A service of the gateway that
// is not described here does not compile; whatever else remembers by the least recently used is found by tools/shape.test.ts.
import type { Gateway } from '../gateway/gateway.ts'
import type { KeptState } from './kept-state.ts'
import { routingState } from './routing-state.ts'

/** By service of the gateway; an empty list: it keeps nothing beyond a call. */
export const gatewayState: Readonly<Record<keyof Gateway, readonly KeptState[]>> = {
  ...routingState,
  options: [
    {
      at: 'domain/option/option-service.ts',
      keeps: 'every option, and the number of the price version in force',
      care: 'invalidated',
      elsewhere: 'the others read changed options when they hear of topic `option`, and every two seconds besides',
    },
  ],
  ledger: [
    {
      at: 'domain/ledger/commit/committer.ts',
      keeps: 'operations that wait for the next commit, each with its caller',
      care: 'own',
      elsewhere:
        'balances are read and written in the transaction; holds belong to the node by its lease, and are recovered when that has run out',
    },
    {
      at: 'domain/ledger/commit/spool.ts',
      keeps: 'settlements that the database could not take, in a file of this node',
      care: 'own',
      elsewhere:
        'they are replayed when this node starts again; until then their holds are charged by the last checkpoint, and corrected after',
    },
  ],
  media: [],
  tasks: [],
  batchCopies: [],
  batchReads: [
    {
      at: 'lib/single-flight.ts',
      keeps: 'batches that a vendor is asked for now, so that one who reads a batch many times at once has its answers read once',
      care: 'own',
      elsewhere: 'two nodes may read the same answers; the first to report them charges them',
    },
  ],
  taskClaims: [
    {
      at: 'domain/task/task-claims.ts',
      keeps: 'submissions with an Idempotency-Key that are under way here',
      care: 'own',
      elsewhere: 'those of other nodes are waited for by their rows',
    },
  ],
  taskFiles: [],
  taskLinks: [],
  secrets: [],
  clientSecrets: [],
  sessionHandles: [],
  budgets: [],
  prices: [
    {
      at: 'domain/pricing/price-table.ts',
      keeps: 'prices as they are compiled from the options',
      care: 'own',
      elsewhere: 'made anew when the version of the options changes',
    },
  ],
  traits: [{ at: 'domain/model-traits.ts', keeps: 'what models are, by name', care: 'own', elsewhere: 'made of the name and an option' }],
  costs: [
    {
      at: 'domain/pricing/vendor-costs.ts',
      keeps: 'prices of vendors as they are compiled from the options',
      care: 'own',
      elsewhere: 'made anew when the version of the options changes',
    },
  ],
  tokens: [
    {
      at: 'domain/token/token-lookup.ts',
      keeps: 'callers by the hash of their key',
      care: 'invalidated',
      elsewhere: 'the others hear of topics `token` and `user`; while a node hears nothing, it forgets all of them every 0.8 seconds',
    },
    {
      at: 'domain/token/foreign/foreign-keys.ts',
      keeps: 'whether any key came along from another gateway as a hash',
      care: 'expires',
      elsewhere: 'after ten seconds; until then such a key is refused like one that nobody has',
    },
  ],
  balances: [
    {
      at: 'domain/token/balance-look.ts',
      keeps: 'whether an account has anything left',
      care: 'expires',
      elsewhere: 'after a second; the hold decides',
    },
  ],
  counter: [],
  files: [],
  tracer: [
    {
      at: 'lib/tracing/span-exporter.ts',
      keeps: 'spans that wait to be sent to the operator’s collector, up to 2048',
      care: 'own',
      elsewhere: 'each node sends its own',
    },
  ],
  metrics: [],
  refusals: [
    {
      at: 'gateway/settle/refusal-rows.ts',
      keeps: 'how many rows of refused calls each user got in this minute',
      care: 'own',
      elsewhere: 'it bounds what is written; with several nodes the bound is as many times as high',
    },
  ],
  vault: [
    {
      at: 'domain/vault/vault.ts',
      keeps: 'items of conversations that were read or written lately',
      care: 'own',
      elsewhere: 'an item never changes under its key',
    },
  ],
  vendorFiles: [
    {
      at: 'domain/vendor-file/vendor-files.ts',
      keeps: 'whose a file is and where it lives, for a minute',
      care: 'own',
      elsewhere: 'a file that was deleted is one that its vendor does not know any more',
    },
  ],
  responses: [
    {
      at: 'domain/response/response-service.ts',
      keeps: 'bytes that a user stored since their sum was last asked for',
      care: 'own',
      elsewhere: 'it decides only when the sum is asked for again',
    },
  ],
  log: [],
  isSetUp: [
    {
      at: 'domain/setup/setup-service.ts',
      keeps: 'that the super admin is there',
      care: 'invalidated',
      elsewhere: 'a node that started before looks again when options change',
    },
  ],
  clientAddress: [
    {
      at: 'front-proxy.ts',
      keeps: 'the last headers that contradict the proxy settings, to be shown to the super admin',
      care: 'own',
      elsewhere: 'what one node sees, it shows for an hour',
    },
  ],
  clock: [],
  pseudonym: [],
  random: [],
}

/** What else of the server keeps something: the console's services and what lies below both doors. */
export const otherState: readonly KeptState[] = [
  {
    at: 'domain/session/caller-cache.ts',
    keeps: 'who a session or an access token belongs to',
    care: 'invalidated',
    elsewhere: 'the others hear of topic `user`; it expires after a second besides',
  },
  {
    at: 'lib/shared/invalidation.ts',
    keeps: 'who wants to hear of changes',
    care: 'told',
    elsewhere: 'a change is told here at once, and the other nodes by the bus; after a gap each takes everything for changed',
  },
  {
    at: 'jobs/scheduler.ts',
    keeps: 'jobs under way',
    care: 'own',
    elsewhere: 'jobs claim their rows or take a lease, so each may run on every node',
  },
  {
    at: 'domain/channel/runs/channel-run.ts',
    keeps: 'how far a test of many channels, or an update of their balances, is',
    care: 'own',
    elsewhere: 'by its lease one node does it at a time; the others know that it goes on, and not how far it is',
  },
  {
    at: 'domain/top-up/refunds.ts',
    keeps: 'refunds that a payment service is being asked for',
    care: 'own',
    elsewhere: 'others wait until a refund is old enough to have no asker; alone in the database there is no other (`isAlone`)',
  },
  {
    at: 'domain/notice/quota-warnings.ts',
    keeps: 'users who were charged and are to be looked at',
    care: 'own',
    elsewhere: 'each node warns those that it charged; the warning is written once, by its own mark in the database',
  },
  {
    at: 'domain/server-error/error-log.ts',
    keeps: 'unexpected errors that wait to be written, up to a hundred kinds',
    care: 'own',
    elsewhere: 'each node adds its own to the same rows',
  },
  {
    at: 'db/sqlite/statement-cache.ts',
    keeps: 'prepared statements',
    care: 'own',
    elsewhere: 'they are of this connection; SQLite has one node',
  },
]
