import type { Words } from '../words.ts'
import type { kit as zh } from '../zh/kit.ts'

export const kit: Words<typeof zh> = {
  showResults: 'Show results',
  undo: 'Undo',
  undoing: 'Undoing…',
  undone: 'Undone',
  range: {
    from: 'First day',
    to: 'Last day',
    apply: 'Apply',
    backwards: 'The first day must not be after the last',
    tooLong: 'At most {count} days',
  },
  chart: {
    legend: 'Legend: click a name to hide it',
    hide: 'Hide',
    show: 'Show',
  },
}
