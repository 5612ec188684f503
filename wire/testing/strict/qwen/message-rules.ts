// What the service of a Qwen model looks at in the messages.
import { parseJson } from '../../../src/json.ts'
import { type ChatRule, isGiven, objects, orphans, textOf, toolCalls, unanswered } from '../chat-judge.ts'
import { rule } from '../judge.ts'
import { invalid } from './words.ts'

export const messageRules: readonly ChatRule[] = [
  rule('function-call-in-message', 'https://github.com/QwenLM/Qwen3/issues/573 (2024-06-14)', ({ messages }) =>
    messages.some(({ function_call }) => isGiven(function_call))
      ? invalid('The [function_call] is not supported in the message; however, you may be able to use [tool_calls].')
      : undefined,
  ),
  rule('empty-tool-calls', 'https://github.com/microsoft/autogen/issues/5814 (2025-03-05)', ({ messages }) =>
    messages.some(({ tool_calls }) => Array.isArray(tool_calls) && tool_calls.length === 0)
      ? invalid('Empty tool_calls is not supported in message.')
      : undefined,
  ),
  rule('content-missing', 'https://github.com/QwenLM/qwen-code/issues/5265 (2026-06-17)', ({ messages }) =>
    messages.some(({ content, tool_calls }) => !isGiven(content) && objects(tool_calls).length === 0)
      ? invalid('The content field is a required field.')
      : undefined,
  ),
  rule(
    'arguments-not-json',
    'https://github.com/HKUDS/nanobot/issues/1487 (2026-03-03), https://github.com/alibaba/spring-ai-alibaba/issues/4533 (2026-04-10)',
    ({ messages }) =>
      toolCalls(messages).some((call) => parseJson(textOf(call.arguments)) === undefined)
        ? invalid('The "function.arguments" parameter of the code model must be in JSON format.')
        : undefined,
  ),
  rule(
    'result-without-call',
    'https://github.com/QwenLM/qwen-code/issues/2360 (2026-03-13), https://github.com/sigoden/aichat/pull/993 (2024-11-13)',
    ({ messages }) =>
      orphans(messages).length > 0
        ? invalid('messages with role "tool" must be a response to a preceeding message with "tool_calls".')
        : undefined,
  ),
  rule(
    'call-without-result',
    'https://github.com/QwenLM/qwen-code/issues/315 (2025-08-13), https://github.com/QwenLM/qwen-code/issues/606 (2025-09-14)',
    ({ messages }) => {
      const place = unanswered(messages)[0]?.place
      if (place === undefined) return undefined
      const rest = messages.slice(place + 1).findIndex(({ role }) => role !== 'tool')
      const next = rest < 0 ? messages.length : place + 1 + rest
      return invalid(
        `An assistant message with "tool_calls" must be followed by tool messages responding to each "tool_call_id". The following tool_call_ids did not have response messages: message[${next}].role`,
      )
    },
  ),
]
