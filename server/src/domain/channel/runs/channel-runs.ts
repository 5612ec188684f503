// The runs over many channels: tests and balances, by hand and by schedule.
import {
  channelBalanceEveryMinutes,
  channelPauseSeconds,
  channelTestEveryMinutes,
  upstreamModelsEveryHours,
} from '@waystation/contract/options/logs'
import type { Option } from '@waystation/contract/options/option'
import type { Database } from '../../../db/database.ts'
import { findRoots } from '../../notice/root-notice-store.ts'
import type { Caller } from '../../session/caller.ts'
import { findUser } from '../../user/user-store.ts'
import type { ChannelBalances } from '../channel-balance.ts'
import type { ChannelNotices } from '../health/channel-notices.ts'
import type { UpstreamWatch } from '../watch/upstream-watch.ts'
import { type ChannelRun, channelRun } from './channel-run.ts'
import type { Sweep } from './channel-sweep.ts'
import { runLeases } from './run-lease.ts'

const MINUTE_MS = 60_000

export interface ChannelRuns {
  readonly tests: ChannelRun
  readonly balances: ChannelRun
  /** Reads the lists of models of vendors. */
  readonly upstream: ChannelRun
  /** Starts the tests that are due by their schedule. */
  testWhenDue(): Promise<void>
  /** Starts the update of balances that is due by its schedule. */
  updateBalancesWhenDue(): Promise<void>
  /** Starts the reading of lists of models that is due by its schedule. */
  readUpstreamWhenDue(): Promise<void>
  /** Stops what is under way, and leaves it to other nodes. */
  close(): Promise<void>
}

export interface ChannelRunsParts {
  readonly database: Database
  readonly options: { get<Value>(option: Option<Value>): Value }
  readonly sweep: Sweep
  readonly balances: Pick<ChannelBalances, 'ids' | 'updateInRun'>
  readonly watch: Pick<UpstreamWatch, 'ids' | 'lookInRun' | 'tell'>
  readonly notices: Pick<ChannelNotices, 'runEnded'>
  /** Unix milliseconds. */
  readonly now: () => number
  readonly onTrouble: (error: unknown, facts: Record<string, unknown>) => void
}

export function channelRuns({ database, options, sweep, balances: each, watch, notices, now, onTrouble }: ChannelRunsParts): ChannelRuns {
  const shared = { leases: runLeases({ database, onTrouble }), pauseSeconds: () => options.get(channelPauseSeconds), now, onTrouble }
  const tests = channelRun({
    ...shared,
    name: 'channel-tests',
    ids: (scope) => sweep.ids(scope),
    one: (caller, id) => sweep.one(caller, id),
    busy: 'channel_test_running',
    onEnd: (run) => notices.runEnded(run),
  })
  const balances = channelRun({
    ...shared,
    name: 'channel-balances',
    ids: () => each.ids(),
    one: (_caller, id) => each.updateInRun(id),
    busy: 'balance_update_running',
  })
  const upstream = channelRun({
    ...shared,
    name: 'upstream-models',
    ids: () => watch.ids(),
    one: (caller, id) => watch.lookInRun(caller, id),
    busy: 'upstream_models_running',
    afterEach: () => watch.tell(),
  })
  const startWhenDue = async (run: ChannelRun, every: Option<number>, unitMs = MINUTE_MS) => {
    const everyMs = options.get(every) * unitMs
    const caller = everyMs > 0 ? await firstRoot(database) : undefined
    if (caller) await run.startDue(caller, everyMs)
  }
  return {
    tests,
    balances,
    upstream,
    testWhenDue: () => startWhenDue(tests, channelTestEveryMinutes),
    updateBalancesWhenDue: () => startWhenDue(balances, channelBalanceEveryMinutes),
    readUpstreamWhenDue: () => startWhenDue(upstream, upstreamModelsEveryHours, 60 * MINUTE_MS),
    async close() {
      await Promise.all([tests.close(), balances.close(), upstream.close()])
    },
  }
}

/** As whom channels are tested by schedule; undefined: nobody has set the server up yet. */
async function firstRoot(database: Database): Promise<Caller | undefined> {
  const [root] = await findRoots(database)
  const user = root && (await findUser(database, root.id))
  return user && { id: Number(user.id), username: user.username, role: user.role, group: user.group_name, language: user.language }
}
