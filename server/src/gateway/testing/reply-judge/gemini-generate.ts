// Replies of Gemini's generateContent, by the type `GenerateContentResponse` of the library `@google/genai`. The library declares every field
// as optional; what is demanded here is what its accessors and Google's recorded replies rely on.
import type { JsonObject } from '@waystation/wire/json'
import {
  anything,
  closed,
  decimal,
  dictionary,
  flag,
  integer,
  list,
  open,
  required,
  type Shape,
  text,
  words,
} from '@waystation/wire/testing/strict/shape'
import { misfit, objectAt, objectsIn, type StreamEvent, type Verdict } from './verdict.ts'

const count = integer({ min: 0 })
const modalities = list(open({ modality: text({ min: 1 }), tokenCount: count }))
const usage = open({
  promptTokenCount: required(count),
  totalTokenCount: required(count),
  candidatesTokenCount: count,
  cachedContentTokenCount: count,
  thoughtsTokenCount: count,
  toolUsePromptTokenCount: count,
  promptTokensDetails: modalities,
  candidatesTokensDetails: modalities,
  cacheTokensDetails: modalities,
  toolUsePromptTokensDetails: modalities,
})
const finishReason = words(
  ...'FINISH_REASON_UNSPECIFIED STOP MAX_TOKENS SAFETY RECITATION LANGUAGE OTHER BLOCKLIST PROHIBITED_CONTENT SPII'.split(' '),
  ...'MALFORMED_FUNCTION_CALL IMAGE_SAFETY UNEXPECTED_TOOL_CALL TOO_MANY_TOOL_CALLS IMAGE_PROHIBITED_CONTENT NO_IMAGE'.split(' '),
  ...'IMAGE_RECITATION IMAGE_OTHER CONTINUATION MALFORMED_RESPONSE'.split(' '),
)
/** The fields of a part of which it has exactly one. */
const kinds: Record<string, Shape> = {
  text: text(),
  inlineData: open({ data: required(text()), mimeType: required(text({ min: 1 })) }),
  fileData: open({ fileUri: required(text({ min: 1 })), mimeType: text() }),
  functionCall: open({
    name: text({ min: 1 }),
    args: dictionary(anything()),
    id: text({ min: 1 }),
    partialArgs: list(open({ jsonPath: required(text()), willContinue: flag() })),
    willContinue: flag(),
  }),
  functionResponse: open({ name: required(text({ min: 1 })), response: dictionary(anything()) }),
  executableCode: open({ code: required(text()), language: required(text()) }),
  codeExecutionResult: open({ outcome: required(text()), output: text() }),
  toolCall: open({}),
  toolResponse: open({}),
}
const part = open({ ...kinds, thought: flag(), thoughtSignature: text() })
const web = open({ uri: text({ min: 1 }), title: text(), domain: text() })
const grounding = open({
  groundingChunks: list(open({ web, retrievedContext: open({}), maps: open({}) })),
  groundingSupports: list(
    open({
      segment: open({ startIndex: count, endIndex: count, partIndex: count, text: text() }),
      groundingChunkIndices: list(count),
      confidenceScores: list(decimal()),
    }),
  ),
  webSearchQueries: list(text()),
  searchEntryPoint: open({ renderedContent: text() }),
})
const chosen = open({ token: text(), logProbability: decimal(), tokenId: integer() })
const candidate = open({
  content: open({ parts: list(part), role: words('model') }),
  finishReason,
  finishMessage: text(),
  index: count,
  groundingMetadata: grounding,
  citationMetadata: open({
    citations: list(open({ startIndex: count, endIndex: count, uri: text(), title: text(), license: text() })),
  }),
  safetyRatings: list(open({ category: text(), probability: text() })),
  avgLogprobs: decimal(),
  logprobsResult: open({ chosenCandidates: list(chosen), topCandidates: list(open({ candidates: list(chosen) })) }),
})
const reply = open({
  candidates: list(candidate),
  promptFeedback: open({ blockReason: text({ min: 1 }), safetyRatings: list(open({})) }),
  usageMetadata: usage,
  modelVersion: required(text({ min: 1 })),
  responseId: required(text({ min: 1 })),
  createTime: text({ pattern: /^\d{4}-\d\d-\d\dT[\d:.]+Z$/ }),
})
const error = closed({
  error: required(
    open({ code: required(integer()), message: required(text({ min: 1 })), status: required(text({ min: 1 })), details: list(open({})) }),
  ),
})

/** A whole reply. */
export function judgeContent(body: JsonObject): Verdict {
  if (body.error !== undefined) return failed(body)
  const order = new CandidateOrder()
  const complaint = order.take(body) ?? order.end()
  return complaint === undefined ? {} : { complaint }
}

function failed(body: JsonObject): Verdict {
  const complaint = misfit(error, body)
  return complaint === undefined ? { failure: String(objectAt(body, 'error').message) } : { complaint }
}

/** A stream. */
export function judgeContentStream(events: readonly StreamEvent[]): Verdict {
  const order = new CandidateOrder()
  for (const [at, { name, data }] of events.entries()) {
    if (data === undefined || name !== '') return { complaint: `${at}: an event of another dialect` }
    if (data.error !== undefined) return at === events.length - 1 ? failed(data) : { complaint: `${at}: goes on after a failure` }
    const complaint = order.take(data)
    if (complaint !== undefined) return { complaint: `${at}: ${complaint}` }
  }
  const complaint = order.end()
  return complaint === undefined ? {} : { complaint }
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
    return (
      misfit(reply, body) ??
      objectsIn(body.candidates)
        .map((each) => this.#candidate(each))
        .find((each) => each !== undefined)
    )
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
    return parts.map((each) => this.#part(each)).find((each) => each !== undefined)
  }

  #part(value: JsonObject): string | undefined {
    const held = Object.keys(value).filter((key) => Object.hasOwn(kinds, key))
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
