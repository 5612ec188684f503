import type { Words } from '../words.ts'
import type { kit as zh } from '../zh/kit.ts'

export const kit: Words<typeof zh> = {
  showResults: 'Show results',
  undo: 'Undo',
  undoing: 'Undoing…',
  undone: 'Undone',
}
