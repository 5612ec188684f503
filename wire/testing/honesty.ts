// The law of honesty: a writer names what it cannot express. A request and a reply use every canonical field, each with a word
// of its own, as a reader of a made-up dialect would give them; then every word is either in what was written or under the path
// of a loss.
import { expect, test } from 'vitest'
import type { Dialect, VendorDialect } from '../src/chat/dialect.ts'
import { lossList } from '../src/chat/losses/loss.ts'
import type { ChatEvent } from '../src/chat/reply/event.ts'
import { noTokens } from '../src/chat/reply/usage.ts'
import type { Extras } from '../src/chat/request/extras.ts'
import type { ChatRequest, Part } from '../src/chat/request/request.ts'
import type { JsonObject } from '../src/encoding/json.ts'
import { isUnder, leaves } from './unnamed.ts'

// A made-up dialect, so that extras and signatures are foreign to every writer.
const OTHER = 'nobody'

const foreign = (word: string): Extras => ({
  dialect: OTHER,
  fields: { [`field_${word}`]: word },
  nested: { inner: { deep: `${word}_deep` } },
})

const parts: Part[] = [
  {
    kind: 'text',
    text: 'w_text',
    cacheMark: { lifetimeSeconds: 300 },
    citations: [{ title: 'w_citation', value: { x: 'w_citation_value' } }],
    extras: foreign('w_text_extra'),
  },
  { kind: 'image', source: { kind: 'url', url: 'w_image' }, detail: 'w_detail', extras: foreign('w_image_extra') },
  { kind: 'image', source: { kind: 'file-id', id: 'w_image_id' } },
  { kind: 'audio', source: { kind: 'base64', data: 'w_sound' }, mediaType: 'audio/wav' },
  { kind: 'audio', source: { kind: 'url', url: 'w_sound_url' } },
  { kind: 'file', source: { kind: 'url', url: 'w_file_url' } },
  { kind: 'video', source: { kind: 'url', url: 'w_video' } },
  { kind: 'file', source: { kind: 'base64', data: 'w_file' }, mediaType: 'application/pdf', fileName: 'w_file_name' },
  { kind: 'unknown', type: 'w_type', value: { x: 'w_unknown' }, extras: { dialect: OTHER } },
]

export const fullRequest: ChatRequest = {
  model: 'w_model',
  turns: [
    { role: 'system', parts: [{ kind: 'text', text: 'w_system' }], extras: foreign('w_system_extra') },
    { role: 'user', parts, name: 'w_name', extras: foreign('w_turn_extra') },
    {
      role: 'assistant',
      parts: [
        {
          kind: 'reasoning',
          text: 'w_thought',
          signature: 'w_signature',
          encrypted: 'w_encrypted',
          id: 'w_thought_id',
          extras: foreign('w_thought_extra'),
        },
        { kind: 'text', text: 'w_beside' },
        {
          kind: 'tool-call',
          id: 'w_call',
          name: 'w_tool',
          argumentsText: '{"x":"w_arguments"}',
          signature: 'w_call_signature',
          extras: foreign('w_call_extra'),
        },
        { kind: 'refusal', text: 'w_refusal' },
      ],
    },
    {
      role: 'user',
      parts: [
        {
          kind: 'tool-result',
          toolCallId: 'w_call',
          parts: [
            { kind: 'text', text: 'w_result' },
            { kind: 'image', source: { kind: 'url', url: 'w_result_image' } },
          ],
          isError: true,
          extras: foreign('w_result_extra'),
        },
        { kind: 'text', text: 'w_after' },
      ],
    },
  ],
  tools: [
    {
      kind: 'function',
      name: 'w_tool',
      description: 'w_description',
      parameters: { x: 'w_parameters' },
      strict: true,
      cacheMark: {},
      extras: foreign('w_tool_extra'),
    },
    { kind: 'vendor', type: 'w_vendor', value: { x: 'w_vendor_value' }, extras: { dialect: OTHER } },
  ],
  toolChoice: { kind: 'some', names: ['w_tool'], isRequired: true, extras: foreign('w_choice_extra') },
  output: { kind: 'json-schema', schema: { x: 'w_schema' }, name: 'w_schema_name', extras: foreign('w_output_extra') },
  reasoning: { effort: 'w_effort', budgetTokens: 5, isEnabled: true, summary: 'w_summary', extras: foreign('w_reasoning_extra') },
  sampling: { temperature: 1, topK: 3 },
  stop: ['w_stop'],
  endUser: 'w_user',
  metadata: { x: 'w_metadata' },
  serviceTier: 'w_tier',
  verbosity: 'w_verbosity',
  cacheKey: 'w_cache_key',
  safetyIdentifier: 'w_safety',
  extras: foreign('w_extra'),
}

