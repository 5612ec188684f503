import { balanceRun, stopBalanceRun, updateAllBalances } from '@waystation/contract/api/channel-balance'
import { stopTestRun, testAllChannels, testRun } from '@waystation/contract/api/channel-many'
import type { TestRun } from '@waystation/contract/channel'
import type { EndpointSpec } from '@waystation/contract/endpoint'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { z } from 'zod'
import { call } from '~/api/call'
import { useCall } from '~/api/use-call'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { toast } from '~/ui/kit'
import { useChannelCalls } from './channel-queries.ts'
import { useShowFailed } from './channel-tests.ts'

// What is done to all channels: the server does it, so it may be left and come back to.

const EVERY_MS = 1500

interface ChannelRunCalls {
  readonly start: EndpointSpec
  /** How far it is; null before the first. */
  readonly state: EndpointSpec & { readonly data: z.ZodType<TestRun | null, TestRun | null> }
  readonly stop: EndpointSpec
}

interface ChannelRunState {
  /** The run under way. */
  readonly run: TestRun | undefined
  readonly start: () => Promise<unknown>
  readonly stop: () => Promise<unknown>
}

/** Follows a run while it goes on. @param onEnd of one that was seen under way */
function useChannelRun(calls: ChannelRunCalls, onEnd: (last: TestRun) => void): ChannelRunState {
  const [isFollowed, setIsFollowed] = useState(true)
  const start = useCall(calls.start, { refreshes: [calls.state] })
  const state = useData(calls.state, {}, isFollowed ? { everyMs: EVERY_MS } : {})
  const { data } = state
  const wasRunning = useRef(false)
  const ended = useEffectEvent(onEnd)

  useEffect(() => {
    if (data === undefined) return
    if (data?.ended_at === 0) {
      wasRunning.current = true
      return
    }
    setIsFollowed(false)
    if (data && wasRunning.current) ended(data)
    wasRunning.current = false
  }, [data])

  return {
    run: data?.ended_at === 0 ? data : undefined,
    async start() {
      await start.run()
      wasRunning.current = true
      setIsFollowed(true)
    },
    async stop() {
      await call(calls.stop)
      await state.refresh()
    },
  }
}

const tests = { start: testAllChannels, state: testRun, stop: stopTestRun }
const balances = { start: updateAllBalances, state: balanceRun, stop: stopBalanceRun }

/** The test of all channels and the update of all balances. Each shows its result at the end. */
export function useAllRuns(): { readonly test: ChannelRunState; readonly balance: ChannelRunState } {
  const t = useText()
  const { refresh } = useChannelCalls()
  const showFailed = useShowFailed()
  const test = useChannelRun(tests, ({ done, failed }) => {
    if (failed === 0) toast.done(t('channel.testRunDone', { count: done }))
    else toast.failed(t('channel.testRunPartly', { count: done - failed, failed }), showFailed)
    void refresh()
  })
  const balance = useChannelRun(balances, ({ done, failed }) => {
    if (done === 0) toast.info(t('channel.balancesNone'))
    else if (failed === 0) toast.done(t('channel.balancesDone', { count: done }))
    else toast.failed(t('channel.balancesPartly', { count: done - failed, failed }))
    void refresh()
  })
  return { test, balance }
}
