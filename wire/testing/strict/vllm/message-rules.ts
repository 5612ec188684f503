// The messages as vLLM reads them. Any role is taken here; the template of the model decides on it.
import { isObject, parseJson } from '../../../src/json.ts'
import { type ChatRule, isGiven, partsOf, textOf, toolCalls } from '../chat-judge.ts'
import { rule } from '../judge.ts'
import { invalidField } from './words.ts'

const chatUtils = 'https://github.com/vllm-project/vllm/blob/main/vllm/entrypoints/chat_utils.py (2026)'

/** The parts that the parser has a reader for. */
const parts =
  /^(text|refusal|input_text|output_text|thinking|image_url|input_image|image_pil|image_embeds|audio_url|input_audio|audio_embeds|video_url)$/

export const messageRules: readonly ChatRule[] = [
  rule('message-role', chatUtils, ({ messages }) => {
    const place = messages.findIndex(({ role }) => typeof role !== 'string')
    return place < 0 ? undefined : invalidField('missing', ['messages', place, 'role'], 'Field required', messages[place])
  }),
  rule('message-content', `${chatUtils}, https://github.com/vllm-project/vllm/issues/10015 (2024-11)`, ({ messages }) => {
    const place = messages.findIndex(({ content }) => isGiven(content) && typeof content !== 'string' && !Array.isArray(content))
    if (place < 0) return undefined
    return invalidField('string_type', ['messages', place, 'content', 'str'], 'Input should be a valid string', messages[place]?.content)
  }),
  rule('part-type', chatUtils, ({ messages }) => {
    const type = messages
      .flatMap(partsOf)
      .map((part) => textOf(part.type))
      .find((name) => name !== '' && !parts.test(name))
    return type === undefined ? undefined : `Unknown part type: ${type}`
  }),
  rule('arguments-not-json', chatUtils, ({ messages }) => {
    const given = toolCalls(messages).map((call) => call.arguments)
    const broken = given.some((one) => typeof one === 'string' && one !== '' && parseJson(one) === undefined)
    return broken && !given.some(isObject) ? 'Expecting value: line 1 column 1 (char 0)' : undefined
  }),
]
