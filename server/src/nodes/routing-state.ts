// What one process keeps in memory for admitting calls, choosing channels and asking vendors. The rest is in node-state.ts.
import type { Gateway } from '../gateway/gateway.ts'
import type { KeptState } from './kept-state.ts'

/** By service of the gateway; an empty list: it keeps nothing beyond a call. */
export const routingState = {
  sockets: [
    {
      at: 'lib/net/sockets.ts',
      keeps: 'the open sockets of clients, how many each user has, and the conversation on each',
      care: 'own',
      elsewhere: 'a socket is at one node for as long as it lives; a user may have as many at each node',
    },
  ],
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
} as const satisfies Partial<Record<keyof Gateway, readonly KeptState[]>>
