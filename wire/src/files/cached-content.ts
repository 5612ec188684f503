// Google's kept beginnings of prompts (`/v1beta/cachedContents`): what is read of a request to keep one. Source: Google, Gemini API reference,
// "Caching", 2026.
import { noTokens, type WireUsage } from '../chat/reply/usage.ts'
import { isObject, type Json, type JsonObject } from '../encoding/json.ts'
import { reader } from '../encoding/reader.ts'
import { WireError } from '../wire-error.ts'

export interface CachedContentRequest {
  /** Without `models/`. */
  readonly model: string
  /** For how long it is kept, in seconds. */
  readonly seconds: number
  /** The beginning of the prompt, as a request of the same dialect. */
  readonly prompt: JsonObject
}

/** Where neither a time to live nor an end is named. */
const USUAL_SECONDS = 3600
const DURATION = /^(\d{1,9}(?:\.\d{1,9})?)s$/

/** @param nowMs unix milliseconds. Throws WireError, with the path, where something has the wrong type. */
export function readCachedContent(body: Json, nowMs: number): CachedContentRequest {
  const r = reader(body, '')
  const { contents, systemInstruction, system_instruction: instruction, tools } = isObject(body) ? body : {}
  const given = { contents, systemInstruction: systemInstruction ?? instruction, tools }
  const prompt = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as JsonObject
  return { model: (r.text('model') ?? '').replace(/^models\//, ''), seconds: keptSeconds(body, nowMs) ?? USUAL_SECONDS, prompt }
}

/** For how long a request keeps content from now, in seconds; undefined where it does not say. Throws WireError. */
export function keptSeconds(body: Json, nowMs: number): number | undefined {
  const r = reader(body, '')
  const ttl = r.text('ttl')
  if (ttl !== undefined) {
    const seconds = Number(DURATION.exec(ttl)?.[1])
    if (Number.isNaN(seconds)) throw new WireError('ttl', 'a duration such as 300s')
    return seconds
  }
  const end = r.text('expireTime') ?? r.text('expire_time')
  if (end === undefined) return undefined
  const endMs = Date.parse(end)
  if (Number.isNaN(endMs)) throw new WireError('expireTime', 'a time such as 2026-11-27T12:00:00Z')
  return Math.max(0, (endMs - nowMs) / 1000)
}

/** Is this the vendor's word for content that it keeps? */
export const isCachedContent = (answer: Json): boolean => isObject(answer) && typeof answer.name === 'string'

/** The tokens that were read to be kept; undefined where none are reported. */
export function cachedContentUsage(answer: Json): WireUsage | undefined {
  const usage = isObject(answer) ? answer.usageMetadata : undefined
  if (!isObject(usage) || typeof usage.totalTokenCount !== 'number') return undefined
  return { ...noTokens, freshInput: usage.totalTokenCount, raw: usage }
}
