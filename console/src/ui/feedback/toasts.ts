// Short messages at the edge of the screen. They can be raised from anywhere; `Toaster` shows them.
import { createStore, useSelector } from '@tanstack/react-store'
import { messageOf } from '../../api/call-error.ts'
import { text as wordsFor } from '../../i18n/index.ts'

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
  /** The action of its link is running. */
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

interface ToastState {
  readonly items: readonly ToastItem[]
  readonly lastId: number
  /** The pointer or the focus is in them. */
  readonly isHeld: boolean
  /** Those whose time ran out while they were held. */
  readonly due: ReadonlySet<number>
}

const toasts = createStore<ToastState>({ items: [], lastId: 0, isHeld: false, due: new Set<number>() })

/** Shows a toast: `toast.done(t('token.saved'))`, `toast.failed(messageOf(error))`. The text is one line in the user's language. */
export const toast = {
  done: (text: string, link?: ToastLink) => void show({ tone: 'green', text, link }),
  failed: (text: string, link?: ToastLink) => void show({ tone: 'red', text, link }),
  warn: (text: string, link?: ToastLink) => void show({ tone: 'amber', text, link }),
  info: (text: string, link?: ToastLink) => void show({ tone: 'blue', text, link }),
  undo: offerUndo,
}

/**
 * Reports a finished action and offers undo for some seconds: by its link or by Ctrl/Cmd Z. It then shows how that went.
 * In red, for what was done in part, it stays until it is closed.
 * @param undo takes it back; must be quiet (`call`, or `useCall` with `isQuiet`), because a rejection is shown here
 * @example toast.undo(t('token.disabledOne', { name }), () => enableQuietly(id))
 */
function offerUndo(text: string, undo: () => Promise<unknown>, tone: 'green' | 'red' = 'green'): void {
  const run = async () => {
    change((items) => items.map((item) => (item.id === id ? { ...item, isBusy: true } : item)))
    try {
      await undo()
      closeToast(id)
      show({ tone: 'green', text: wordsFor('kit.undone') })
    } catch (error) {
      closeToast(id)
      show({ tone: 'red', text: messageOf(error) })
    }
  }
  const id = show({ tone, text, link: { label: wordsFor('kit.undo'), run, isUndo: true } }, UNDO_LIFE)
}

export function closeToast(id: number): void {
  change((items) => items.filter((item) => item.id !== id))
}

/** While the pointer or the focus is in the toasts, none of them closes by itself. */
export function holdToasts(isHeld: boolean): void {
  const { due } = toasts.get()
  toasts.setState((state) => ({ ...state, isHeld }))
  if (!isHeld) for (const id of due) setTimeout(() => closeWhenDue(id), GRACE)
}

export const currentToasts = (): readonly ToastItem[] => toasts.get().items

/** What `Toaster` shows. */
export function useToasts(): readonly ToastItem[] {
  return useSelector(toasts, ({ items }) => items)
}

function show(toast: Omit<ToastItem, 'id'>, lifeMs = LIFE): number {
  const id = toasts.get().lastId + 1
  toasts.setState((state) => ({ ...state, lastId: id }))
  change((items) => [...items.filter((item) => item.text !== toast.text), { ...toast, id }].slice(-MOST))
  if (toast.tone !== 'red') setTimeout(() => closeWhenDue(id), lifeMs)
  return id
}

function closeWhenDue(id: number): void {
  const { items, isHeld } = toasts.get()
  // One that takes something back goes when that has ended.
  if (items.find((item) => item.id === id)?.isBusy) return
  if (isHeld) toasts.setState((state) => ({ ...state, due: new Set([...state.due, id]) }))
  else closeToast(id)
}

/** What is gone is due no more. */
function change(next: (items: readonly ToastItem[]) => readonly ToastItem[]): void {
  toasts.setState((state) => {
    const items = next(state.items)
    return { ...state, items, due: new Set(items.flatMap(({ id }) => (state.due.has(id) ? [id] : []))) }
  })
}
