import { type MouseEvent, type PointerEvent, useRef } from 'react'

/** Milliseconds that a finger rests. */
const LONG_MS = 500
/** px that it may slip meanwhile; more is scrolling. */
const MAX_SLIP_PX = 10

export interface LongPress {
  readonly onPointerDown: (event: PointerEvent) => void
  readonly onPointerMove: (event: PointerEvent) => void
  readonly onPointerUp: () => void
  readonly onPointerCancel: () => void
  readonly onContextMenu: (event: MouseEvent) => void
  readonly onClickCapture: (event: MouseEvent) => void
}

/** A finger that rests on something does this. The click that may follow is swallowed, and so is the browser's own menu. */
export function useLongPress(run: () => void): LongPress {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const began = useRef({ x: 0, y: 0 })
  const hasRun = useRef(false)
  const end = () => clearTimeout(timer.current)
  const swallow = (event: MouseEvent) => {
    if (!hasRun.current) return
    event.preventDefault()
    event.stopPropagation()
  }
  return {
    onPointerDown(event) {
      end()
      hasRun.current = false
      if (event.pointerType !== 'touch') return
      began.current = { x: event.clientX, y: event.clientY }
      timer.current = setTimeout(() => {
        hasRun.current = true
        run()
      }, LONG_MS)
    },
    onPointerMove({ clientX, clientY }) {
      if (Math.hypot(clientX - began.current.x, clientY - began.current.y) > MAX_SLIP_PX) end()
    },
    onPointerUp: end,
    onPointerCancel: end,
    onContextMenu: swallow,
    onClickCapture: swallow,
  }
}
