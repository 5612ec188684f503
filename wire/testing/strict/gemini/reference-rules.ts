// Rules on `$ref`: in a function's answer it names a file of the answer, and in a JSON Schema a place in that schema.
import { rule } from '../judge.ts'
import type { Call } from './content-rules.ts'
import { isObject } from './proto.ts'
import { declarations, type FunctionResponse, type GenerateRequest, parts } from './request.ts'
import type { Rule } from './rule.ts'

type Reference = { to: string; path: string }

/** What stands under these names is an example of a value and no schema. */
const VALUES = ['const', 'default', 'enum', 'example', 'examples']

/** Every `$ref` in a value, with the place of the object that has it. */
function references(value: unknown, path: readonly string[] = [], ignored: readonly string[] = []): Reference[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => references(item, [...path, String(index)], ignored))
  if (!isObject(value)) return []
  const own = typeof value.$ref === 'string' ? [{ to: value.$ref, path: path.join('.') }] : []
  const inner = Object.entries(value).filter(([name]) => !ignored.includes(name))
  return [...own, ...inner.flatMap(([name, item]) => references(item, [...path, name], ignored))]
}

/** Whether a schema has the place that a reference such as `#/$defs/city` leads to. */
function leadsSomewhere(schema: unknown, to: string): boolean {
  const steps = to.slice('#/'.length).split('/')
  const place = steps.reduce((found: unknown, step) => {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    return (isObject(found) || Array.isArray(found)) && Object.hasOwn(found, name) ? Reflect.get(found, name) : undefined
  }, schema)
  return place !== undefined
}

const jsonSchemas = (body: GenerateRequest): unknown[] => [
  ...declarations(body).flatMap(({ declaration }) => [declaration.parametersJsonSchema, declaration.responseJsonSchema]),
  body.generationConfig?.responseJsonSchema,
]

function unnamedReference({ response, parts: files = [] }: FunctionResponse): string | undefined {
  const names = files.flatMap(({ inlineData, fileData }) => [inlineData?.displayName, fileData?.displayName])
  return references(response).find(({ to }) => !names.includes(to))?.to
}

export const referenceRules: readonly Rule<Call>[] = [
  // A result that is itself a schema breaks it. References to files are documented, though one report says that they are refused too.
  rule(
    'reference-in-function-response',
    'https://github.com/vercel/ai/issues/14369 (2026-07-02), https://github.com/router-for-me/CLIProxyAPI/issues/6065 (2026-09-23)',
    ({ body }) => {
      const responses = (body.contents ?? []).flatMap((content) => parts(content).map(({ functionResponse }) => functionResponse ?? {}))
      const name = responses.map(unnamedReference).find((to) => to !== undefined)
      return name === undefined
        ? undefined
        : `The referenced name \`${name}\` in function_response.response does not match to a display_name in the function_response.parts.`
    },
  ),
  // References to other documents, and those with a `%`, are taken: nothing is recorded on them.
  rule(
    'reference-to-undefined-schema',
    'https://github.com/google-gemini/gemini-cli/issues/13326 (2025-11-18), https://github.com/agent-infra/sandbox/issues/83 (2025-11-21)',
    ({ body }) => {
      const lost = jsonSchemas(body).flatMap((schema) =>
        references(schema, [], VALUES).filter(({ to }) => /^#\/[^%]*$/.test(to) && !leadsSomewhere(schema, to)),
      )
      return lost[0] && `reference to undefined schema at ${lost[0].path}`
    },
  ),
]
