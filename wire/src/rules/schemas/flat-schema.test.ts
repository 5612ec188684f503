import { expect, test } from 'vitest'
import { limited } from '../../../testing/limited.ts'
import { rulesFor } from '../rulebooks.ts'
import { limitTools } from '../tools.ts'
import { flatSchema, isCombined } from './flat-schema.ts'

const rule = rulesFor('anthropic', 'claude-opus-4-5').tools ?? {}
const text = { type: 'string' }
const byName = { type: 'object', properties: { name: text, kind: text }, required: ['name', 'kind'] }
const byId = { type: 'object', properties: { id: text, kind: text }, required: ['id', 'kind'] }

test('a schema of alternatives is one object with the properties of all, at a vendor that takes no other', () => {
  const parameters = { type: 'object', description: 'Whom.', anyOf: [byName, { $ref: '#/$defs/byId' }], $defs: { byId } }
  const { request, losses } = limited(limitTools, { tools: [{ kind: 'function', name: 'find', parameters }] }, rule)
  expect(request.tools).toEqual([
    {
      kind: 'function',
      name: 'find',
      parameters: {
        type: 'object',
        properties: { name: text, kind: text, id: text },
        required: ['kind'],
        description: `Whom. (anyOf: ${JSON.stringify(parameters.anyOf)})`,
        $defs: { byId },
      },
    },
  ])
  expect(losses).toEqual(['tools[0].parameters not-expressible'])
})

test('what all parts demand is demanded', () => {
  const both = flatSchema({ allOf: [byName, byId], properties: { own: text }, required: ['own'] })
  expect(both).toMatchObject({ properties: { own: text, name: text, id: text, kind: text }, required: ['own', 'name', 'kind', 'id'] })
  expect(flatSchema({ oneOf: [{ required: ['a'] }, { required: ['b'] }], properties: { a: text, b: text } })).not.toHaveProperty('required')
})

test('alternatives further down stay as they are', () => {
  const parameters = { type: 'object', properties: { x: { anyOf: [text, { type: 'null' }] } } }
  expect(isCombined(parameters)).toBe(false)
  const { request, losses } = limited(limitTools, { tools: [{ kind: 'function', name: 'f', parameters }] }, rule)
  expect(request.tools?.[0]).toMatchObject({ parameters })
  expect(losses).toEqual([])
})
