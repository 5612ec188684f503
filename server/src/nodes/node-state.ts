// All that one process keeps in memory beyond a call, and why that is right where several nodes work on one database. A service of the gateway that
// is not described here does not compile; whatever else remembers by the least recently used is found by tools/shape.test.ts.
import type { Gateway } from '../gateway/gateway.ts'

/**
 * How a kind of state is kept right when there are other nodes.
 * - `own`: it is about this process, or about what this process sees, and right as it is
 * - `expires`: a copy that is read anew so soon that nobody is harmed
 * - `invalidated`: a copy that is dropped when `Invalidation` says that its row changed, on every node
 * - `told`: each node tells the others what it learns
 * - `shared`: counts at Redis, which all nodes ask
 */
type Care = 'own' | 'expires' | 'invalidated' | 'told' | 'shared'

export interface KeptState {
  /** The module that keeps it. */
  readonly at: string
  readonly keeps: string
  readonly care: Care
  /** Why this is enough with several nodes. */
  readonly elsewhere: string
}

/** By service of the gateway; an empty list: it keeps nothing beyond a call. */
export const gatewayState: Readonly<Record<keyof Gateway, readonly KeptState[]>> = {
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
  sockets: [
    {
      at: 'lib/net/sockets.ts',
      keeps: 'the open sockets of clients, how many each user has, and the conversation on each',
      care: 'own',
      elsewhere: 'a socket is at one node for as long as it lives; a user may have as many at each node',
    },
  ],
  budgets: [],
  catalog: [
    {
      at: 'domain/catalog/catalog.ts',
      keeps: 'all channels, by group and model',
      care: 'invalidated',
      elsewhere: 'the others hear of topic `channel`; a call waits until what has been heard is read',
    },
    {
      at: 'domain/catalog/lost-models.ts',
      keeps: 'models that a channel no longer lists, for the log of refused calls',
      care: 'own',
      elsewhere: 'it follows the catalog, which every node reads',
    },
  ],
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
  bodies: [
    {
      at: 'lib/bodies/byte-budget.ts',
      keeps: 'the bytes of bodies in memory',
      care: 'own',
      elsewhere: 'it limits the memory of this process',
    },
  ],
  exchange: [
    {
      at: 'gateway/upstream/credentials.ts',
      keeps: 'tokens that keys of channels were exchanged for',
      care: 'own',
      elsewhere: 'each node may have one of its own; they run out by themselves',
    },
    {
      at: 'lib/net/egress.ts',
      keeps: 'connections to vendors',
      care: 'own',
      elsewhere: 'they are of this process',
    },
    {
      at: 'lib/net/proxied.ts',
      keeps: 'hosts whose addresses were looked at before a proxy was asked for them',
      care: 'expires',
      elsewhere: 'after half a minute',
    },
  ],
  providers: [],
  forwardedHeaders: [],
  rates: [
    {
      at: 'lib/shared/rate-window.ts',
      keeps: 'when calls were made, by token, user, address and access token',
      care: 'shared',
      elsewhere: 'they are counted at Redis, in one question for each event; while that does not answer, each node allows its share',
    },
  ],
  counter: [],
  files: [],
  live: [
    {
      at: 'gateway/live-calls.ts',
      keeps: 'the calls under way',
      care: 'own',
      elsewhere: 'each node looks for its own callers who lost a right, when it hears of a change and every so often besides',
    },
  ],
  overload: [
    {
      at: 'gateway/admit/overload.ts',
      keeps: 'how late the event loop was in the last seconds',
      care: 'own',
      elsewhere: 'it is of this process',
    },
  ],
  contents: [],
  words: [
    {
      at: 'gateway/admit/sensitive-words.ts',
      keeps: 'the sensitive words as they are looked for',
      care: 'invalidated',
      elsewhere: 'they follow the options, which every node reads',
    },
  ],
  drains: [
    {
      at: 'gateway/admit/drains.ts',
      keeps: 'how many calls of a user are read to their end without a client',
      care: 'told',
      elsewhere: 'each node tells the others how many each user has, and counts theirs',
    },
  ],
  background: [
    {
      at: 'gateway/responses/background-calls.ts',
      keeps: 'background calls under way, to be waited for and cancelled',
      care: 'told',
      elsewhere:
        'answers are in the database, and an open hold says that one runs; who cancels tells all nodes, and the one that runs it its end',
    },
  ],
  keys: [
    {
      at: 'domain/channel/keys/key-ring.ts',
      keeps: 'which key of a channel is next, which cool, and how often each was used',
      care: 'told',
      elsewhere: 'a key that cools for one node cools for all; turns are of each node, and uses are added up when they are stored',
    },
  ],
  channelLimits: [],
  availability: [
    {
      at: 'domain/channel/availability/kept-availability.ts',
      keeps: 'what has failed lately and is left alone, what is under way, and how long answers take to begin',
      care: 'told',
      elsewhere: 'nodes count by themselves, and tell each other what they leave alone, what they try and what is well again',
    },
  ],
  affinity: [
    {
      at: 'domain/channel/availability/affinity.ts',
      keeps: 'at which channel and key each conversation was answered last',
      care: 'shared',
      elsewhere: 'a conversation that is new to a node is asked for at Redis, where the last one to answer it has noted it',
    },
  ],
  health: [],
  hours: [
    {
      at: 'domain/channel/health/channel-hours.ts',
      keeps: 'the last hour of each channel in minutes',
      care: 'told',
      elsewhere: 'each node tells the others once a second how its attempts ended, so that each has the hour of all',
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
    at: 'db/sqlite/statement-cache.ts',
    keeps: 'prepared statements',
    care: 'own',
    elsewhere: 'they are of this connection; SQLite has one node',
  },
]
