import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Message } from './chat/message.ts'

/** Nearer to the end than this, in pixels, the text follows what comes. */
const AT_END_PX = 40

export interface FollowEnd {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly isAtEnd: boolean
  readonly toEnd: () => void
  /** For the scroller's own event. */
  readonly watch: () => void
}

/** Keeps the end of the messages in view while the reader is there. A new message is looked at, wherever the reader was. */
export function useFollowEnd(messages: readonly Message[]): FollowEnd {
  const scroller = useRef<HTMLDivElement>(null)
  const follows = useRef(true)
  const lastTop = useRef(0)
  const [isAtEnd, setIsAtEnd] = useState(true)
  const count = messages.length

  const toEnd = useCallback(() => scroller.current?.scrollTo({ top: scroller.current.scrollHeight }), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message is looked at, wherever the reader was
  useLayoutEffect(() => {
    follows.current = true
  }, [count])
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever changed, the end moved
  useLayoutEffect(() => {
    if (follows.current) toEnd()
  }, [messages, toEnd])
  // Pictures, colours and the Markdown chunk itself come after the text.
  useEffect(() => {
    const inner = scroller.current?.firstElementChild
    if (!inner) return
    const observer = new ResizeObserver(() => {
      if (follows.current) toEnd()
    })
    observer.observe(inner)
    return () => observer.disconnect()
  }, [toEnd])

  // Text that came between a scroll and its event is no sign that the reader left the end; going upwards is.
  const watch = () => {
    const box = scroller.current
    if (!box) return
    if (box.scrollHeight - box.scrollTop - box.clientHeight < AT_END_PX) follows.current = true
    else if (box.scrollTop < lastTop.current) follows.current = false
    lastTop.current = box.scrollTop
    setIsAtEnd(follows.current)
  }
  return { scroller, isAtEnd, toEnd, watch }
}
