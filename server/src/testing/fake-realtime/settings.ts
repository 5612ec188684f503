// The settings of a session, as its events show them, and how they are changed.
import { isObject, type Json, type JsonObject } from '@waystation/wire/encoding/json'
import { inside, isGiven } from '@waystation/wire/testing/strict/openai/refusal'
import { invalid, type Problem } from './problem.ts'

/** A session ends after an hour. Source: guide "Realtime conversations", 2026. */
const LIFETIME_SECONDS = 3600

const pcm = { type: 'audio/pcm', rate: 24_000 }
const vad = { type: 'server_vad', threshold: 0.5, prefix_padding_ms: 300, silence_duration_ms: 200 }
const turns = { create_response: true, interrupt_response: true }
/** What a kind of turn detection has that is not named. */
const turnDefaults: Readonly<Record<string, JsonObject>> = {
  server_vad: { ...vad, idle_timeout_ms: null, ...turns },
  semantic_vad: { type: 'semantic_vad', eagerness: 'auto', ...turns },
}

export interface Opening {
  readonly id: string
  /** Undefined: a session that only transcribes. */
  readonly model: string | undefined
  readonly nowMs: number
}

/** What a session starts with. Source: `session.created` as recorded at api.openai.com, 2026-09-18. */
export function firstSettings({ id, model, nowMs }: Opening): JsonObject {
  const expires_at = Math.floor(nowMs / 1000) + LIFETIME_SECONDS
  const input = { format: pcm, transcription: null, noise_reduction: null }
  if (model === undefined) {
    const audio = { input: { ...input, turn_detection: vad } }
    return { type: 'transcription', object: 'realtime.transcription_session', id, expires_at, audio, include: null }
  }
  return {
    ...{ type: 'realtime', object: 'realtime.session', id, model, output_modalities: ['audio'], instructions: '', tools: [] },
    ...{ tool_choice: 'auto', max_output_tokens: 'inf', tracing: null, truncation: 'auto', prompt: null, expires_at },
    audio: {
      input: { ...input, turn_detection: turnDefaults.server_vad ?? null },
      output: { format: pcm, voice: 'alloy', speed: 1 },
    },
    include: null,
  }
}

/** The settings after a `session.update`: what it names takes the place of what was there. */
export function changed(settings: JsonObject, change: JsonObject): JsonObject {
  const { audio: audioChange, ...rest } = change
  const audio = inside(settings.audio)
  const { input, output } = inside(audioChange)
  return {
    ...settings,
    ...rest,
    audio: {
      ...audio,
      ...(isObject(input) && { input: { ...inside(audio.input), ...completed(input) } }),
      ...(isObject(output) && { output: { ...inside(audio.output), ...output } }),
    },
  }
}

function completed(input: JsonObject): JsonObject {
  const { turn_detection: turn, transcription } = input
  return {
    ...input,
    ...(isObject(turn) && { turn_detection: { ...turnDefaults[String(turn.type)], ...turn } }),
    ...(isObject(transcription) && { transcription: { language: null, prompt: null, ...transcription } }),
  }
}

/**
 * What a change is refused for, beside its shape.
 * Source: reference of `session.update` ("any field except for voice and model"); the refusals of voice, of kind and of both modalities as
 * public issues quote them. How the API words the refusal of a model is not known: here it is worded as that of a voice.
 */
export function changeProblem(settings: JsonObject, change: JsonObject, hasSpoken: boolean): Problem | undefined {
  if (change.type !== settings.type) {
    const [asked, open] = [change.type, settings.type].map((type) => (type === 'realtime' ? 'a realtime' : 'a transcription'))
    return invalid('invalid_parameter', `Passing ${asked} session update event to ${open} session is not allowed.`, 'session.type')
  }
  if (isGiven(change.model) && change.model !== settings.model)
    return invalid('cannot_update_model', "Cannot update a session's model.", 'session.model')
  const voice = inside(inside(change.audio).output).voice
  if (hasSpoken && voice !== undefined && JSON.stringify(voice) !== JSON.stringify(inside(inside(settings.audio).output).voice))
    return invalid('cannot_update_voice', "Cannot update a conversation's voice if assistant audio is present.")
  return modalityProblem(change.output_modalities, 'session.output_modalities')
}

/** Text or sound, not both. Source: reference of `output_modalities`, "not possible to request both text and audio at the same time". */
export function modalityProblem(modalities: Json | undefined, param: string): Problem | undefined {
  if (!Array.isArray(modalities) || modalities.length === 1) return undefined
  const shown = modalities.map((one) => `'${String(one)}'`).join(', ')
  return invalid('invalid_value', `Invalid modalities: [${shown}]. Supported combinations are: ['text'] and ['audio'].`, param)
}
