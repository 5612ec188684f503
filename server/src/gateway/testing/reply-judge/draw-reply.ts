// Draws replies of a vendor of no dialect in particular, as the events that a reader gives: every kind of part, end and usage.
import type { ChatEvent, StopReason } from '@waystation/wire/chat/reply/event'
import { noTokens, type WireUsage } from '@waystation/wire/chat/reply/usage'
import type { Citation, Part } from '@waystation/wire/chat/request/request'
import type { Json } from '@waystation/wire/encoding/json'
import fc from 'fast-check'

/** A part, and what it grows by. */
interface DrawnPart {
  readonly initial: Part
  readonly growth: readonly Omit<Extract<ChatEvent, { kind: 'part-delta' }>, 'kind' | 'choice' | 'part'>[]
}

const extras = { dialect: 'another-dialect', fields: { another_field: 1 } }
const mayHave = <T extends object>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | object> => fc.oneof(fc.constant({}), arbitrary)
const pieceOfText = fc.constantFrom('', 'Hello', ' ', '\n\n', 'grüß 🎉', '"quoted" \\', 'data: x\n\ndata: y', 'a'.repeat(300))
const texts = fc.array(pieceOfText, { maxLength: 4 })
const signedBy = fc.constantFrom('anthropic-messages', 'openai-responses', 'gemini-generate', 'openai-chat')
const token = fc.constantFrom('c2lnbmF0dXJl', 'EqQB_-abc', '')

const logprobs = fc.constantFrom<Json>(
  { content: [{ token: 'Hello', logprob: -0.5, bytes: null, top_logprobs: [] }], refusal: null },
  { content: [{ token: 'a', logprob: -1, bytes: [97], top_logprobs: [{ token: 'b', logprob: -2, bytes: null }] }], refusal: null },
)
const citation: fc.Arbitrary<Citation> = fc.constantFrom<Citation>(
  { url: 'https://example.org', title: 'A page', start: 0, end: 3 },
  { url: 'https://example.org' },
  { url: 'https://example.org', quote: 'words', extras },
  { title: 'A file', quote: 'words', value: { type: 'file', file: 'x' } },
  { start: 2, end: 1 },
)

const text = fc
  .tuple(fc.oneof(fc.constant(''), pieceOfText), texts, fc.array(citation, { maxLength: 2 }), mayHave(fc.record({ logprobs })))
  .map(([first, more, citations, probabilities]): DrawnPart => {
    const growth = more.map((piece, at) => ({ text: piece, ...(at === 0 && probabilities) }))
    return { initial: { kind: 'text', text: first }, growth: [...growth, ...citations.map((one) => ({ citation: one }))] }
  })

const reasoning = fc
  .record({
    parts: texts,
    signer: signedBy,
    signature: token,
    encrypted: token,
    form: fc.constantFrom('none', 'first', 'late', 'encrypted', 'both'),
  })
  .map(({ parts, signer, signature, encrypted, form }): DrawnPart => {
    const held = form === 'first' || form === 'both' ? { signature } : form === 'encrypted' ? { encrypted } : {}
    const late = form === 'late' ? [{ signature }] : form === 'both' ? [{ encrypted }] : []
    const signed = form === 'none' ? {} : { signedBy: signer }
    return { initial: { kind: 'reasoning', text: '', ...held, ...signed }, growth: [...parts.map((piece) => ({ text: piece })), ...late] }
  })

const call = fc
  .record({
    name: fc.constantFrom('weather', 'run_it', 'mcp__server__tool'),
    pieces: fc.constantFrom([], [''], ['{}'], ['{"place"', ':"Pa', 'ris"}'], ['{"n":1}'], ['{"deep":{"list":[1,null,"x"]}}']),
    signature: mayHave(fc.record({ signature: token, signedBy })),
  })
  .map(({ name, pieces, signature }): DrawnPart => {
    return {
      initial: { kind: 'tool-call', id: 'call', name, argumentsText: '', ...signature },
      growth: pieces.map((piece) => ({ text: piece })),
    }
  })

const customCall = texts.map((pieces): DrawnPart => {
  return {
    initial: { kind: 'tool-call', id: 'call', name: 'run_it', argumentsText: '', isCustom: true },
    growth: pieces.map((piece) => ({ text: piece })),
  }
})

const refusal = texts.map(
  (pieces): DrawnPart => ({ initial: { kind: 'refusal', text: '' }, growth: pieces.map((piece) => ({ text: piece })) }),
)

