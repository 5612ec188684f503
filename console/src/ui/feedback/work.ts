// Work on many things, one after the other: testing channels, making tokens. It goes on while the person looks at other pages; `WorkBar`
// shows how far it is, and a toast shows how it ended.
import { createStore, useSelector } from '@tanstack/react-store'
import { CallError, messageOf } from '../../api/call-error.ts'
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
  /** Those that failed by name, for the toast; absent: they are only counted. */
  readonly namesOf?: (items: readonly Item[]) => string
  /** Takes back what was done; offered for some seconds, and where some failed until the toast is closed. */
  readonly undo?: WorkUndo<Item>
}

interface WorkUndo<Item> {
  /** Of one thing that was done. Must be quiet: a rejection is shown here, and the others go on. */
  readonly one: (item: Item) => Promise<unknown>
  /** After all of them, such as to load again what is shown. */
  readonly after: () => Promise<unknown>
}

interface WorkEntry extends WorkState {
  /** What is not begun is left undone. */
  readonly isStopped: boolean
}

const works = createStore<{ readonly all: readonly WorkEntry[]; readonly lastId: number }>({ all: [], lastId: 0 })

/** Runs the same action on every item and reports the number of successes at the end. Never rejects. */
export async function runWork<Item>(plan: WorkPlan<Item>): Promise<void> {
  const { name, label, items, one, atOnce = 1, failedLink, undo } = plan
  const id = begin(name, label, items.length)
  const onDone = (done: number) => change(id, { done })
  const ended = await runEach({ items, one, atOnce, onDone, isStopped: () => isStopped(id) })
  works.setState((state) => ({ ...state, all: state.all.filter((work) => work.id !== id) }))

  const isWhole = ended.failed.length === 0
  const words = isWhole ? text('work.finished', { label, count: ended.done.length }) : partlyWords(label, ended, plan)
  if (undo && ended.done.length > 0) toast.undo(words, () => takeBack(plan, undo, ended.done), isWhole ? 'green' : 'red')
  else if (isWhole) toast.done(words)
  else toast.failed(words, failedLink)
}

/** @throws CallError that says what could not be taken back, after everything was tried */
async function takeBack<Item>(plan: WorkPlan<Item>, undo: WorkUndo<Item>, items: readonly Item[]): Promise<void> {
  const ended = await runEach({ items, one: undo.one, atOnce: plan.atOnce ?? 1 })
  await undo.after()
  if (ended.failed.length > 0) throw new CallError({ message: partlyWords(text('kit.undo'), ended, plan), code: 'unknown', status: 0 })
}

/** How many were done, how many or which failed, and why the last of them did. */
function partlyWords<Item>(label: string, { done, failed, reason }: Ended<Item>, { namesOf }: WorkPlan<Item>): string {
  const facts = { label, count: done.length, failed: failed.length, reason }
  return namesOf ? text('work.partlyNamed', { ...facts, names: namesOf(failed) }) : text('work.partly', facts)
}

/** How it ended for each; what was not begun is in neither list. */
interface Ended<Item> {
  readonly done: readonly Item[]
  readonly failed: readonly Item[]
  /** Of the last failure. */
  readonly reason: string
}

interface EachParts<Item> extends Required<Pick<WorkPlan<Item>, 'items' | 'one' | 'atOnce'>> {
  readonly onDone?: (count: number) => void
  readonly isStopped?: () => boolean
}

/** Does it to each, in the order of the items; a failure does not hold the others up. */
async function runEach<Item>({ items, one, atOnce, onDone, isStopped }: EachParts<Item>): Promise<Ended<Item>> {
  const rest = [...items]
  const done: Item[] = []
  const failed: Item[] = []
  let reason = ''
  const lane = async () => {
    for (let item = rest.shift(); item !== undefined && !isStopped?.(); item = rest.shift()) {
      try {
        await one(item)
        done.push(item)
      } catch (error) {
        failed.push(item)
        reason = messageOf(error)
      }
      onDone?.(done.length + failed.length)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return { done, failed, reason }
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
