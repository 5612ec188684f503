// Short messages at the edge of the screen. They can be raised from anywhere; `Toaster` shows them.
export interface ToastLink {
  readonly label: string
  readonly run: () => void
}

export interface ToastItem {
  readonly id: number
  readonly tone: 'green' | 'red' | 'amber' | 'blue'
  readonly text: string
  readonly link?: ToastLink | undefined
}

/** Milliseconds before a toast goes by itself. Errors stay until they are closed. */
const LIFE = 4000
/** More than this at once and the oldest goes. */
const MOST = 4

let items: readonly ToastItem[] = []
let lastId = 0
const listeners = new Set<() => void>()

/** Says something: `toast.done(t('token.saved'))`, `toast.failed(messageOf(error))`. The text is one line, already in the user's language. */
export const toast = {
  done: (text: string, link?: ToastLink) => show({ tone: 'green', text, link }),
  failed: (text: string, link?: ToastLink) => show({ tone: 'red', text, link }),
  warn: (text: string, link?: ToastLink) => show({ tone: 'amber', text, link }),
  info: (text: string, link?: ToastLink) => show({ tone: 'blue', text, link }),
}

export function closeToast(id: number): void {
  change(items.filter((item) => item.id !== id))
}

export const currentToasts = (): readonly ToastItem[] => items

export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function show(toast: Omit<ToastItem, 'id'>): void {
  lastId += 1
  const id = lastId
  const others = items.filter((item) => item.text !== toast.text)
  change([...others, { ...toast, id }].slice(-MOST))
  if (toast.tone !== 'red') setTimeout(() => closeToast(id), LIFE)
}

function change(next: readonly ToastItem[]): void {
  items = next
  for (const listener of listeners) listener()
}
