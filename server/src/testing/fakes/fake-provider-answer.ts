// The fake provider's well-behaved answers: bodies and stream chunks in the shape of OpenAI's chat.
import type { FakeAsk, FakeCall, FakeUsage } from './fake-provider-ask.ts'

const CREATED = 1_700_000_000

export function chatBody(ask: FakeAsk, id: string): object {
  return {
    id,
    object: 'chat.completion',
    created: CREATED,
    model: ask.model,
    system_fingerprint: 'fp_fake',
    choices: Array.from({ length: ask.choices }, (_, index) => ({
      index,
      message: {
        role: 'assistant',
        content: ask.calls.length > 0 ? null : ask.pieces.join(''),
        refusal: null,
        ...(ask.thought.length > 0 ? { reasoning_content: ask.thought.join('') } : {}),
        ...(ask.calls.length > 0
          ? {
              tool_calls: ask.calls.map((call, at) => ({ id: callId(ask, id, [index, at]), ...named(call, call.argumentText) })),
            }
          : {}),
      },
      logprobs: ask.wantsLogprobs ? { content: ask.pieces.map(logprob), refusal: null } : null,
      finish_reason: finishOf(ask),
    })),
    ...usageField(ask),
  }
}

/** The data of every frame of a chat stream before `[DONE]`, in order; `pauseMs` belongs before those that carry text. */
export function chatChunks(ask: FakeAsk, id: string): { readonly data: string; readonly isPiece: boolean }[] {
  const base = { id, object: 'chat.completion.chunk', created: CREATED, model: ask.model, system_fingerprint: 'fp_fake' }
  const chunks: { data: string; isPiece: boolean }[] = []
  const push = (fields: object, isPiece = false) => chunks.push({ data: JSON.stringify({ ...base, ...fields }), isPiece })
  const each = (fields: (index: number) => object, more: object = {}, isPiece = false) => {
    for (let index = 0; index < ask.choices; index++) push({ choices: [{ index, ...fields(index) }], ...more }, isPiece)
  }

  const delta = (fields: object) => ({ delta: fields, logprobs: null, finish_reason: null })
  each(() => delta({ role: 'assistant', content: ask.calls.length > 0 ? null : '' }))
  for (const reasoning_content of ask.thought) each(() => delta({ reasoning_content }), {}, true)
  if (ask.calls.length > 0) {
    ask.calls.forEach((call, at) => {
      const { argumentText, isCustom } = call
      const middle = Math.ceil(argumentText.length / 2)
      const piece = (fields: object) => delta({ tool_calls: [{ index: at, ...fields }] })
      const begun = ask.hasWholeCalls ? argumentText : ''
      each((index) => piece({ id: callId(ask, id, [index, at]), ...named(call, begun) }), {}, true)
      if (ask.hasWholeCalls) return
      for (const part of [argumentText.slice(0, middle), argumentText.slice(middle)])
        each(() => piece(isCustom ? { custom: { input: part } } : { function: { arguments: part } }), {}, true)
    })
  } else {
    ask.pieces.forEach((content, at) => {
      const running = ask.usageMode === 'every-chunk' ? { usage: partOf(ask.usage, (at + 1) / ask.pieces.length) } : {}
      each(
        () => ({
          delta: { content },
          logprobs: ask.wantsLogprobs ? { content: [logprob(content)], refusal: null } : null,
          finish_reason: null,
        }),
        running,
        true,
      )
    })
  }
  const withFinish = ask.usageMode === 'with-finish' ? usageField(ask) : {}
  each(() => ({ delta: {}, logprobs: null, finish_reason: finishOf(ask) }), withFinish)
  for (const usage of closingUsages(ask)) push({ choices: [], usage })
  return chunks
}

function callId({ hasWholeCalls }: FakeAsk, id: string, place: readonly number[]): string {
  if (!hasWholeCalls) return `call_${id}_${place.join('_')}`
  return `${id.replace(/\D/g, '')}${place.join('')}`.padStart(9, 'c').slice(-9)
}

/** A call as an answer contains it, with this much of its arguments. */
function named({ name, isCustom }: FakeCall, text: string): object {
  return isCustom ? { type: 'custom', custom: { name, input: text } } : { type: 'function', function: { name, arguments: text } }
}

