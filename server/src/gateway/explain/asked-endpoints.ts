// The endpoints that can be asked about, as their doors serve them; a test compares.
import type { AskedEndpoint } from '@waystation/contract/calls/route'
import { chat } from '../operations/chat.ts'
import { completions } from '../operations/completions.ts'
import { embeddings } from '../operations/embeddings.ts'
import { imageEdits, imageEditsByJson, images } from '../operations/images/images.ts'
import { live } from '../operations/live.ts'
import { moderation } from '../operations/moderation.ts'
import { ocr } from '../operations/ocr.ts'
import { realtime } from '../operations/realtime.ts'
import { rerank } from '../operations/rerank.ts'
import { speech } from '../operations/speech.ts'
import { transcription, translation } from '../operations/transcription.ts'
import { film } from '../tasks/films/film.ts'
import type { RelayEndpoint } from '../types.ts'

type Served = Pick<RelayEndpoint, 'operation' | 'operationOfJson' | 'dialect'>

const served: Readonly<Record<AskedEndpoint, Served>> = {
  '/v1/chat/completions': { operation: chat, dialect: 'openai-chat' },
  '/v1/responses': { operation: chat, dialect: 'openai-responses' },
  '/v1/messages': { operation: chat, dialect: 'anthropic-messages' },
  '/v1beta/models': { operation: chat, dialect: 'gemini-generate' },
  '/v1/completions': { operation: completions, dialect: 'openai-chat' },
  '/v1/embeddings': { operation: embeddings, dialect: 'openai-chat' },
  '/v1/rerank': { operation: rerank, dialect: 'openai-chat' },
  '/v1/moderations': { operation: moderation, dialect: 'openai-chat' },
  '/v1/ocr': { operation: ocr, dialect: 'openai-chat' },
  '/v1/images/generations': { operation: images, dialect: 'openai-chat' },
  '/v1/images/edits': { operation: imageEdits, operationOfJson: imageEditsByJson, dialect: 'openai-chat' },
  '/v1/audio/speech': { operation: speech, dialect: 'openai-chat' },
  '/v1/audio/transcriptions': { operation: transcription, dialect: 'openai-chat' },
  '/v1/audio/translations': { operation: translation, dialect: 'openai-chat' },
  '/v1/videos': { operation: film, dialect: 'openai-chat' },
  '/v1/realtime': { operation: realtime, dialect: 'openai-chat' },
  '/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent': { operation: live, dialect: 'gemini-generate' },
}

/** What serves this endpoint. */
export const servedAt = (path: AskedEndpoint): RelayEndpoint => ({ method: 'POST', path, ...served[path] })
