// The test of all channels: the server does it, so it may be left and come back to.
import { listChannels, searchChannels } from '@waystation/contract/api/channel'
import { stopTestRun, testAllChannels, testRun } from '@waystation/contract/api/channel-many'
import type { TestRun } from '@waystation/contract/channel'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useCall } from '~/api/use-call'
import { useData } from '~/api/use-data'
import { useRefresh } from '~/api/use-refresh'
import { useText } from '~/i18n'
import { toast } from '~/ui/kit'

const EVERY_MS = 1500

export interface TestRunState {
  /** The run under way. */
  readonly run: TestRun | undefined
  readonly start: () => Promise<unknown>
  readonly stop: () => Promise<unknown>
}

/** Follows the run while it goes on; tells how it ended and shows the new times. */
export function useTestRun(): TestRunState {
  const t = useText()
  const refresh = useRefresh()
  const [isFollowed, setIsFollowed] = useState(true)
  const start = useCall(testAllChannels, { refreshes: [testRun] })
  const stop = useCall(stopTestRun, { refreshes: [testRun] })
  const { data } = useData(testRun, {}, isFollowed ? { everyMs: EVERY_MS } : {})
  const run = data?.ended_at === 0 ? data : undefined
  const wasRunning = useRef(false)

  const ended = useEffectEvent((last: TestRun) => {
    const facts = { count: last.done - last.failed, failed: last.failed }
    if (last.failed === 0) toast.done(t('channel.testRunDone', facts))
    else toast.failed(t('channel.testRunPartly', facts))
    void refresh(listChannels, searchChannels)
  })
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
    run,
    async start() {
      await start.run()
      wasRunning.current = true
      setIsFollowed(true)
    },
    stop: () => stop.run(),
  }
}
