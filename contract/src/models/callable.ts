// Which models can be called at a channel (docs/decisions/0025).
import { channelType } from '../channels/channel-type.ts'
import type { Operation } from '../vendors/vendor.ts'
import type { Work } from './stated-traits.ts'
import type { ModelTraits } from './traits.ts'

/** Of these operations a vendor must have one. Empty: no endpoint serves such models yet. */
const operationsFor: Readonly<Record<Work, readonly Operation[]>> = {
  chat: ['chat'],
  embedding: ['embeddings', 'embed-content'],
  ranking: ['rerank'],
  speech: ['speech'],
  transcription: ['transcription', 'translation'],
  image: ['images', 'image-edits', 'image-variations'],
  moderation: ['moderation', 'chat-moderation'],
  ocr: ['ocr'],
  realtime: ['realtime'],
  live: ['live'],
  drawing: ['drawing'],
  music: ['music'],
  film: ['videos'],
  other: [],
}

/**
 * Is there an endpoint by which a channel of this type serves such a model? No, for what is made for one that is not built. A model of which nothing
 * is known makes pictures at a vendor that does nothing else.
 */
export function isCallable(type: number, { work }: Pick<ModelTraits, 'work'>): boolean {
  const operations = channelType(type).operations
  const usual = operations.includes('images') && !operations.includes('chat') ? 'image' : 'chat'
  return operationsFor[work ?? usual].some((operation) => operations.includes(operation))
}
