// Tells holders of cached copies that the database has changed. In one process a direct call; several nodes will put Redis between.
export type Topic = 'option' | 'channel' | 'token' | 'user'

export interface Invalidation {
  /** `id` is the row that changed; absent when anything may have. */
  publish(topic: Topic, id?: number): void
  subscribe(topic: Topic, listener: (id: number | undefined) => void): void
}

export function localInvalidation(): Invalidation {
  const listeners = new Map<Topic, ((id: number | undefined) => void)[]>()
  return {
    publish(topic, id) {
      for (const listener of listeners.get(topic) ?? []) listener(id)
    },
    subscribe(topic, listener) {
      listeners.set(topic, [...(listeners.get(topic) ?? []), listener])
    },
  }
}