/** @param echoed the prompt, where it stands before the answer */
export function completionBody(ask: FakeAsk, id: string, echoed = ''): object {
  const text = echoed + ask.pieces.join('')
  return {
    id,
    object: 'text_completion',
    created: CREATED,
    model: ask.model,
    choices: Array.from({ length: ask.choices }, (_, index) => ({
      index,
      text,
      logprobs: ask.wantsLogprobs ? { tokens: [text], token_logprobs: [-0.1], top_logprobs: [{ [text]: -0.1 }], text_offset: [0] } : null,
      finish_reason: 'stop',
    })),
    ...usageField(ask),
  }
}

export function completionChunks(ask: FakeAsk, id: string): { readonly data: string; readonly isPiece: boolean }[] {
  const base = { id, object: 'text_completion', created: CREATED, model: ask.model }
  const chunks = ask.pieces.map((text, at) => {
    const finish_reason = at === ask.pieces.length - 1 ? 'stop' : null
    const choices = Array.from({ length: ask.choices }, (_, index) => ({ index, text, logprobs: null, finish_reason }))
    return { data: JSON.stringify({ ...base, choices }), isPiece: true }
  })
  return [...chunks, ...closingUsages(ask).map((usage) => ({ data: JSON.stringify({ ...base, choices: [], usage }), isPiece: false }))]
}

const DEFAULT_DIMENSIONS = 16

export function embeddingBody(ask: FakeAsk, request: { input?: unknown; dimensions?: number; encoding_format?: string }): object {
  const inputs = Array.isArray(request.input) && typeof request.input[0] !== 'number' ? request.input : [request.input]
  const data = inputs.map((_, index) => {
    const vector = Float32Array.from({ length: request.dimensions ?? DEFAULT_DIMENSIONS }, (_, at) => Math.fround(Math.sin(index + at + 1)))
    const embedding = request.encoding_format === 'base64' ? Buffer.from(vector.buffer).toString('base64') : [...vector]
    return { object: 'embedding', index, embedding }
  })
  const { prompt_tokens } = ask.usage
  return {
    object: 'list',
    data,
    model: ask.model,
    ...(ask.usageMode === 'missing' ? {} : { usage: { prompt_tokens, total_tokens: prompt_tokens } }),
  }
}

export function modelBody(id: string): object {
  return { id, object: 'model', created: CREATED, owned_by: 'fake' }
}

function logprob(token: string): object {
  return { token, logprob: -0.1, bytes: [...Buffer.from(token)], top_logprobs: [] }
}

function finishOf({ calls, isCutShort }: FakeAsk): string {
  return calls.length > 0 ? 'tool_calls' : isCutShort ? 'length' : 'stop'
}

function usageField(ask: FakeAsk): object {
  return ask.usageMode === 'missing' ? {} : { usage: corruptUsage(ask) }
}

/** The usage chunks that close a stream, if any. */
function closingUsages(ask: FakeAsk): FakeUsage[] {
  switch (ask.usageMode) {
    case 'missing':
    case 'with-finish':
    case 'every-chunk':
      return []
    case 'twice':
      return [partOf(ask.usage, 0.5), ask.usage]
    case 'decreasing':
      return [ask.usage, partOf(ask.usage, 0.5)]
    case 'asked':
      return ask.wantsUsage ? [ask.usage] : []
    default:
      return [corruptUsage(ask)]
  }
}

function corruptUsage({ usage, usageMode }: FakeAsk): FakeUsage {
  if (usageMode === 'negative')
    return { ...usage, prompt_tokens: -usage.prompt_tokens, completion_tokens: -usage.completion_tokens, total_tokens: -usage.total_tokens }
  if (usageMode === 'absurd') return { ...usage, prompt_tokens: 1e12, completion_tokens: 1e12, total_tokens: 2e12 }
  return usage
}

/** Usage when only a part of the output has been produced. */
function partOf(usage: FakeUsage, share: number): FakeUsage {
  const completion_tokens = Math.floor(usage.completion_tokens * share)
  return { ...usage, completion_tokens, total_tokens: usage.prompt_tokens + completion_tokens }
}
