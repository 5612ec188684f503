import { CallRefused } from '../chat/message.ts'
import { isFields } from '../chat/reply/fields.ts'
import { askPlayground, jsonOf } from '../chat/reply/playground-door.ts'
import type { VoiceSettings } from './voice-settings.ts'

/** It is used at once. */
const LIFETIME_SECONDS = 60

export interface SecretFor {
  readonly model: string
  readonly group: string
  readonly settings: VoiceSettings
}

/**
 * Gets a key that opens sessions of this model, with these settings and for a minute only.
 * @throws CallRefused when the server refuses or cannot be reached; the abort reason of `signal`
 */
export async function fetchClientSecret({ model, group, settings }: SecretFor, signal: AbortSignal): Promise<string> {
  const instructions = settings.instructions.trim()
  const voice = settings.voice.trim()
  const session = {
    ...{ type: 'realtime', model },
    ...(instructions === '' ? {} : { instructions }),
    ...(voice === '' ? {} : { audio: { output: { voice } } }),
  }
  const json = { group, session, expires_after: { anchor: 'created_at', seconds: LIFETIME_SECONDS } }
  const given = await jsonOf(await askPlayground('realtime/client_secrets', { json, signal }))
  if (isFields(given) && typeof given.value === 'string') return given.value
  throw new CallRefused({ message: JSON.stringify(given), code: '' }, undefined)
}
