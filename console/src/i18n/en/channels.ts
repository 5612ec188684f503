import type { Words } from '../words.ts'
import type { channels as zh } from '../zh/channels.ts'

export const channels: Words<typeof zh> = {
  id: 'ID',
  allTypes: 'All',
  allTags: 'All tags',
  noTag: 'No tag',
  untaggedCount: '{count} without a tag',
  resting: 'Resting',
  restingPartly: 'Partly resting',
  restingCount: '{count} resting',
  rest_failing: 'Its calls fail',
  rest_silent: 'It does not answer',
  rest_keys_cooling: 'All keys are rate-limited',
  restModels: 'only {names}',
  restSince: 'since {time}',
  restUntil: 'tried again at {time}',
}
