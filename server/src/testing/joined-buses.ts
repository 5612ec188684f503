import type { Bus } from '../lib/shared/bus.ts'

/** Buses of nodes that hear each other at once, in the form in which messages travel. */
export function joinedBuses(...names: readonly string[]): readonly Bus[] {
  const listeners = names.map(() => new Map<string, ((message: unknown) => void)[]>())
  return names.map((node, own) => ({
    node,
    tell(kind, message) {
      const text = JSON.stringify(message)
      listeners.forEach((ofNode, at) => {
        if (at !== own) for (const listener of ofNode.get(kind) ?? []) listener(JSON.parse(text))
      })
    },
    hear(kind, listener) {
      listeners[own]?.set(kind, [...(listeners[own]?.get(kind) ?? []), listener])
    },
    onGap: () => {},
    close: () => {},
  }))
}
