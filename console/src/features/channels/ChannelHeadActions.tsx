import { balanceRun, stopBalanceRun, updateAllBalances } from '@waystation/contract/api/channels/channel-balance'
import { countChannels, stopTestRun, testAllChannels, testRun } from '@waystation/contract/api/channels/channel-many'
import type { RunScope, TestRun } from '@waystation/contract/channels/channel'
import type { EndpointSpec } from '@waystation/contract/channels/endpoint'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { z } from 'zod'
import { call } from '~/api/call'
import { messageOf } from '~/api/call-error'
import { useCall } from '~/api/use-call'
import { useData } from '~/api/use-data'
import { type Text, useText } from '~/i18n'
import {
  BalanceIcon,
  Button,
  confirm,
  FetchIcon,
  IconButton,
  Menu,
  MoreIcon,
  RepairIcon,
  RouteIcon,
  TestIcon,
  TrashIcon,
  toast,
  useIsPhone,
} from '~/ui/kit'
import { useChannelCalls } from './channel-queries.ts'
import { useShowFailed } from './test/channel-tests.ts'
import { useManyChannels } from './use-many-channels.ts'

interface ChannelHeadProps extends ReturnType<typeof useAllRuns> {
  /** Asks where a call would go. */
  readonly onAskRoute: () => void
  /** Opens what compares channels with the model lists of their providers. */
  readonly onCompare: () => void
}

/** What concerns all channels: where calls go, testing them or those that are off, asking for their balances, and clearing away those that are off. */
export function ChannelHeadActions({ test, balance, onAskRoute, onCompare }: ChannelHeadProps) {
  const t = useText()
  const isPhone = useIsPhone()
  const counts = useData(countChannels).data
  const clearAway = useClearAway()
  const fix = useFix()
  const off = (counts?.disabled ?? 0) + (counts?.auto_disabled ?? 0)
  const none = counts?.total === 0 ? t('channel.emptyTitle') : undefined

  const runs = runItems(t, { test, balance }, none)

  return (
    <>
      {!isPhone && (
        <Button icon={<RouteIcon />} onClick={onAskRoute} disabledReason={none}>
          {t('route.ask')}
        </Button>
      )}
      {!isPhone &&
        runs.map(({ key, icon, label, disabledReason, run }) => (
          <Button key={key} icon={icon} onClick={run} disabledReason={disabledReason}>
            {label}
          </Button>
        ))}
      <Menu
        items={[
          // A failure is shown by the query client.
          ...(isPhone ? [{ key: 'route', icon: <RouteIcon />, label: t('route.ask'), disabledReason: none, run: onAskRoute }] : []),
          ...(isPhone ? runs.map((item) => ({ ...item, run: () => void item.run().catch(() => undefined) })) : []),
          { key: 'upstream', icon: <FetchIcon />, label: t('channel.upstream.title'), disabledReason: none, run: onCompare },
          {
            key: 'test-disabled',
            icon: <TestIcon />,
            label: t('channel.testDisabled'),
            disabledReason: off === 0 ? t('channel.noneDisabled') : test.run ? t('channel.testRunning') : undefined,
            run: () => void test.start({ only: 'disabled' }).catch(() => undefined),
          },
          {
            key: 'fix',
            icon: <RepairIcon />,
            label: t('channels.fix'),
            disabledReason: none,
            run: () => void fix().catch(() => undefined),
          },
          {
            key: 'disabled',
            icon: <TrashIcon />,
            label: t('channel.deleteDisabled'),
            isDanger: true,
            disabledReason: off === 0 ? t('channel.noneDisabled') : undefined,
            run: () => void clearAway(off).catch(() => undefined),
          },
        ]}
      >
        <IconButton label={t('action.more')} icon={<MoreIcon />} isBordered />
      </Menu>
    </>
  )
}

/** What is done to all channels one by one. @param none why there is nothing to do it to */
function runItems(t: Text, { test, balance }: ReturnType<typeof useAllRuns>, none: string | undefined) {
  return [
    {
      key: 'test',
      icon: <TestIcon />,
      label: t('channel.testRunStart'),
      disabledReason: test.run ? t('channel.testRunning') : none,
      run: () => test.start(),
    },
    {
      key: 'balance',
      icon: <BalanceIcon />,
      label: t('channel.balancesUpdate'),
      disabledReason: balance.run ? t('channel.balancesRunning') : none,
      run: () => balance.start(),
    },
  ]
}

/** Mends what is stored of channels, and says what was wrong. */
function useFix() {
  const t = useText()
  const { fix } = useManyChannels()
  return async () => {
    try {
      const { count, lists, keys, reasons } = await fix()
      const mended = [
        ...(lists > 0 ? [t('channels.mendedLists', { count: lists })] : []),
        ...(keys > 0 ? [t('channels.mendedKeys', { count: keys })] : []),
        ...(reasons > 0 ? [t('channels.mendedReasons', { count: reasons })] : []),
      ]
      toast.done([t('channels.fixed', { count }), ...(mended.length > 0 ? mended : [t('channels.mendedNone')])].join(' · '))
    } catch (error) {
      toast.failed(messageOf(error))
    }
  }
}

/** Deletes all disabled channels after a confirmation. The query client shows failures. */
function useClearAway() {
  const t = useText()
  const { removeDisabled } = useManyChannels()
  return async (count: number) => {
    const isMeant = await confirm({
      title: t('channel.confirmDeleteDisabled', { count }),
      text: t('channel.confirmDeleteDisabledText'),
      yes: t('channel.deleteMany'),
      isDanger: true,
    })
    if (isMeant) toast.done(t('channel.deletedMany', { count: await removeDisabled() }))
  }
}

// What is done to all channels: the server does it, so it may be left and come back to.

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
