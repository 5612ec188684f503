// Rules on `parameters` and `responseSchema`: Google's own subset of OpenAPI. What is under `parametersJsonSchema` and `responseJsonSchema` is
// JSON Schema and is not looked at.
import { rule } from '../judge.ts'
import type { Call } from './content-rules.ts'
import { declarations, type GenerateRequest, type Schema } from './request.ts'
import { listed, type Rule } from './rule.ts'

type Node = { schema: Schema; path: string; place: 'parameters' | 'nested-parameters' | 'response-schema' }

function nodesOf(schema: Schema, path: string, place: Node['place']): Node[] {
  const nested = place === 'parameters' ? 'nested-parameters' : place
  return [
    { schema, path, place },
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) => nodesOf(property, `${path}.properties[${name}]`, nested)),
    ...(schema.items ? nodesOf(schema.items, `${path}.items`, nested) : []),
    ...(schema.anyOf ?? []).flatMap((branch, index) => nodesOf(branch, `${path}.any_of[${index}]`, nested)),
  ]
}

function schemaNodes(body: GenerateRequest): Node[] {
  const ofFunctions = declarations(body).flatMap(({ declaration: { parameters, response }, path }) => [
    ...(parameters ? nodesOf(parameters, `${path}.parameters`, 'parameters') : []),
    ...(response ? nodesOf(response, `${path}.response`, 'nested-parameters') : []),
  ])
  const answer = body.generationConfig?.responseSchema
  return [...ofFunctions, ...(answer ? nodesOf(answer, 'generation_config.response_schema', 'response-schema') : [])]
}

/** A rule that looks at every schema in the request, one at a time. */
function schemaRule(
  name: string,
  source: string,
  problemsOf: (node: Node) => readonly (readonly [at: string, problem: string])[],
): Rule<Call> {
  return rule(name, source, ({ body, request }) => {
    const problems = schemaNodes(body).flatMap((node) => problemsOf(node).map(([at, text]) => [`${node.path}.${at}`, text] as const))
    return listed(request, problems)
  })
}

const when = (condition: boolean, at: string, problem: string) => (condition ? [[at, problem] as const] : [])

export const schemaRules: readonly Rule<Call>[] = [
  schemaRule('schema-without-type', 'https://github.com/danny-avila/LibreChat/issues/6971 (2025-04)', ({ schema }) =>
    when(
      schema.type === undefined && schema.anyOf === undefined,
      'type',
      'must be specified when not using one_of, any_of or all_of fields',
    ),
  ),
  schemaRule('schema-array-without-items', 'https://github.com/AstrBotDevs/AstrBot-desktop/issues/83 (2026-03-10)', ({ schema }) =>
    when(schema.type === 'ARRAY' && schema.items === undefined, 'items', 'missing field.'),
  ),
  schemaRule('schema-items-of-non-array', 'https://github.com/sbroenne/mcp-server-excel/issues/672 (2026-06-10)', ({ schema }) =>
    when(
      schema.type !== undefined && schema.type !== 'ARRAY' && schema.items !== undefined,
      'items',
      'field predicate failed: $type == Type.ARRAY',
    ),
  ),
  schemaRule('schema-properties-of-non-object', 'https://github.com/anomalyco/opencode/issues/11889 (2026-02-03)', ({ schema }) => {
    const isOther = schema.type !== undefined && schema.type !== 'OBJECT'
    return [
      ...when(isOther && schema.properties !== undefined, 'properties', 'only allowed for OBJECT type'),
      ...when(isOther && schema.required !== undefined, 'required', 'only allowed for OBJECT type'),
    ]
  }),
  schemaRule('schema-required-not-defined', 'https://github.com/Kilo-Org/kilocode/pull/11955 (2026-07-06)', ({ schema }) =>
    (schema.required ?? []).flatMap((name, index) =>
      when(!Object.hasOwn(schema.properties ?? {}, name), `required[${index}]`, 'property is not defined'),
    ),
  ),
  // The types' documentation allows an enum of numbers written as text beside the format `enum`, so that is taken.
  schemaRule('schema-enum-of-non-string', 'https://github.com/decolua/9router/pull/380 (2026-03-21)', ({ schema }) =>
    when(schema.enum !== undefined && schema.type !== 'STRING' && schema.format !== 'enum', 'enum', 'only allowed for STRING type'),
  ),
  schemaRule('schema-enum-with-empty-text', 'https://ai.google.dev/api/caching#Schema; the text was recorded on 2026-08-21', ({ schema }) =>
    (schema.enum ?? []).flatMap((value, index) => when(value === '', `enum[${index}]`, 'cannot be empty')),
  ),
  // The reference says by now that any format is allowed, but this is what was answered.
  schemaRule('schema-format-of-string', 'https://github.com/google-gemini/gemini-cli/issues/3178 (2025-07-03)', ({ schema }) =>
    when(
      schema.type === 'STRING' && schema.format !== undefined && !['', 'enum', 'date-time'].includes(schema.format),
      'format',
      "only 'enum' and 'date-time' are supported for STRING type",
    ),
  ),
  // Recorded for a function's parameters and everywhere in an answer's schema. Reports on objects further inside of parameters differ, so
  // those are taken.
  schemaRule(
    'schema-empty-object',
    'https://github.com/browser-use/browser-use/issues/3786 (2025-12-18), https://github.com/agno-agi/agno/issues/2112 (2025-02-13)',
    ({ schema, place }) =>
      when(
        place !== 'nested-parameters' && schema.type === 'OBJECT' && Object.keys(schema.properties ?? {}).length === 0,
        'properties',
        'should be non-empty for OBJECT type',
      ),
  ),
]
