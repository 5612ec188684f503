// Shapes that are made from the types of SDKs refuse what the types do not have, and no rule beside the types is lost.
import { expect, test } from 'vitest'
import { firstFault } from '../strict/shape.ts'
import { sdkDeclarations } from './declarations.ts'
import { sdkShapes } from './shapes.ts'

const declarations = sdkDeclarations(['@anthropic-ai/sdk/resources/messages/messages.d.ts'])
const shapes = sdkShapes(declarations, { others: 'refused', additions: { budget_tokens: { min: 1024 } } })
const cited = { cited_text: 'a', document_index: 0, document_title: null, start_char_index: 0, end_char_index: 1 }

test.each([
  ['a text block', 'TextBlockParam', { type: 'text', text: 'Hi', citations: [{ type: 'char_location', ...cited }] }, undefined],
  ['a field too many', 'TextBlockParam', { type: 'text', text: 'Hi', tone: 'low' }, 'unknown-field'],
  ['a field too few', 'TextBlockParam', { type: 'text' }, 'missing-field'],
  ['a number for a text', 'TextBlockParam', { type: 'text', text: 5 }, 'wrong-type'],
  ['a type that there is not', 'ThinkingConfigParam', { type: 'deep' }, 'not-in-list'],
  ['null where it may be', 'OutputConfig', { effort: null }, undefined],
  ['null where it may not be', 'ThinkingConfigParam', { type: 'enabled', budget_tokens: null }, 'wrong-type'],
  ['a word that is not listed', 'OutputConfig', { effort: 'huge' }, 'not-in-list'],
  ['what only the rules refuse', 'ThinkingConfigParam', { type: 'enabled', budget_tokens: 5 }, 'too-small'],
  ['another field beside known ones, where any may stand', 'Tool.InputSchema', { type: 'object', title: 'A' }, undefined],
])('%s', (_, name, value, kind) => {
  expect(firstFault(shapes(name), value)?.kind).toBe(kind)
})

test.each(['additions', 'also'] as const)('a rule on what no file declares is an error: %s', (place) => {
  const make = (name: string) => sdkShapes(declarations, { others: 'refused', [place]: { [name]: {} } })
  expect(() => make('TextBlockParam')).not.toThrow()
  expect(() => make('TextBlockParam.texts')).toThrow('The SDK declares no TextBlockParam.texts')
})

test('a type that no file declares is an error', () => {
  expect(() => shapes('Poem')).toThrow('Poem')
})
