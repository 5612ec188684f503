import type { Json, JsonObject } from '../../../encoding/json.ts'
import type { LossLog } from '../../losses/loss.ts'
import { nameForeignExtras, ownExtras } from '../../request/extras.ts'
import type { ChatRequest } from '../../request/request.ts'
import { NAME } from '../name.ts'
import { writeExtras } from './extras.ts'
import { writeOutput, writeReasoning, writeSampling, writeStop } from './settings.ts'
import { writeTools } from './tools.ts'
import { writeTurns } from './turns.ts'

/**
 * A canonical request as a body of `POST /v1/messages`. Fields that it cannot express go to `losses`.
 *
 * `max_tokens`, which the vendor demands, is left out where the caller set no limit: the provider fills in the model's limit and
 * keeps it above `thinking.budget_tokens`. What was read in this dialect is given back as it came; what comes from another is put into the
 * form that the vendor takes: results of calls first and together, no empty blocks, ids in its letters, no thinking but its own.
 */
export function writeRequest(request: ChatRequest, losses: LossLog): JsonObject {
  const own = ownExtras(NAME, request)
  const body: JsonObject = { model: request.model }
  set(body, 'max_tokens', request.maxOutputTokens)
  const { system, messages } = writeTurns(request.turns, losses)
  set(body, 'system', system)
  body.messages = messages
  writeTools(body, request, losses)
  set(body, 'stream', request.stream)

  const config: JsonObject = {}
  writeOutput(body, config, request, losses)
  const isThinking = writeReasoning(body, config, request, losses)
  if (Object.keys(config).length > 0 || own?.spellings?.output_config !== undefined) body.output_config = config
  writeSampling(body, request, isThinking, losses)
  writeStop(body, request, losses)
  writePeople(body, request, losses)
  writeTier(body, request.serviceTier, own !== undefined, losses)
  nameTheRest(request, losses)
  writeExtras(body, request, '', losses)
  return body
}

/** The one field for a user that the vendor has takes the end user's name, or the hash that stands for it. */
function writePeople(body: JsonObject, request: ChatRequest, losses: LossLog): void {
  const { endUser, safetyIdentifier, metadata } = request
  const user = endUser ?? safetyIdentifier
  if (user !== undefined) body.metadata = { user_id: user }
  else if (ownExtras(NAME, request)?.spellings?.metadata !== undefined) body.metadata = {}
  if (endUser !== undefined && safetyIdentifier !== undefined) losses.add('safetyIdentifier', 'not-expressible')
  if (metadata !== undefined && Object.keys(metadata).length > 0) losses.add('metadata', 'not-expressible')
}

function writeTier(body: JsonObject, tier: string | undefined, isOwn: boolean, losses: LossLog): void {
  if (tier === undefined) return
  if (tier === 'default') body.service_tier = 'standard_only'
  else if (tier === 'auto' || isOwn) body.service_tier = tier
  else losses.add('serviceTier', 'not-expressible')
}

function nameTheRest(request: ChatRequest, losses: LossLog): void {
  for (const key of ['verbosity', 'cacheKey'] as const) if (request[key] !== undefined) losses.add(key, 'not-expressible')
  // Not to be stored is what happens here anyway.
  if (request.store === true) losses.add('store', 'not-expressible')
  if (request.choices !== undefined && request.choices > 1) losses.add('choices', 'needed')
  if (request.modalities?.some((kind) => kind !== 'text')) losses.add('modalities', 'needed')
  if (request.toolChoice?.kind === 'unknown') nameForeignExtras(NAME, request.toolChoice, 'toolChoice', losses)
}

function set(target: JsonObject, key: string, value: Json | undefined): void {
  if (value !== undefined) target[key] = value
}
