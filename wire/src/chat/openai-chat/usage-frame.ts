import { isObject, type JsonObject, parseJson } from '../../encoding/json.ts'
import type { Frame } from '../../encoding/sse.ts'
import type { WireUsage } from '../reply/usage.ts'
import { writeUsage } from './usage.ts'

const HEAD = ['id', 'object', 'created', 'model', 'system_fingerprint', 'service_tier']

/**
 * The frame that reports the usage of a stream, for a client that requested it and a vendor that sent none. It carries the head of the stream's
 * own frames, so it serves chat and the legacy completions alike. Source: OpenAI's API reference, `stream_options.include_usage`.
 * @param last a frame of the stream; undefined when none came
 */
export function usageFrame(last: Frame | undefined, usage: WireUsage): Frame {
  const chunk = last?.data === undefined ? undefined : parseJson(last.data)
  const head: JsonObject = {}
  if (isObject(chunk)) for (const name of HEAD) if (chunk[name] !== undefined) head[name] = chunk[name]
  return { event: '', data: JSON.stringify({ ...head, choices: [], usage: writeUsage(usage) }) }
}
