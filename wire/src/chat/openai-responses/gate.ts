// Items of one answer come one after the other here, but for calls, which may grow side by side: Codex takes what grows for a part of the
// item that began last. Parts that interleave elsewhere wait until those before them have ended.
import type { ChatEvent, PartDelta, PartEnded, PartStarted } from '../event.ts'

type PartEvent = PartStarted | PartDelta | PartEnded

/** Lets the events of parts pass in an order without overlaps. */
export interface Gate {
  push(event: PartEvent): void
  /** Ends what is open and lets everything pass that waits. */
  close(): void
}

/** @param pass takes the events that may go on */
export function gate(pass: (event: PartEvent) => void): Gate {
  const open = new Map<number, boolean>()
  let waiting: PartEvent[] = []
  let held = new Set<number>()

  function push(event: PartEvent): void {
    if (event.kind === 'part-started') {
      const isCall = event.initial.kind === 'tool-call'
      const mustWait = waiting.length > 0 || (open.size > 0 && !(isCall && [...open.values()].every(Boolean)))
      if (mustWait) {
        held.add(event.part)
        waiting.push(event)
        return
      }
      open.set(event.part, isCall)
      pass(event)
      return
    }
    if (held.has(event.part)) {
      waiting.push(event)
      return
    }
    if (!open.has(event.part)) return
    pass(event)
    if (event.kind === 'part-ended') {
      open.delete(event.part)
      if (open.size === 0) release()
    }
  }

  function release(): void {
    const events = waiting
    waiting = []
    held = new Set()
    for (const event of events) push(event)
  }

  return {
    push,
    close() {
      while (open.size > 0 || waiting.length > 0) {
        for (const part of [...open.keys()]) push({ kind: 'part-ended', choice: 0, part })
        if (open.size === 0) release()
      }
    },
  }
}

/** Does the event tell of a part? */
export function isPartEvent(event: ChatEvent): event is PartEvent {
  return event.kind === 'part-started' || event.kind === 'part-delta' || event.kind === 'part-ended'
}
