import { expect, test } from 'vitest'
import { assistant, limited, system, user } from '../../testing/limited.ts'
import { limitOutput } from './output.ts'

const schema = { type: 'object', properties: { city: { type: 'string' } } }
const output = { kind: 'json-schema', name: 'place', schema } as const
const SCHEMA_IN_WORDS = `Answer with one JSON value that follows this JSON Schema, and nothing else:\n${JSON.stringify(schema)}`

test('a schema that is unknown goes into the instructions, and the answer is requested as free JSON', () => {
  const { request, losses } = limited(limitOutput, { output }, { refusesSchema: true })
  expect(request.output).toEqual({ kind: 'json' })
  expect(request.turns).toEqual([system(SCHEMA_IN_WORDS), user('hello')])
  expect(losses).toEqual(['output not-expressible'])
})

test('the instructions that are there come first', () => {
  const { request } = limited(limitOutput, { output, turns: [system('Be kind.'), user('hello')] }, { refusesSchema: true })
  expect(request.turns[0]).toEqual({
    role: 'system',
    parts: [
      { kind: 'text', text: 'Be kind.' },
      { kind: 'text', text: SCHEMA_IN_WORDS },
    ],
  })
})

test('where free JSON is unknown too, words are all that is left of it', () => {
  const { request } = limited(limitOutput, { output }, { refusesSchema: true, refusesJson: true })
  expect(request).not.toHaveProperty('output')
  expect(request.turns[0]).toEqual(system(SCHEMA_IN_WORDS))
  const free = limited(limitOutput, { output: { kind: 'json' } }, { refusesJson: true })
  expect(free.request).not.toHaveProperty('output')
  expect(free.request.turns[0]).toEqual(system('Answer in JSON.'))
  expect(free.losses).toEqual(['output not-expressible'])
})

test('the word that the vendor wants beside free JSON is added where nobody has said it', () => {
  const asked = (...turns: ReturnType<typeof user>[]) => limited(limitOutput, { output: { kind: 'json' }, turns }, { needsWord: true })
  expect(asked(user('hello'))).toMatchObject({ request: { turns: [system('Answer in JSON.'), user('hello')] }, losses: [] })
  expect(asked(user('as json, please')).request.turns).toEqual([user('as json, please')])
  expect(asked(user('hi'), assistant('JSON?'), user('yes')).request.turns).toHaveLength(3)
})

test('what the vendor knows stays as it is', () => {
  const turns = [user('hello')]
  expect(limited(limitOutput, { output, turns }, { needsWord: true })).toEqual({ request: { model: 'a-model', output, turns }, losses: [] })
  expect(limited(limitOutput, { output: { kind: 'text' }, turns }, { refusesSchema: true, refusesJson: true }).losses).toEqual([])
})
