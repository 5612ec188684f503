import type { Words } from '../words.ts'
import type { kit as zh } from '../zh/kit.ts'

export const kit: Words<typeof zh> = {
  mapAdd: 'Add row',
  mapAsJson: 'Edit as JSON',
  mapAsRows: 'Edit as rows',
  mapNotFlat: 'Only plain key–value pairs can be edited as rows',
  mapFix: 'Fix the rows marked in red first',
  mapPaste: 'Paste JSON or lines of “key: value” to add many',
  mapNth: '{label} {n}',
  mapRemove: 'Remove {key}',
  mapRemoveBlank: 'Remove the empty row',
  mapNone: 'None yet',
  mapIncomplete: 'Fill in both sides',
  mapTwice: '“{key}” is already in the list',
  modelsUse: 'Use “{name}”',
  modelsUnknown_one: '{names} is not a known model',
  modelsUnknown_other: '{count} models are not known: {names}',
  modelUnknown: 'not a known model',
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
