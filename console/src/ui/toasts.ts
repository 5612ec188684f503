// Short messages at the edge of the screen. They can be raised from anywhere; `Toaster` shows them.
import { messageOf } from '../api/call-error.ts'
import { text as wordsFor } from '../i18n/index.ts'

export interface ToastLink {
  readonly label: string
  readonly run: () => unknown
  /** It is what Ctrl/Cmd Z does while the toast stands. */
  readonly isUndo?: boolean
}

export interface ToastItem {
  readonly id: number
  readonly tone: 'green' | 'red' | 'amber' | 'blue'
  readonly text: string
  readonly link?: ToastLink | undefined
  /** What its link began is under way. */
  readonly isBusy?: boolean
}

/** Milliseconds before a toast goes by itself. Errors stay until they are closed. */
const LIFE = 4000
/** Milliseconds in which something can be taken back. */
const UNDO_LIFE = 8000
/** Milliseconds that are left to a toast whose time ran out under the pointer or the focus. */
const GRACE = 1500
/** More than this at once and the oldest goes. */
const MOST = 4

let items: readonly ToastItem[] = []
let lastId = 0
let isHeld = false
const due = new Set<number>()
const listeners = new Set<() => void>()

/** Says something: `toast.done(t('token.saved'))`, `toast.failed(messageOf(error))`. The text is one line, already in the user's language. */
export const toast = {
  done: (text: string, link?: ToastLink) => void show({ tone: 'green', text, link }),
  failed: (text: string, link?: ToastLink) => void show({ tone: 'red', text, link }),
  warn: (text: string, link?: ToastLink) => void show({ tone: 'amber', text, link }),
  info: (text: string, link?: ToastLink) => void show({ tone: 'blue', text, link }),
  undo: offerUndo,
}

/**
 * Says that something was done, and offers for some seconds to take it back: by its link or by Ctrl/Cmd Z. It then shows how that went.
 * @param undo takes it back; must be quiet (`call`, or `useCall` with `isQuiet`), because a rejection is shown here
 * @example toast.undo(t('token.disabledOne', { name }), () => enableQuietly(id))
 */
function offerUndo(text: string, undo: () => Promise<unknown>): void {
  const run = async () => {
    change(items.map((item) => (item.id === id ? { ...item, isBusy: true } : item)))
    try {
      await undo()
      closeToast(id)
      show({ tone: 'green', text: wordsFor('kit.undone') })
    } catch (error) {
      closeToast(id)
      show({ tone: 'red', text: messageOf(error) })
    }
  }
  const id = show({ tone: 'green', text, link: { label: wordsFor('kit.undo'), run, isUndo: true } }, UNDO_LIFE)
}

export function closeToast(id: number): void {
  due.delete(id)
  change(items.filter((item) => item.id !== id))
}

/** While somebody points at the toasts or has the focus in them, none of them goes by itself. */
export function holdToasts(isHeldNow: boolean): void {
  isHeld = isHeldNow
  if (!isHeld) for (const id of due) setTimeout(() => closeWhenDue(id), GRACE)
}

export const currentToasts = (): readonly ToastItem[] => items

export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function show(toast: Omit<ToastItem, 'id'>, lifeMs = LIFE): number {
  lastId += 1
  const id = lastId
  const others = items.filter((item) => item.text !== toast.text)
  change([...others, { ...toast, id }].slice(-MOST))
  if (toast.tone !== 'red') setTimeout(() => closeWhenDue(id), lifeMs)
  return id
}

function closeWhenDue(id: number): void {
  // One that takes something back goes when that has ended.
  if (items.find((item) => item.id === id)?.isBusy) return
  if (isHeld) due.add(id)
  else closeToast(id)
}

function change(next: readonly ToastItem[]): void {
  items = next
  for (const listener of listeners) listener()
}
