// What Qwen demands of tools and of the format of the answer.
import { type ChatRule, inside, isGiven, textOf } from '../chat-judge.ts'
import { rule } from '../judge.ts'
import { errorPage, invalid } from './words.ts'

export const toolRules: readonly ChatRule[] = [
  rule('tool-name-length', 'https://github.com/QwenLM/Qwen3-VL/issues/2069 (2026-03-19)', ({ functions }) =>
    functions.some(({ definition }) => textOf(definition.name).length > 64)
      ? invalid('The length of the tool name cannot exceed 64.')
      : undefined,
  ),
  rule('tool-name-search', errorPage, ({ functions }) =>
    functions.some(({ definition }) => definition.name === 'search') ? invalid('Tool names are not allowed to be [search]') : undefined,
  ),
  // The newer generation names \`required\` among what it takes while it does not think.
  rule(
    'tool-choice-word',
    `${errorPage}, https://github.com/pydantic/pydantic-ai/issues/1265 (2025)`,
    ({ body: { tool_choice: choice }, model }) => {
      const words = /^qwen3\.[5-9]/.test(model) ? ['auto', 'none', 'required'] : ['auto', 'none']
      return typeof choice === 'string' && !words.includes(choice)
        ? invalid('tool_choice is one of the strings that should be ["none", "auto"]')
        : undefined
    },
  ),
  rule('json-not-mentioned', 'https://github.com/agno-agi/agno/pull/5317 (2025-11-05)', ({ body, messages }) =>
    inside(body.response_format).type === 'json_object' &&
    !messages.some(({ content }) => isGiven(content) && /json/i.test(JSON.stringify(content)))
      ? invalid("'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.")
      : undefined,
  ),
]
