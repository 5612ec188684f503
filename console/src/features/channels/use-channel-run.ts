// What is done to all channels: the server does it, so it may be left and come back to.
import type { TestRun } from '@waystation/contract/channel'
import type { EndpointSpec } from '@waystation/contract/endpoint'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { z } from 'zod'
import { call } from '~/api/call'
import { useCall } from '~/api/use-call'
import { useData } from '~/api/use-data'

const EVERY_MS = 1500

export interface ChannelRunCalls {
  readonly start: EndpointSpec
  /** How far it is; null before the first. */
  readonly state: EndpointSpec & { readonly data: z.ZodType<TestRun | null, TestRun | null> }
  readonly stop: EndpointSpec
}

export interface ChannelRunState {
  /** The run under way. */
  readonly run: TestRun | undefined
  readonly start: () => Promise<unknown>
  readonly stop: () => Promise<unknown>
}

/** Follows a run while it goes on. @param onEnd of one that was seen under way */
export function useChannelRun(calls: ChannelRunCalls, onEnd: (last: TestRun) => void): ChannelRunState {
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
