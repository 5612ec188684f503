// What Moonshot looks at in the messages.
import type { JsonObject } from '../../../src/json.ts'
import { type ChatRule, imageUrl, isGiven, objects, orphans, partsOf, textOf, unanswered } from '../chat-judge.ts'
import { rule } from '../judge.ts'
import { isTextOnly, isThinking } from './models.ts'

const roles = ['system', 'user', 'assistant', 'tool']

/** Without any text, part or call. */
function isEmpty({ role, content, tool_calls }: JsonObject): boolean {
  if (role === 'tool' || objects(tool_calls).length > 0) return false
  return !isGiven(content) || content === '' || (Array.isArray(content) && content.length === 0)
}

export const messageRules: readonly ChatRule[] = [
  rule(
    'unsupported-role',
    'https://github.com/openclaw/openclaw/pull/22194 (2026-02-20), https://github.com/earendil-works/pi/pull/8109 (2026-08-14)',
    ({ messages }) =>
      messages.some(({ role }) => !roles.includes(textOf(role))) ? 'Invalid request: unsupported role ROLE_UNSPECIFIED' : undefined,
  ),
  rule(
    'empty-message',
    'https://github.com/lobehub/lobehub/pull/8419 (2025-07-13), https://github.com/anomalyco/opencode/issues/37887 (2026-07-20)',
    ({ messages }) => {
      const place = messages.findIndex(isEmpty)
      return place < 0
        ? undefined
        : `Invalid request: the message at position ${place} with role '${messages[place]?.role}' must not be empty`
    },
  ),
  rule('empty-text-part', 'https://github.com/BerriAI/litellm/issues/42186 (2026-09)', ({ messages }) =>
    messages.flatMap(partsOf).some(({ type, text }) => type === 'text' && text === '')
      ? 'Invalid request: text content is empty'
      : undefined,
  ),
  rule(
    'invalid-part-type',
    'https://github.com/MoonshotAI/kimi-cli/issues/788 (2026-01-29), https://platform.kimi.ai/docs/api/chat',
    ({ messages, model }) => {
      const taken = isTextOnly(model) ? ['text'] : ['text', 'image_url', 'video_url']
      const found = messages.flatMap((message, place) => partsOf(message).map(({ type }) => ({ place, role: message.role, type })))
      const wrong = found.find(({ type }) => !taken.includes(textOf(type)))
      return wrong && `the message at position ${wrong.place} with role '${wrong.role}' contains an invalid part type: ${wrong.type}`
    },
  ),
  rule('unsupported-image-url', 'https://github.com/OpenHands/software-agent-sdk/pull/3219 (2026-05-12)', ({ messages }) => {
    const url = messages
      .flatMap(partsOf)
      .map(imageUrl)
      .find((one) => one !== undefined && !/^(data:|ms:\/\/)/.test(one))
    return url === undefined ? undefined : `Invalid request: unsupported image url: ${url}`
  }),
  rule(
    'duplicate-tool-call-id',
    'https://github.com/openclaw/openclaw/issues/84730 (2026-05-20); the text is not recorded',
    ({ messages }) => {
      const ids = messages.map(({ tool_calls }) => objects(tool_calls).map(({ id }) => textOf(id)))
      const twice = ids.flatMap((of) => of.filter((id, place) => of.indexOf(id) !== place))[0]
      return twice === undefined ? undefined : `Invalid request: tool call id ${twice} is duplicated`
    },
  ),
  rule(
    'reasoning-content-missing',
    'https://github.com/sipeed/picoclaw/issues/588 (2026-02-21), https://github.com/earendil-works/pi/pull/4178 (2026-05-05)',
    (call) => {
      if (!isThinking(call)) return undefined
      // An empty text counts as missing; a blank does not.
      const place = call.messages.findIndex(
        ({ tool_calls, reasoning_content }) => objects(tool_calls).length > 0 && !textOf(reasoning_content),
      )
      return place < 0 ? undefined : `thinking is enabled but reasoning_content is missing in assistant tool call message at index ${place}`
    },
  ),
  rule('call-without-result', 'https://github.com/MoonshotAI/kimi-cli/issues/2405 (2026-05-31)', ({ messages }) => {
    const ids = unanswered(messages)[0]?.ids
    return (
      ids &&
      `an assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${ids.join(', ')}`
    )
  }),
  rule('result-without-call', 'https://github.com/MoonshotAI/kimi-code/issues/1053 (2026-06-24)', ({ messages }) =>
    orphans(messages).length > 0 ? 'tool_call_id  is not found' : undefined,
  ),
]
