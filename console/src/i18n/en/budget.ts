import type { Words } from '../words.ts'
import type { budget as zh } from '../zh/budget.ts'

export const budget: Words<typeof zh> = {
  action: 'Budget',
  titleToken: 'Budget of token “{name}”',
  titleUser: 'Budget of user “{name}”',
  text: 'The most that may be spent in a day, a week or a month; it renews automatically. Balance and token quota are charged as usual.',
  period: 'Period',
  periods: { day: 'Each day', week: 'Each week (from Monday)', month: 'Each month (from the 1st)' },
  limit: 'Budget',
  soft: 'Warning level',
  softHint: 'When it is reached, you are notified once in the period; 0 for never',
  softAbove: 'The warning level must not exceed the budget',
  limitPositive: 'The budget must be more than 0',
  zone: 'Time zone',
  zoneHint: 'A period begins at midnight there',
  now: '{spent} of {limit} used in this period',
  renews: 'renews {time}',
  anew: 'Another period or time zone starts counting from now.',
  save: 'Save budget',
  remove: 'Remove budget',
  saved: 'Budget saved',
  removed: 'Budget removed',
  confirmRemove: 'Remove the budget?',
  confirmRemoveText: 'Only the balance and the token quota limit calls then.',
  mine: 'My budget',
  mineText: 'Set by an admin. It counts for all of your tokens and the playground.',
}
