// What a model reads and what it answers with, as far as its kind and its prices tell.
import type { Work } from '@waystation/contract/models/stated-traits'
import type { PricingRow } from './pricing-rows.ts'

export type Modality = 'text' | 'image' | 'audio' | 'video' | 'file' | 'vector' | 'score' | 'verdict'

interface Modalities {
  readonly reads: readonly Modality[]
  readonly answers: readonly Modality[]
}

const byWork: Readonly<Partial<Record<Work, Modalities>>> = {
  embedding: { reads: ['text'], answers: ['vector'] },
  ranking: { reads: ['text'], answers: ['score'] },
  speech: { reads: ['text'], answers: ['audio'] },
  transcription: { reads: ['audio'], answers: ['text'] },
  image: { reads: ['text'], answers: ['image'] },
  drawing: { reads: ['text', 'image'], answers: ['image'] },
  film: { reads: ['text', 'image'], answers: ['video'] },
  music: { reads: ['text'], answers: ['audio'] },
  moderation: { reads: ['text'], answers: ['verdict'] },
  ocr: { reads: ['file', 'image'], answers: ['text'] },
  realtime: { reads: ['text', 'audio'], answers: ['text', 'audio'] },
  live: { reads: ['text', 'audio'], answers: ['text', 'audio'] },
}

/** Of a model that chats, sound and pictures are known where they have prices of their own. Undefined: nothing is known. */
export function modalitiesOf({ work, audioInput, audioOutput, imageInput }: PricingRow): Modalities | undefined {
  if (work !== undefined && work !== 'chat') {
    const known = byWork[work]
    return known && { ...known, reads: known.reads.includes('image') || imageInput === undefined ? known.reads : [...known.reads, 'image'] }
  }
  return {
    reads: ['text', ...(imageInput === undefined ? [] : ['image' as const]), ...(audioInput === undefined ? [] : ['audio' as const])],
    answers: ['text', ...(audioOutput === undefined ? [] : ['audio' as const])],
  }
}
