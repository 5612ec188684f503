// Work on many things, one after the other: testing channels, making tokens. It goes on while the person looks at other pages; `WorkBar`
// shows how far it is, and a toast says how it ended.
import { messageOf } from '../api/call-error.ts'
import { text } from '../i18n/index.ts'
import { type ToastLink, toast } from './toasts.ts'

export interface WorkState {
  readonly id: number
  /** The list it belongs to, where its bar is shown. */
  readonly name: string
  readonly label: string
  readonly done: number
  readonly total: number
}

export interface WorkPlan<Item> {
  readonly name: string
  /** Verb + things: "Test channels". */
  readonly label: string
  readonly items: readonly Item[]
  /** Rejects for an item that failed; the others go on. */
  readonly one: (item: Item) => Promise<unknown>
  /** How many at a time; default 1. */
  readonly atOnce?: number
  /** In the toast when some failed: where they are to be seen. */
  readonly failedLink?: ToastLink
  /** Takes back what was done to these; offered for some seconds where all went well. Must be quiet: a rejection is shown here. */
  readonly undo?: (items: readonly Item[]) => Promise<unknown>
}

let works: readonly WorkState[] = []
let lastId = 0
const stopped = new Set<number>()
const listeners = new Set<() => void>()

/** Does the same to every item, and says at the end how many went well. Never rejects. */
export async function runWork<Item>({ name, label, items, one, atOnce = 1, failedLink, undo }: WorkPlan<Item>): Promise<void> {
  lastId += 1
  const id = lastId
  const rest = [...items]
  let done = 0
  let failed = 0
  let reason = ''
  change([...works, { id, name, label, done, total: items.length }])

  const lane = async () => {
    for (let item = rest.shift(); item !== undefined && !stopped.has(id); item = rest.shift()) {
      await one(item).catch((error: unknown) => {
        failed += 1
        reason = messageOf(error)
      })
      done += 1
      change(works.map((work) => (work.id === id ? { ...work, done } : work)))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))

  stopped.delete(id)
  change(works.filter((work) => work.id !== id))
  const words = text('work.finished', { label, count: done })
  if (failed === 0 && undo && done > 0) toast.undo(words, () => undo(items.slice(0, done)))
  else if (failed === 0) toast.done(words)
  else toast.failed(text('work.partly', { label, count: done - failed, failed, reason }), failedLink)
}

/** What is not begun is left undone. */
export function stopWork(id: number): void {
  stopped.add(id)
}

export const currentWorks = (): readonly WorkState[] => works

export function subscribeWorks(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(next: readonly WorkState[]): void {
  works = next
  for (const listener of listeners) listener()
}
