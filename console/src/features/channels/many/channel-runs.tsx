// What is done to all channels: the server does it, so it may be left and come back to.
import { balanceRun, stopBalanceRun, updateAllBalances } from '@waystation/contract/api/channels/channel-balance'
import { stopTestRun, testAllChannels, testRun } from '@waystation/contract/api/channels/channel-many'
import type { EndpointSpec } from '@waystation/contract/channels/endpoint'
import type { RunScope, TestRun } from '@waystation/contract/channels/state/test-run'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { z } from 'zod'
import { call } from '~/api/call'
import { useCall } from '~/api/use-call'
import { useData } from '~/api/use-data'
import { type Text, useText } from '~/i18n'
import { ProgressBar, toast } from '~/ui/kit'
import { useChannelCalls } from '../channel-queries.ts'
import { useShowFailed } from '../test/channel-tests.ts'

const EVERY_MS = 1500

interface ChannelRunCalls {
  readonly start: (scope: Partial<RunScope>) => Promise<unknown>
  /** How far it is; null before the first. */
  readonly state: EndpointSpec & { readonly data: z.ZodType<TestRun | null, TestRun | null> }
  readonly stop: EndpointSpec
}

export interface ChannelRunState {
  /** The run under way. */
  readonly run: TestRun | undefined
  /** @param scope of which channels; absent: of all */
  readonly start: (scope?: Partial<RunScope>) => Promise<unknown>
  readonly stop: () => Promise<unknown>
}

/** Follows a run while it goes on. @param onEnd of one that was started here, or seen under way */
export function useChannelRun(calls: ChannelRunCalls, onEnd: (last: TestRun) => void): ChannelRunState {
  const [isFollowed, setIsFollowed] = useState(true)
  const state = useData(calls.state, {}, isFollowed ? { everyMs: EVERY_MS } : {})
  const { data } = state
  const wasRunning = useRef(false)
  const ended = useEffectEvent(onEnd)

  useEffect(() => {
    if (data === undefined) return
    const isRunning = data?.ended_at === 0
    setIsFollowed(isRunning)
    if (data && !isRunning && wasRunning.current) ended(data)
    wasRunning.current = isRunning
  }, [data])

  return {
    run: data?.ended_at === 0 ? data : undefined,
    async start(scope = {}) {
      // A run of few channels may be over before the answer is here.
      wasRunning.current = true
      setIsFollowed(true)
      try {
        await calls.start(scope)
      } catch (error) {
        wasRunning.current = false
        setIsFollowed(false)
        // Somebody else may have started one.
        await state.refresh()
        throw error
      }
    },
    async stop() {
      await call(calls.stop)
      await state.refresh()
    },
  }
}

/** The tests of many channels and the update of all balances. Each shows its result at the end. */
export function useAllRuns(): { readonly test: ChannelRunState; readonly balance: ChannelRunState } {
  const t = useText()
  const { refresh } = useChannelCalls()
  const showFailed = useShowFailed()
  const startTests = useCall(testAllChannels, { refreshes: [testRun] })
  const startBalances = useCall(updateAllBalances, { refreshes: [balanceRun] })
  const tests = { start: (query: Partial<RunScope>) => startTests.run({ query }), state: testRun, stop: stopTestRun }
  const balances = { start: () => startBalances.run(), state: balanceRun, stop: stopBalanceRun }
  const test = useChannelRun(tests, (last) => {
    const { done, failed } = last
    const words = failed === 0 ? t('channel.testRunDone', { count: done }) : t('channel.testRunPartly', { count: done - failed, failed })
    if (failed === 0) toast.done(withChanges(t, words, last))
    else toast.failed(withChanges(t, words, last), showFailed)
    void refresh()
  })
  const balance = useChannelRun(balances, (last) => {
    const { done, failed } = last
    if (done === 0) toast.info(t('channel.balancesNone'))
    else if (failed === 0) toast.done(withChanges(t, t('channel.balancesDone', { count: done }), last))
    else toast.failed(withChanges(t, t('channel.balancesPartly', { count: done - failed, failed }), last))
    void refresh()
  })
  return { test, balance }
}

/** A result with how many channels the run has enabled again and auto-disabled, where it has. */
function withChanges(t: Text, words: string, { enabled, disabled }: TestRun): string {
  const changes = [
    ...(enabled > 0 ? [t('channel.runEnabled', { count: enabled })] : []),
    ...(disabled > 0 ? [t('channel.autoCount', { count: disabled })] : []),
  ]
  return [words, ...changes].join(' · ')
}

/** How far the test of many channels and the update of all balances are. Nothing while there is none. */
export function RunBars({ test, balance }: ReturnType<typeof useAllRuns>) {
  const t = useText()
  return (
    <>
      {test.run && <ProgressBar label={testRunName(t, test.run)} done={test.run.done} total={test.run.total} onStop={test.stop} />}
      {balance.run && (
        <ProgressBar label={t('channel.balancesUpdate')} done={balance.run.done} total={balance.run.total} onStop={balance.stop} />
      )}
    </>
  )
}

/** Which channels a run tests. */
function testRunName(t: Text, { only, tag }: TestRun): string {
  if (tag !== '') return t('channel.testOfTag', { tag })
  return t(only === 'disabled' ? 'channel.testDisabled' : 'channel.testRunStart')
}
