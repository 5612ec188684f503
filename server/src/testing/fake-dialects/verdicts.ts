// Verdicts on texts: OpenAI's, and below `/mistral/` those of Mistral, for texts and for conversations, which refuse fields that they do not
// know. Sources: OpenAI's and Mistral's references, "Moderations", 2026. A text with `#flagged` is harmful; the texts' markers say what
// Mistral counts (`#in:30`), and `#usage:missing` leaves that out.
import { type FakeDialect, type FakeRequest, type Fields, fields, firstOf, objects, text, unknownField } from './fake-dialect.ts'

const OPENAI = new Set(['model', 'input'])
const MISTRAL = new Set(['model', 'input', 'metadata'])

const isMistrals = ({ target }: FakeRequest) => target.startsWith('/mistral/')
const isOfChats = ({ path }: FakeRequest) => path === '/chat/moderations'
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])

/** The texts of each verdict. */
function judged(request: FakeRequest): string[] {
  const { input } = request.body
  if (isOfChats(request)) {
    const chats = Array.isArray(listOf(input)[0]) ? listOf(input) : [input]
    return chats.map((messages) => text(objects(messages).at(-1)?.content))
  }
  const items = objects(input)
  if (items.length === 0) return listOf(input).map(text)
  return [items.map((item) => text(item.text)).join('\n')]
}

const pictureOf = (item: Fields) => fields(item.image_url).url

export const verdictsDialect: FakeDialect = {
  read: (request) => ({
    model: text(request.body.model),
    texts: judged(request),
    images: objects(request.body.input).filter((item) => pictureOf(item) !== undefined).length,
    messages: judged(request).length,
    isStream: false,
    isSilent: true,
  }),

  complaint(request) {
    const { body } = request
    const odd = unknownField(body, isMistrals(request) ? MISTRAL : OPENAI)
    if (odd !== undefined) return `Unrecognized request argument supplied: ${odd}`
    if (text(body.model) === 'text-moderation-stable') return 'The model `text-moderation-stable` has been deprecated'
    if (isOfChats(request)) return objects(listOf(body.input).flat()).length > 0 ? undefined : 'input: at least one message is needed'
    if (isMistrals(request))
      return firstOf(listOf(body.input), (one) => (typeof one === 'string' ? undefined : 'input: should be a valid string'))
    const isTyped = (item: Fields) => (item.type === 'text' ? typeof item.text === 'string' : typeof pictureOf(item) === 'string')
    return firstOf(objects(body.input), (item) => (isTyped(item) ? undefined : 'Invalid type for input'))
  },

  whole(ask, request, id) {
    const results = judged(request).map((one) => verdict(one.includes('#flagged'), isMistrals(request)))
    const { prompt_tokens } = ask.usage
    const counted = ask.usageMode === 'missing' ? {} : { usage: { prompt_tokens, completion_tokens: 0, total_tokens: prompt_tokens } }
    return { id: `modr-${id}`, model: ask.model, results, ...(isMistrals(request) ? counted : {}) }
  },

  stream: () => [],
  broken: (message) => message,
  error: (_status, message) => ({ error: { message, type: 'invalid_request_error', param: null, code: null } }),
}

function verdict(isHarmful: boolean, isOfMistral: boolean): object {
  const score = isHarmful ? 0.98 : 0.01
  if (isOfMistral)
    return {
      categories: { hate_and_discrimination: isHarmful, pii: false },
      category_scores: { hate_and_discrimination: score, pii: 0.01 },
    }
  return {
    flagged: isHarmful,
    categories: { hate: isHarmful, 'violence/graphic': false },
    category_scores: { hate: score, 'violence/graphic': 0.01 },
    category_applied_input_types: { hate: ['text'], 'violence/graphic': ['text', 'image'] },
  }
}
