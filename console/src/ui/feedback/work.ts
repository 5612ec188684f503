// Work on many things, one after the other: testing channels, making tokens. It goes on while the person looks at other pages; `WorkBar`
// shows how far it is, and a toast shows how it ended.
import { createStore, useSelector } from '@tanstack/react-store'
import { messageOf } from '../../api/call-error.ts'
import { text } from '../../i18n/index.ts'
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

interface WorkEntry extends WorkState {
  /** What is not begun is left undone. */
  readonly isStopped: boolean
}

const works = createStore<{ readonly all: readonly WorkEntry[]; readonly lastId: number }>({ all: [], lastId: 0 })

/** Runs the same action on every item and reports the number of successes at the end. Never rejects. */
export async function runWork<Item>({ name, label, items, one, atOnce = 1, failedLink, undo }: WorkPlan<Item>): Promise<void> {
  const id = begin(name, label, items.length)
  const rest = [...items]
  let done = 0
  let failed = 0
  let reason = ''

  const lane = async () => {
    for (let item = rest.shift(); item !== undefined && !isStopped(id); item = rest.shift()) {
      await one(item).catch((error: unknown) => {
        failed += 1
        reason = messageOf(error)
      })
      done += 1
      change(id, { done })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))

  works.setState((state) => ({ ...state, all: state.all.filter((work) => work.id !== id) }))
  const words = text('work.finished', { label, count: done })
  if (failed === 0 && undo && done > 0) toast.undo(words, () => undo(items.slice(0, done)))
  else if (failed === 0) toast.done(words)
  else toast.failed(text('work.partly', { label, count: done - failed, failed, reason }), failedLink)
}

/** What is not begun is left undone. */
export function stopWork(id: number): void {
  change(id, { isStopped: true })
}

/** The works on one list that go on now. */
export function useWorks(name: string): readonly WorkState[] {
  return useSelector(works, ({ all }) => all).filter((work) => work.name === name)
}

function begin(name: string, label: string, total: number): number {
  const id = works.get().lastId + 1
  works.setState(({ all }) => ({ all: [...all, { id, name, label, done: 0, total, isStopped: false }], lastId: id }))
  return id
}

function isStopped(id: number): boolean {
  return works.get().all.find((work) => work.id === id)?.isStopped === true
}

function change(id: number, patch: Partial<WorkEntry>): void {
  works.setState((state) => ({ ...state, all: state.all.map((work) => (work.id === id ? { ...work, ...patch } : work)) }))
}
