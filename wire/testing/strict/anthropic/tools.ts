// Tools and the choice of tools.
import { isObject, type Json, type JsonObject } from '../../../src/encoding/json.ts'
import { rule } from '../judge.ts'
import { type Call, firstOf, type Rule, textOf, typeOf } from './call.ts'
import { isDraft202012 } from './schema-draft.ts'

const draft = 'https://json-schema.org/draft/2020-12'

export const toolRules: readonly Rule[] = [
  rule('tool-names-unique', 'https://github.com/danny-avila/LibreChat/issues/13162 (2026-05-17)', ({ tools }) => {
    const names = tools.map((tool) => tool.name).filter((name) => name !== undefined)
    return new Set(names).size < names.length ? 'tools: Tool names must be unique.' : undefined
  }),
  schemaRule('schema-top-level-union', 'https://github.com/anthropics/claude-code/issues/5973 (2025-08-17)', (schema) =>
    ['oneOf', 'allOf', 'anyOf'].some((keyword) => schema[keyword] !== undefined)
      ? ': input_schema does not support oneOf, allOf, or anyOf at the top level'
      : undefined,
  ),
  schemaRule(
    'schema-property-names',
    'https://platform.claude.com/docs/en/managed-agents/self-hosted-sandboxes, quoted in https://github.com/diegosouzapw/OmniRoute/issues/13552 (2026-09-15)',
    (schema) => {
      const names = isObject(schema.properties) ? Object.keys(schema.properties) : []
      const bad = names.some((name) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(name))
      return bad ? ".properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'" : undefined
    },
  ),
  schemaRule('schema-invalid', 'https://github.com/anthropics/claude-code/issues/86665 (2026-08-14)', (schema) =>
    isDraft202012(withoutNulls(schema))
      ? undefined
      : `: JSON schema is invalid. It must match JSON Schema draft 2020-12 (${draft}). Learn more about tool use at https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview.`,
  ),
  rule(
    'tool-type-not-supported',
    'https://platform.claude.com/docs/en/models/opus-5-5/whats-new-opus-5-5 (2026-09-22)',
    ({ tools, model }) => {
      const old = /^claude-opus-5-5/.test(model) && tools.some((tool) => tool.type === 'computer_20251124')
      if (!old) return undefined
      return `'${model}' does not support tool types: computer_20251124. Did you mean one of computer_toolset_20260801?`
    },
  ),
  rule('forced-tools-not-supported', 'https://platform.claude.com/docs/en/api/errors, "Forced tool use not supported" (2026-10)', (call) =>
    isForced(call) && call.family?.forcedTools === false
      ? 'tool_choice: type "tool" and "any" are not supported for this model.'
      : undefined,
  ),
  // Whether it holds for adaptive thinking too is in doubt, so only a budget counts.
  rule('forced-tools-with-thinking', 'https://github.com/mastra-ai/mastra/issues/7507 (2025-09-05)', (call) =>
    isForced(call) && typeOf(call.body.thinking) === 'enabled'
      ? 'Thinking may not be enabled when tool_choice forces tool use.'
      : undefined,
  ),
  rule(
    'forced-tools-without-tools',
    'https://github.com/aakshintala/fiber/issues/132, probed on 2026-09-29: `auto` and `none` are taken',
    (call) =>
      typeOf(call.body.tool_choice) === 'any' && call.tools.length === 0
        ? 'tool_choice.any may only be specified while providing tools'
        : undefined,
  ),
  rule('chosen-tool-exists', 'https://github.com/aakshintala/fiber/issues/132, probed on 2026-09-29', ({ body, tools }) => {
    const { tool_choice: choice } = body
    if (!isObject(choice) || choice.type !== 'tool' || body.mcp_servers !== undefined) return undefined
    // The tools of a toolset, like those of a server, have names that only the vendor knows.
    const known = tools.some((tool) => tool.name === choice.name || textOf(tool.type).includes('toolset'))
    return known ? undefined : `Tool '${textOf(choice.name)}' not found in provided tools`
  }),
]

function isForced({ body }: Call): boolean {
  const type = typeOf(body.tool_choice)
  return type === 'any' || type === 'tool'
}

function schemaRule(name: string, source: string, check: (schema: JsonObject) => string | undefined): Rule {
  return rule(name, source, ({ tools }: Call) =>
    firstOf(tools, ({ input_schema }: { input_schema?: Json }, index) => {
      const said = isObject(input_schema) ? check(input_schema) : undefined
      return said && `tools.${index}.custom.input_schema${said}`
    }),
  )
}

/** A schema's own properties and required names may be null. */
function withoutNulls(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== null))
}
