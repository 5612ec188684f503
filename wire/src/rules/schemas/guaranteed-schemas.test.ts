import { describe, expect, test } from 'vitest'
import { limited } from '../../../testing/limited.ts'
import type { JsonObject } from '../../encoding/json.ts'
import type { SchemaRule } from '../vendors/chat-rules.ts'
import { limitSchemas } from './guaranteed-schemas.ts'

const whole = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false }
const loose = { type: 'object', properties: { a: { type: 'string' } } }
const bounded = { ...whole, properties: { a: { type: 'string', maxLength: 5 } } }
const recursive = { ...whole, properties: { a: { $ref: '#' } } }

/** What becomes of a schema as the arguments of a strict tool. */
function asTool(parameters: JsonObject, rule: SchemaRule, strict = true) {
  const { request, losses } = limited(limitSchemas, { tools: [{ kind: 'function', name: 'f', parameters, strict }] }, rule)
  const [tool] = request.tools ?? []
  return { tool: tool?.kind === 'function' ? { parameters: tool.parameters, strict: tool.strict } : undefined, losses }
}

/** What becomes of it as the form of the answer. */
function asOutput(schema: JsonObject, rule: SchemaRule, strict?: boolean) {
  const output = { kind: 'json-schema', schema, ...(strict !== undefined && { strict }) } as const
  return limited(limitSchemas, { output }, rule)
}

describe('a strict tool', () => {
  test('whose schema is within the rules stays, as does every other tool', () => {
    expect(asTool(whole, { isWholeOnly: true, refused: ['maxLength'] })).toEqual({ tool: { parameters: whole, strict: true }, losses: [] })
    expect(asTool(bounded, { isWholeOnly: true, refused: ['maxLength'] }, false)).toEqual({
      tool: { parameters: bounded, strict: false },
      losses: [],
    })
  })

  test.each([
    ['is not whole where it must be', loose, { isWholeOnly: true }],
    ['refers to itself where that is refused', recursive, { refusesRecursion: true }],
  ] as const)('whose schema %s is no longer strict', (_, schema, rule) => {
    expect(asTool(schema, rule)).toEqual({ tool: { parameters: schema, strict: false }, losses: ['tools[0].strict not-expressible'] })
  })

  test('has keywords that are refused in the description', () => {
    const { tool, losses } = asTool(bounded, { refused: ['maxLength'] })
    expect(tool).toEqual({ strict: true, parameters: { ...whole, properties: { a: { type: 'string', description: '(maxLength: 5)' } } } })
    expect(losses).toEqual(['tools[0].parameters not-expressible'])
  })

  test('is closed where it must be, which is named only if it was open in so many words', () => {
    expect(asTool(loose, { closesObjects: true })).toEqual({
      tool: { strict: true, parameters: { ...loose, additionalProperties: false } },
      losses: [],
    })
    expect(asTool({ ...loose, additionalProperties: true }, { closesObjects: true }).losses).toEqual([
      'tools[0].parameters not-expressible',
    ])
  })
})

describe("the answer's form", () => {
  test('is no longer guaranteed where its schema cannot be', () => {
    for (const strict of [true, undefined])
      expect(asOutput(loose, { isWholeOnly: true }, strict)).toMatchObject({
        request: { output: { schema: loose, strict: false } },
        losses: ['output.strict not-expressible'],
      })
    expect(asOutput(loose, { isWholeOnly: true }, false)).toMatchObject({
      request: { output: { schema: loose, strict: false } },
      losses: [],
    })
  })

  test('has keywords that are refused in the description', () => {
    const { request, losses } = asOutput(bounded, { refused: ['maxLength'] }, true)
    expect(request.output).toMatchObject({ strict: true, schema: { properties: { a: { description: '(maxLength: 5)' } } } })
    expect(losses).toEqual(['output.schema not-expressible'])
  })

  test('that refers to itself goes into the instructions', () => {
    const { request, losses } = asOutput(recursive, { refusesRecursion: true })
    expect(request).not.toHaveProperty('output')
    expect(request.turns[0]?.parts[0]).toMatchObject({ text: expect.stringContaining(JSON.stringify(recursive)) })
    expect(losses).toEqual(['output not-expressible'])
  })

  test('that is no schema stays', () => {
    const { request } = limited(limitSchemas, { output: { kind: 'json' } }, { isWholeOnly: true, closesObjects: true })
    expect(request.output).toEqual({ kind: 'json' })
  })
})
