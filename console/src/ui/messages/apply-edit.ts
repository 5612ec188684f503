import type { Edit } from './markdown-edit.ts'

/** Carries out an edit in a text area as if it were typed: React gets the event, and undo reverts it. */
export function applyEdit(field: HTMLTextAreaElement, { start, end, insert, selectStart, selectEnd }: Edit): void {
  field.focus()
  field.setSelectionRange(start, end)
  // Deprecated, but the only call that preserves the browser's undo; without it the text still changes.
  if (!document.execCommand('insertText', false, insert)) {
    field.setRangeText(insert, start, end, 'end')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  field.setSelectionRange(selectStart, selectEnd)
}
