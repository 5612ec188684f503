// What Moonshot demands of tools and of the choice among them.
import { isObject } from '../../../src/json.ts'
import { type ChatRule, inside, isGiven, objects, textOf } from '../chat-judge.ts'
import { rule } from '../judge.ts'
import { isThinking } from './models.ts'
import { schemaFault, schemaSources } from './schema.ts'

const reference = 'https://platform.kimi.ai/docs/api/tool-use (documentation as known in 2026-08)'

export const toolRules: readonly ChatRule[] = [
  rule('too-many-tools', `${reference}: at most 128; the text is not recorded`, ({ body }) =>
    objects(body.tools).length > 128 ? 'Invalid request: tools has at most 128 functions' : undefined,
  ),
  rule(
    'function-name',
    'https://github.com/continuedev/continue/pull/6818 (2025-07-28), https://github.com/MoonshotAI/kimi-cli/issues/2531 (2026-07-22)',
    ({ functions }) =>
      functions.some(({ definition }) => isGiven(definition.name) && !/^[A-Za-z_][\w-]{0,63}$/.test(textOf(definition.name)))
        ? 'Invalid request: function name is invalid, must start with a letter and can contain letters, numbers, underscores, and dashes'
        : undefined,
  ),
  rule('parameters-not-an-object-type', 'https://github.com/14790897/MiqroForge-Desktop/issues/1165 (2026-09-21)', ({ functions }) =>
    functions.some(({ definition: { parameters } }) => isObject(parameters) && parameters.type !== 'object')
      ? 'tools.function.parameters.type is required and must be "object"'
      : undefined,
  ),
  ...Object.entries(schemaSources).map(
    ([kind, source]): ChatRule =>
      rule(kind, source, ({ functions }) => {
        const found = functions.map(({ definition }) => schemaFault(definition.parameters)).find((fault) => fault !== undefined)
        if (found?.kind !== kind) return undefined
        const { path, message } = found
        const where = path.length === 0 ? 'root' : path.join('.')
        return `tools.function.parameters is not a valid moonshot flavored json schema, details: <At path '${where}': ${message}>`
      }),
  ),
  rule(
    'tool-choice-while-thinking',
    'https://github.com/AstrBotDevs/AstrBot/issues/7805 (2026-04-25), https://github.com/can1357/oh-my-pi/issues/1077 (2026-05-14)',
    (call) => {
      const { tool_choice: choice } = call.body
      if (!isThinking(call)) return undefined
      // The newest generation takes `required`, by its page of parameters, but no named function.
      if (choice === 'required' && !/^kimi-k[3-9]/.test(call.model)) return "tool_choice 'required' is incompatible with thinking enabled"
      return isGiven(inside(choice).function) ? "tool_choice 'specified' is incompatible with thinking enabled" : undefined
    },
  ),
]
