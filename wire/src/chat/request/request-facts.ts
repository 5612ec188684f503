// What the gateway must know of a request before it makes the call: enough to choose a channel and to set money aside.
import { choiceCount } from '../../choices.ts'
import { WireError } from '../../wire-error.ts'
import { type PromptSize, requestBytes } from './prompt-text.ts'
import type { ChatRequest } from './request.ts'

/** The facts of one request, whatever its dialect. */
export interface RequestFacts {
  readonly model: string
  readonly stream: boolean
  /** Does the client want the usage in its stream? */
  readonly streamUsage: boolean
  readonly promptSize: PromptSize
  /** Tokens per answer, reasoning included; absent: the client names no limit. */
  readonly maxOutputTokens?: number
  /** Choices requested, at least 1. */
  readonly choices: number
  /** How hard the model shall think, in the client's word; absent: it does not say. */
  readonly effort?: string
}

/**
 * The facts of a request that was read whole. A dialect that reports usage without a request always has it in its streams.
 *
 * Throws WireError where the limit of output tokens is no count.
 */
export function requestFacts(request: ChatRequest): RequestFacts {
  return {
    model: request.model,
    stream: request.stream ?? false,
    streamUsage: request.streamUsage ?? true,
    promptSize: requestBytes(request),
    ...outputLimit(request.maxOutputTokens),
    choices: choiceCount('choices', request.choices),
    ...(request.reasoning?.effort === undefined ? {} : { effort: request.reasoning.effort }),
  }
}

/** The greatest of the limits that a request names. Throws WireError where one of them is not a whole number from 0. */
export function outputLimit(...limits: readonly (number | undefined)[]): Pick<RequestFacts, 'maxOutputTokens'> {
  const named = limits.filter((limit) => limit !== undefined)
  for (const limit of named) if (!Number.isSafeInteger(limit) || limit < 0) throw new WireError('max_tokens', 'a whole number from 0')
  return named.length === 0 ? {} : { maxOutputTokens: Math.max(...named) }
}
