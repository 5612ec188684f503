// Replies of Gemini's generateContent, by the type `GenerateContentResponse` of the library `@google/genai`. The library declares every field
// as optional; what is demanded here is what its accessors and Google's recorded replies rely on.
import type { JsonObject } from '@waystation/wire/encoding/json'
import { sdkDeclarations } from '@waystation/wire/testing/sdk/declarations'
import { demanded, filled, replyShapes } from '@waystation/wire/testing/sdk/reply-shapes'
import { closed, integer, list, open, required, text } from '@waystation/wire/testing/strict/shape'
import { failed, firstOf, misfit, objectAt, objectsIn, type StreamEvent, type Verdict, verdictBy } from './verdict.ts'

/** The fields of a part of which it has exactly one. */
const kinds = new Set([
  ...['text', 'inlineData', 'fileData', 'functionCall', 'functionResponse', 'executableCode', 'codeExecutionResult'],
  ...['toolCall', 'toolResponse'],
])
const shapes = replyShapes(sdkDeclarations(['@google/genai/dist/genai.d.ts']), {
  without: new Set(['GenerateContentResponse.sdkHttpResponse', 'GenerateContentResponse.automaticFunctionCallingHistory']),
  additions: {
    ...filled('modelVersion', 'responseId', 'blockReason', 'mimeType', 'fileUri', 'name', 'id', 'uri', 'modality'),
    ...demanded(
      'Blob_2.data',
      'Blob_2.mimeType',
      'FileData.fileUri',
      'PartialArg.jsonPath',
      'ExecutableCode.code',
      'ExecutableCode.language',
    ),
    ...demanded('CodeExecutionResult.outcome', 'GenerateContentResponse.modelVersion', 'GenerateContentResponse.responseId'),
    ...demanded('promptTokenCount', 'totalTokenCount'),
    'FunctionResponse.name': { required: true, min: 1 },
    'Content.role': { oneOf: ['model'] },
    createTime: { pattern: /^\d{4}-\d\d-\d\dT[\d:.]+Z$/ },
  },
})
const reply = shapes('GenerateContentResponse')
const error = closed({
  error: required(
    open({ code: required(integer()), message: required(text({ min: 1 })), status: required(text({ min: 1 })), details: list(open({})) }),
  ),
})

/** A whole reply. */
export function judgeContent(body: JsonObject): Verdict {
  if (body.error !== undefined) return failed(error, body)
  const order = new CandidateOrder()
  return verdictBy(order.take(body) ?? order.end())
}

/** A stream. */
export function judgeContentStream(events: readonly StreamEvent[]): Verdict {
  const order = new CandidateOrder()
  for (const [at, { name, data }] of events.entries()) {
    if (data === undefined || name !== '') return { complaint: `${at}: an event of another dialect` }
    if (data.error !== undefined) return at === events.length - 1 ? failed(error, data) : { complaint: `${at}: goes on after a failure` }
    const complaint = order.take(data)
    if (complaint !== undefined) return { complaint: `${at}: ${complaint}` }
  }
  return verdictBy(order.end())
}

class CandidateOrder {
  readonly #reasons = new Map<number, unknown>()
  readonly #ids = new Set<unknown>()
  #id: unknown
  #hasFeedback = false

  take(body: JsonObject): string | undefined {
    this.#id ??= body.responseId
    this.#hasFeedback ||= body.promptFeedback !== undefined
    if (body.responseId !== this.#id) return `another id: ${body.responseId}`
    return misfit(reply, body) ?? firstOf(objectsIn(body.candidates), (each) => this.#candidate(each))
  }

  end(): string | undefined {
    if (this.#reasons.size === 0 && !this.#hasFeedback) return 'no candidate, and no word why'
    const [open] = [...this.#reasons].find(([, reason]) => reason === undefined) ?? []
    return open === undefined ? undefined : `candidate ${open} does not end`
  }

  #candidate(value: JsonObject): string | undefined {
    const index = Number(value.index ?? 0)
    const parts = objectsIn(objectAt(value, 'content').parts)
    const isOver = this.#reasons.get(index) !== undefined
    if (isOver && parts.some((each) => each.text !== '')) return `candidate ${index} goes on after its end`
    this.#reasons.set(index, value.finishReason ?? this.#reasons.get(index))
    return firstOf(parts, (each) => this.#part(each))
  }

  #part(value: JsonObject): string | undefined {
    const held = Object.keys(value).filter((key) => kinds.has(key))
    if (held.length !== 1) return `a part with ${held.length} contents: ${JSON.stringify(value).slice(0, 200)}`
    const { functionCall } = value
    if (functionCall === undefined) return undefined
    const { id, name, partialArgs, willContinue } = objectAt(value, 'functionCall')
    const isPiece = partialArgs !== undefined || willContinue !== undefined
    if (!isPiece && name === undefined && id !== undefined) return 'a call without a name'
    if (isPiece || id === undefined) return undefined
    return this.#ids.size === this.#ids.add(id).size ? `two calls of one id: ${id}` : undefined
  }
}