const whole: fc.Arbitrary<DrawnPart> = fc
  .constantFrom<Part>(
    { kind: 'image', source: { kind: 'base64', data: 'aGk=' }, mediaType: 'image/png' },
    { kind: 'image', source: { kind: 'url', url: 'https://example.org/a.png' } },
    { kind: 'image', source: { kind: 'base64', data: 'aGk=' }, id: 'ig_1', extras },
    { kind: 'audio', source: { kind: 'base64', data: 'UklG' }, mediaType: 'audio/wav', transcript: 'hi', id: 'sound' },
    { kind: 'file', source: { kind: 'base64', data: 'aGk=' }, mediaType: 'application/pdf', fileName: 'a.pdf' },
    { kind: 'unknown', type: 'program', value: { code: 'x' }, extras },
  )
  .map((initial) => ({ initial, growth: [] }))

const part = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 2, arbitrary: reasoning },
  { weight: 3, arbitrary: call },
  { weight: 1, arbitrary: customCall },
  { weight: 1, arbitrary: refusal },
  { weight: 1, arbitrary: whole },
)

const reason = fc.constantFrom<StopReason>('stop', 'length', 'tool-calls', 'content-filter', 'refusal', 'pause', 'unknown')
const choice = fc.record({
  parts: fc.array(part, { maxLength: 6 }),
  areInterleaved: fc.boolean(),
  reason,
  end: fc.constantFrom({}, { stopSequence: 'END' }, { rawReason: 'a_word', extras }),
})

const usage: fc.Arbitrary<WireUsage> = fc.constantFrom<WireUsage>(
  { ...noTokens, raw: null },
  { ...noTokens, freshInput: 10, output: 5, reasoning: 2, raw: null },
  { ...noTokens, freshInput: 1, cacheRead: 2, cacheWrite: 3, cacheWriteLong: 4, output: 5, audioInput: 6, audioOutput: 7, raw: null },
  { ...noTokens, freshInput: 3, output: 1, uses: { webSearch: 2 }, tiers: ['priority'], raw: { x: 1 } },
)

/** A vendor's reply from its head to its end. */
export const drawnReply: fc.Arbitrary<ChatEvent[]> = fc
  .record({
    head: fc.constantFrom<ChatEvent[]>(
      [],
      [{ kind: 'reply-started' }],
      [{ kind: 'reply-started', id: 'reply-1', model: 'a-model', createdAt: 1_700_000_001 }],
      [
        { kind: 'reply-started', id: 'reply-1', extras },
        { kind: 'unknown', extras },
      ],
    ),
    choices: fc.oneof(
      { weight: 8, arbitrary: fc.array(choice, { minLength: 1, maxLength: 1 }) },
      { weight: 2, arbitrary: fc.array(choice, { maxLength: 3 }) },
    ),
    usage,
    usageAt: fc.constantFrom('start', 'end', 'both', 'never'),
    failure: fc.constantFrom(...Array<boolean>(15).fill(false), true),
  })
  .map((drawn): ChatEvent[] => {
    const known: ChatEvent[] = [{ kind: 'usage-known', usage: drawn.usage }]
    const { head, usageAt, choices } = drawn
    const before = [...head, ...(usageAt === 'start' || usageAt === 'both' ? known : []), ...choices.flatMap(partsOf)]
    if (drawn.failure) return [...before, { kind: 'reply-failed', message: 'the vendor is overloaded', type: 'server_error', code: '503' }]
    const ends = choices.map((one, index): ChatEvent => ({ kind: 'choice-ended', choice: index, reason: one.reason, ...one.end }))
    return [...before, ...ends, ...(usageAt === 'end' || usageAt === 'both' ? known : []), { kind: 'reply-ended' }]
  })

/** The events of the choice's parts: one after the other, or all at once. */
function partsOf({ parts, areInterleaved }: { parts: readonly DrawnPart[]; areInterleaved: boolean }, choice: number): ChatEvent[] {
  const lists = parts.map(({ initial, growth }, index): ChatEvent[] => [
    { kind: 'part-started', choice, part: index, initial: withOwnId(initial, `${choice}_${index}`) },
    ...growth.map((each): ChatEvent => ({ kind: 'part-delta', choice, part: index, ...each })),
    { kind: 'part-ended', choice, part: index },
  ])
  if (!areInterleaved) return lists.flat()
  const longest = Math.max(0, ...lists.map((events) => events.length))
  return Array.from({ length: longest }, (_, at) => lists.flatMap((events) => events[at] ?? [])).flat()
}

function withOwnId(part: Part, suffix: string): Part {
  return part.kind === 'tool-call' ? { ...part, id: `${part.id}_${suffix}` } : part
}
