// Which voices a caller may name, and for which models: OpenAI has no such list, so it is in the form that servers of speech have for Open WebUI
// and others, `{"voices": [{"id", "name"}]}`, with the models beside each.
import { channelType, formatsFor } from '@waystation/contract/channels/channel-type'
import { AppError } from '@waystation/contract/errors'
import type { JsonObject } from '@waystation/wire/encoding/json'
import { knownVoices } from '@waystation/wire/sound/voices'
import { upstreamModelOf } from '../../domain/catalog/routable-channel.ts'
import type { Caller } from '../types.ts'
import { callableModels, type ModelListServices, type ModelsRequest } from './models.ts'

/**
 * The voices of the models that the request's caller may have a text spoken by.
 * @param model only those of this one; undefined: of all. Throws model_not_found where it is none of them, and what authenticate throws.
 */
export async function listVoices(request: ModelsRequest, model: string | undefined, gateway: ModelListServices): Promise<JsonObject> {
  const { names, caller } = await callableModels(request, gateway)
  if (model !== undefined && !names.includes(model)) throw new AppError('model_not_found', { model: model.slice(0, 100) })
  const modelsOf = new Map<string, string[]>()
  for (const name of model === undefined ? names : [model]) {
    for (const voice of voicesFor(name, caller, gateway)) modelsOf.set(voice, [...(modelsOf.get(voice) ?? []), name])
  }
  return { voices: [...modelsOf].map(([id, models]) => ({ id, name: id, models })) }
}

/** What any of its channels takes. */
function voicesFor(name: string, { group }: Caller, { catalog, traits }: ModelListServices): ReadonlySet<string> {
  const candidates = catalog
    .current()
    .tiers(group, name)
    .flatMap((tier) => tier.candidates)
  return new Set(
    candidates.flatMap(({ channel, model }) => {
      const vendor = channelType(channel.type)
      const upstream = upstreamModelOf(channel, model)
      const { work, likelyWork } = traits(upstream)
      const isSpoken = vendor.operations.includes('speech') && (work === 'speech' || likelyWork === 'speech')
      if (!isSpoken) return []
      return knownVoices(formatsFor(vendor, upstream).speech, upstream, Object.keys(channel.setting.voices ?? {}))
    }),
  )
}
