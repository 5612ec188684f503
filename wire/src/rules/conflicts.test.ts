import { expect, test } from 'vitest'
import { limited, system, user } from '../../testing/limited.ts'
import { limitConflicts } from './conflicts.ts'

const search = { kind: 'vendor', type: 'web_search', value: { type: 'web_search' }, purpose: 'web-search' } as const
const weather = { kind: 'function', name: 'weather' } as const
const schema = { type: 'object', properties: {} }
const output = { kind: 'json-schema', schema } as const

test("beside functions the vendor's own tools are left out and named", () => {
  const rule = { refusesHostedBesideFunctions: true } as const
  const { request, losses } = limited(limitConflicts, { tools: [search, weather] }, rule)
  expect(request.tools).toEqual([weather])
  expect(losses).toEqual(['tools[0] not-expressible'])
  expect(limited(limitConflicts, { tools: [search] }, rule)).toMatchObject({ request: { tools: [search] }, losses: [] })
})

test('beside tools a schema goes into the instructions', () => {
  const { request, losses } = limited(limitConflicts, { tools: [weather], output }, { refusesSchemaBesideTools: true })
  expect(request).not.toHaveProperty('output')
  expect(request.turns[0]?.parts[0]).toMatchObject({ text: expect.stringContaining(JSON.stringify(schema)) })
  expect(request.tools).toEqual([weather])
  expect(losses).toEqual(['output not-expressible'])
  expect(limited(limitConflicts, { output }, { refusesSchemaBesideTools: true })).toMatchObject({ request: { output }, losses: [] })
})

test('beside tools free JSON is only asked for in words', () => {
  const { request, losses } = limited(limitConflicts, { tools: [weather], output: { kind: 'json' } }, { refusesJsonBesideTools: true })
  expect(request).not.toHaveProperty('output')
  expect(request.turns).toEqual([system('Answer in JSON.'), user('hello')])
  expect(losses).toEqual(['output not-expressible'])
})

test.each([
  ['none is named and the usual one is another', undefined, 'medium', { effort: 'none' }, []],
  ['none is named and the usual one is taken', undefined, 'none', undefined, []],
  ['the one that is taken is named', { effort: 'none' }, 'medium', { effort: 'none' }, []],
  ['another one is named', { effort: 'high' }, 'none', { effort: 'none' }, ['reasoning not-expressible']],
  ['a budget is named', { budgetTokens: 5000 }, 'none', { effort: 'none' }, ['reasoning not-expressible']],
])('beside functions the effort gives way where %s', (_, reasoning, usual, expected, named) => {
  const rule = { effortBesideFunctions: { effort: 'none', usual } }
  const { request, losses } = limited(limitConflicts, { tools: [weather], ...(reasoning && { reasoning }) }, rule)
  expect(request.reasoning).toEqual(expected)
  expect(losses).toEqual(named)
})

test('where functions are refused altogether they are needed', () => {
  expect(limited(limitConflicts, { tools: [weather] }, { refusesFunctions: true }).losses).toEqual(['tools needed'])
  expect(limited(limitConflicts, { tools: [search] }, { refusesFunctions: true }).losses).toEqual([])
})
