// The structure of a request, as the gate before all models looks at it.
import { isObject } from '../../../src/json.ts'
import { type ChatRule, isGiven, objects, textOf } from '../chat-judge.ts'
import { rule } from '../judge.ts'
import { errorPage } from './words.ts'

const roles = ['system', 'assistant', 'user', 'tool', 'function']

export const structureRules: readonly ChatRule[] = [
  rule('messages-missing', errorPage, ({ body }) =>
    isGiven(body.messages) ? undefined : 'Either "prompt" or "messages" must exist and cannot both be none',
  ),
  rule('empty-list', 'https://github.com/onyx-dot-app/onyx/issues/10577 (2026-04-25)', ({ body }) => {
    const found = ['messages', 'tools'].find((name) => Array.isArray(body[name]) && body[name].length === 0)
    return found && `[] is too short - '${found}'`
  }),
  rule(
    'role-not-in-list',
    'https://github.com/proma-ai/Proma/issues/1496 (2026-08-08), https://github.com/ChatLab/ChatLab/issues/480 (2026-09-22)',
    ({ messages }) => {
      const place = messages.findIndex(({ role }) => !roles.includes(textOf(role)))
      const listed = roles.map((role) => `'${role}'`).join(', ')
      return place < 0 ? undefined : `${messages[place]?.role} is not one of [${listed}] - 'messages.[${place}].role'`
    },
  ),
  rule('tool-without-function', 'https://github.com/BerriAI/litellm/issues/30280 (2026-06-12)', ({ body }) => {
    const place = objects(body.tools).findIndex((tool) => !isObject(tool.function))
    return place < 0 ? undefined : `'function' is a required property, expected an object - 'tools.${place}'`
  }),
]
