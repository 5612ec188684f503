import { usualModerationModels } from '@waystation/wire/moderation'
import { cachedContentEndpoints } from '../files/cached-contents.ts'
import type { Gateway } from '../gateway.ts'
import { chat } from '../operations/chat.ts'
import { compact } from '../operations/compact.ts'
import { completions, fim } from '../operations/completions.ts'
import { embeddings, secondEmbeddings } from '../operations/embeddings.ts'
import { imageEdits, imageEditsByJson, images, imageVariations } from '../operations/images/images.ts'
import { chatModeration, moderation } from '../operations/moderation.ts'
import { ocr } from '../operations/ocr.ts'
import { rerank, secondRerank } from '../operations/rerank.ts'
import { speech } from '../operations/speech.ts'
import { transcription, translation } from '../operations/transcription.ts'
import { extendResponse, withConversation } from '../responses/extend-response.ts'
import type { ResponseServices } from '../responses/response-store.ts'
import { extendPictures, type PictureDoorServices } from '../tasks/pictures/picture-doors.ts'
import type { RelayEndpoint } from '../types.ts'
import { type DefaultServices, withOfferedModel } from './default-models.ts'

type EndpointServices = ResponseServices & DefaultServices & PictureDoorServices & Pick<Gateway, 'vendorFiles' | 'log'>

/** The doors of the data plane. */
export function relayEndpoints(gateway: EndpointServices): readonly RelayEndpoint[] {
  const usual = usualEndpoints(gateway)
  return [...usual, ...usual.flatMap(deploymentEndpoints)]
}

/** Where clients that call deployments make their addresses, of either version of that API: the same below `/openai` as below `/v1`. */
export const deploymentPrefixes = ['/openai/v1', '/openai'] as const

/** What is called by the deployment in the address in the older version. */
const BY_DEPLOYMENT = /^\/(?:(?:chat\/)?completions|embeddings|audio\/\w+|images\/(?:generations|edits))$/
/** What is called by the model in the body in both versions. */
const BY_BODY = /^\/responses(?:\/compact)?$/

function deploymentEndpoints(endpoint: RelayEndpoint): readonly RelayEndpoint[] {
  const task = endpoint.path.replace(/^\/v1/, '')
  const isByDeployment = BY_DEPLOYMENT.test(task)
  if (!isByDeployment && !BY_BODY.test(task)) return []
  const older: Partial<RelayEndpoint> = isByDeployment
    ? { path: `/openai/deployments/:model${task}`, isModelInAddress: true }
    : { path: `/openai${task}` }
  return [
    { ...endpoint, path: `/openai/v1${task}` },
    { ...endpoint, ...older },
  ]
}

function usualEndpoints(gateway: EndpointServices): readonly RelayEndpoint[] {
  const responses: Pick<RelayEndpoint, 'dialect' | 'extend'> = {
    dialect: 'openai-responses',
    extend: (call, caller) => extendResponse(call, caller, gateway),
  }
  const pictures: Omit<RelayEndpoint, 'path' | 'operation'> = {
    ...{ method: 'POST', dialect: 'openai-chat', defaultModel: 'dall-e-2', isServedOnce: true },
    extend: (call, caller) => extendPictures(call, caller, gateway),
  }
  return [
    chatEndpoint,
    { method: 'POST', path: '/v1/completions', operation: completions, dialect: 'openai-chat' },
    { method: 'POST', path: '/v1/embeddings', operation: embeddings, dialect: 'openai-chat' },
    { method: 'POST', path: '/v1/engines/:model/embeddings', operation: embeddings, dialect: 'openai-chat' },
    { method: 'POST', path: '/v1/audio/transcriptions', operation: transcription, dialect: 'openai-chat', defaultModel: 'whisper-1' },
    { method: 'POST', path: '/v1/audio/translations', operation: translation, dialect: 'openai-chat', defaultModel: 'whisper-1' },
    { method: 'POST', path: '/v1/audio/speech', operation: speech, dialect: 'openai-chat', defaultModel: 'tts-1' },
    { ...pictures, path: '/v1/images/generations', operation: images },
    { ...pictures, path: '/v1/images/edits', operation: imageEdits, operationOfJson: imageEditsByJson },
    { ...pictures, path: '/v1/images/variations', operation: imageVariations },
    { method: 'POST', path: '/v1/rerank', operation: rerank, dialect: 'openai-chat' },
    {
      ...{ method: 'POST', path: '/v1/moderations', operation: moderation, dialect: 'openai-chat', defaultModel: usualModerationModels[0] },
      extend: (call, caller) => withOfferedModel(call, caller, usualModerationModels, gateway),
    },
    { method: 'POST', path: '/v1/chat/moderations', operation: chatModeration, dialect: 'openai-chat' },
    { method: 'POST', path: '/v1/fim/completions', operation: fim, dialect: 'openai-chat' },
    { method: 'POST', path: '/v1/ocr', operation: ocr, dialect: 'openai-chat' },
    { method: 'POST', path: '/v2/embed', operation: secondEmbeddings, dialect: 'openai-chat', hasPlainMessages: true },
    { method: 'POST', path: '/v2/rerank', operation: secondRerank, dialect: 'openai-chat', hasPlainMessages: true },
    { method: 'POST', path: '/v1/responses', operation: chat, ...responses },
    { method: 'POST', path: '/v1/responses/compact', operation: compact, ...responses },
    { method: 'POST', path: '/v1/messages', operation: chat, dialect: 'anthropic-messages' },
    ...cachedContentEndpoints(gateway),
  ]
}

export const chatEndpoint: RelayEndpoint = { method: 'POST', path: '/v1/chat/completions', operation: chat, dialect: 'openai-chat' }

/** The console's own endpoints: authenticated by a session instead of a token. */
export const playgroundEndpoints: readonly RelayEndpoint[] = [
  { ...chatEndpoint, path: '/pg/chat/completions' },
  { method: 'POST', path: '/pg/images/generations', operation: images, dialect: 'openai-chat' },
  { method: 'POST', path: '/pg/images/edits', operation: imageEditsByJson, dialect: 'openai-chat' },
  { method: 'POST', path: '/pg/audio/speech', operation: speech, dialect: 'openai-chat' },
  { method: 'POST', path: '/pg/audio/transcriptions', operation: transcription, dialect: 'openai-chat' },
]

/** Counting the tokens of a prompt, for clients that need the count before they call. Never billed. */
export const countEndpoint: RelayEndpoint = {
  method: 'POST',
  path: '/v1/messages/count_tokens',
  operation: chat,
  dialect: 'anthropic-messages',
}

/** The same for the Responses API, whose conversations may be named by ids. */
export function responsesCountEndpoint(gateway: ResponseServices): RelayEndpoint {
  return {
    method: 'POST',
    path: '/v1/responses/input_tokens',
    operation: chat,
    dialect: 'openai-responses',
    extend: (call, caller) => withConversation(call, caller, gateway),
  }
}

/** Doors whose address ends in `{model}:{action}`. The action decides whether the reply is streamed. */
export const generateEndpoint: RelayEndpoint = { method: 'POST', path: '/v1beta/models', operation: chat, dialect: 'gemini-generate' }
