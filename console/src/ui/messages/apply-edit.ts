import type { Edit } from './markdown-edit.ts'

/** Carries out an edit in a text area as if it were typed: React hears of it, and undo takes it back. */
export function applyEdit(field: HTMLTextAreaElement, { start, end, insert, selectStart, selectEnd }: Edit): void {
  field.focus()
  field.setSelectionRange(start, end)
  // Deprecated, and still the only way that keeps the browser's own undo; without it the text changes all the same.
  if (!document.execCommand('insertText', false, insert)) {
    field.setRangeText(insert, start, end, 'end')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  field.setSelectionRange(selectStart, selectEnd)
}
