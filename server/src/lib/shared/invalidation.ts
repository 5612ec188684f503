// Tells holders of cached copies that the database has changed: those of this process at once, those of other nodes by the bus.
import { fieldsOf } from '../fields.ts'
import { type Bus, silentBus } from './bus.ts'

const topics = ['option', 'channel', 'token', 'user', 'announcement'] as const
export type Topic = (typeof topics)[number]

export interface Invalidation {
  /** Tells every node. `id` is the row that changed; absent when anything may have. */
  publish(topic: Topic, id?: number): void
  /** Tells this process only, of what the other nodes find out by themselves. */
  publishHere(topic: Topic, id?: number): void
  /** Tells this process that anything may have changed. Options are to be read again before. */
  publishAllHere(): void
  subscribe(topic: Topic, listener: (id: number | undefined) => void): void
  /** Options are read again before those who use them are told: this is called where another node has changed some. */
  onOptionsElsewhere(readAgain: () => void): void
}

/** While nothing is heard of other nodes, all channels are read again with each so many gaps: that costs more than the rest. */
const GAPS_BETWEEN_CHANNELS = 12

/** Of one process alone. */
export function localInvalidation(): Invalidation {
  return openInvalidation(silentBus(''))
}

/** @param bus by which other nodes are told; where something may have been missed, everything counts as changed */
export function openInvalidation(bus: Bus): Invalidation {
  const listeners = new Map<Topic, ((id: number | undefined) => void)[]>()
  let readOptionsAgain = () => {}
  const publishHere = (topic: Topic, id?: number) => {
    for (const listener of listeners.get(topic) ?? []) listener(id)
  }
  const heard = (topic: Topic, id?: number) => (topic === 'option' ? readOptionsAgain() : publishHere(topic, id))
  bus.hear('changed', (message) => {
    const { topic, id } = fieldsOf(message)
    const known = topics.find((one) => one === topic)
    if (known) heard(known, typeof id === 'number' ? id : undefined)
  })
  bus.onGap((gap) => {
    for (const topic of topics) if (topic !== 'channel' || gap % GAPS_BETWEEN_CHANNELS === 0) heard(topic)
  })
  return {
    publish(topic, id) {
      publishHere(topic, id)
      bus.tell('changed', { topic, id })
    },
    publishHere,
    publishAllHere() {
      for (const topic of topics) publishHere(topic)
    },
    subscribe(topic, listener) {
      listeners.set(topic, [...(listeners.get(topic) ?? []), listener])
    },
    onOptionsElsewhere(readAgain) {
      readOptionsAgain = readAgain
    },
  }
}
