import { type ReadTraits, traitsOf } from '@waystation/contract/models/traits'

/** What one does with a model here. */
export type ModelWork = 'chat' | 'image' | 'realtime' | 'speech' | 'transcription'

/** @param read what models are; absent: by their names */
export function workOf(model: string, read: ReadTraits = traitsOf): ModelWork {
  const { work, likelyWork } = read(model)
  // A model that draws may answer a chat, so there the words in a name are not enough.
  if (work === 'image') return work
  const likely = work ?? likelyWork
  return likely === 'realtime' || likely === 'speech' || likely === 'transcription' ? likely : 'chat'
}
