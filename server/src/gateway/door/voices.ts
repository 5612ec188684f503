// Which voices a caller may name, and for which models, also those that one talks with: OpenAI has no such list, so it is in the form that servers of speech have for Open WebUI
// and others, `{"voices": [{"id", "name"}]}`, with the models beside each.
import { channelType, formatsFor } from '@waystation/contract/channels/channel-type'
import { AppError } from '@waystation/contract/errors'
import type { JsonObject } from '@waystation/wire/encoding/json'
import { knownVoices, sessionVoices } from '@waystation/wire/sound/voices'
import { upstreamModelOf } from '../../domain/catalog/routable-channel.ts'
import type { Caller } from '../caller.ts'
import { callableModels, type ModelListServices } from './models.ts'

/**
 * The voices of the models that the caller may hear.
 * @param model only those of this one; undefined: of all. Throws model_not_found where it is none of them.
 */
export async function listVoices(caller: Caller, model: string | undefined, gateway: ModelListServices): Promise<JsonObject> {
  const names = await callableModels(caller, gateway)
  if (model !== undefined && !names.includes(model)) throw new AppError('model_not_found', { model: model.slice(0, 100) })
  const modelsOf = new Map<string, string[]>()
  for (const name of model === undefined ? names : [model]) {
    for (const voice of voicesFor(name, caller, gateway)) modelsOf.set(voice, [...(modelsOf.get(voice) ?? []), name])
  }
  return { voices: [...modelsOf].map(([id, models]) => ({ id, name: id, models })) }
}

/** What any of its channels takes. */
function voicesFor(name: string, { group, token }: Caller, { catalog, traits }: ModelListServices): ReadonlySet<string> {
  const candidates = catalog
    .current()
    .tiers(group, token?.aliases?.get(name) ?? name)
    .flatMap((tier) => tier.candidates)
  return new Set(
    candidates.flatMap(({ channel, model }) => {
      const vendor = channelType(channel.type)
      const upstream = upstreamModelOf(channel, model)
      const { work, likelyWork } = traits(upstream)
      const isFor = (operation: 'speech' | 'realtime') =>
        vendor.operations.includes(operation) && (work === operation || likelyWork === operation)
      if (isFor('realtime')) return sessionVoices(upstream)
      if (!isFor('speech')) return []
      return knownVoices(formatsFor(vendor, upstream).speech, upstream, Object.keys(channel.setting.voices ?? {}))
    }),
  )
}