const answer: Part[] = [
  { kind: 'reasoning', text: 'w_thought', signature: 'w_signature', encrypted: 'w_encrypted', extras: foreign('w_thought_extra') },
  { kind: 'text', text: 'w_text', citations: [{ title: 'w_citation', value: { x: 'w_citation_value' } }], extras: foreign('w_text_extra') },
  { kind: 'tool-call', id: 'w_call', name: 'w_tool', argumentsText: '{"x":"w_arguments"}', signature: 'w_call_signature' },
  { kind: 'image', source: { kind: 'base64', data: 'w_image' }, mediaType: 'image/png' },
  { kind: 'unknown', type: 'w_type', value: { x: 'w_unknown' }, extras: { dialect: OTHER } },
]
const fullReply: ChatEvent[] = [
  { kind: 'reply-started', id: 'w_id', model: 'w_model', createdAt: 5, extras: foreign('w_head_extra') },
  { kind: 'unknown', extras: foreign('w_unknown_extra') },
  ...answer.flatMap((initial, part): ChatEvent[] => [
    { kind: 'part-started', choice: 0, part, initial },
    { kind: 'part-ended', choice: 0, part },
  ]),
  { kind: 'choice-ended', choice: 0, reason: 'refusal', rawReason: 'refused', stopSequence: 'w_stop', extras: foreign('w_end_extra') },
  {
    kind: 'usage-known',
    usage: { ...noTokens, freshInput: 1, cacheRead: 2, cacheWrite: 3, cacheWriteLong: 4, output: 5, reasoning: 1, raw: null },
  },
  { kind: 'reply-ended' },
]

/** The words that are neither in the text nor under the path of a loss. */
function unnamed(value: unknown, written: string, losses: readonly { path: string }[]): string[] {
  return leaves(value, new Set())
    .flatMap(({ path, text }) => [...text.matchAll(/\bw_\w+/g)].map(([word]) => ({ word, path })))
    .filter(({ word }) => !new RegExp(`(?:[^A-Za-z0-9_]|\\\\n|WaystationOf[a-z0]+[123]1*)${word}(?![A-Za-z0-9_])`).test(written))
    .filter(({ path }) => !isUnder(path, losses))
    .map(({ word, path }) => `${path}: ${word}`)
}

/**
 * Declares the test of honesty for what is written for vendors.
 *
 * @param named paths that must be among the losses of the request though they have no word of their own: numbers, flags, marks
 * @param request the request with every field, for a dialect that takes some fields for a few models only
 */
export function testRequestHonesty(
  dialect: Pick<VendorDialect, 'writeRequest'>,
  named: readonly string[],
  look?: (body: JsonObject) => void,
  request = fullRequest,
): void {
  test('a request of another dialect is written, and what is missing is named', () => {
    const losses = lossList()
    const body = dialect.writeRequest(request, losses)
    expect(unnamed(request, JSON.stringify(body), losses.losses)).toEqual([])
    const paths = losses.losses.map((loss) => loss.path)
    expect(paths).toEqual(expect.arrayContaining([...named]))
    expect(new Set(paths).size).toBe(paths.length)
    // The test can fail: without its losses, words are missing.
    expect(unnamed(request, JSON.stringify(body), []).length).toBeGreaterThan(10)
    look?.(body)
  })
}

/**
 * Declares the tests of honesty for a dialect's writers.
 *
 * @param named paths that must be among the losses of the request though they have no word of their own: numbers, flags, marks
 */
export function testHonesty(
  dialect: Dialect,
  named: readonly string[],
  look?: { request?(body: JsonObject): void; reply?(text: string): void },
): void {
  testRequestHonesty(dialect, named, look?.request)

  test.each([true, false])('a reply of another dialect is written, and what is missing is named; as a stream: %s', (stream) => {
    const losses = lossList()
    const writer = dialect.replyWriter({ stream, streamUsage: true }, losses)
    const text = [...fullReply.flatMap((event) => writer.push(event)), ...writer.end()].map((frame) => frame.data).join('\n')
    const reply = { choices: [{ parts: answer, stopSequence: 'w_stop', extras: foreign('w_end_extra') }] }
    expect(unnamed(reply, text, losses.losses)).toEqual([])
    expect(unnamed(reply, text, []).length).toBeGreaterThan(5)
    expect(losses.losses.map((loss) => loss.path)).toEqual(
      expect.arrayContaining(['reply.field_w_head_extra', 'reply.field_w_unknown_extra']),
    )
    look?.reply?.(text)
  })
}
