import { describe, expect, test } from 'vitest'
import { assistant, call, limited, result, results, text, user } from '../../../testing/limited.ts'
import type { Part, Turn } from '../../chat/request/request.ts'
import type { TurnsRule } from '../vendors/chat-rules.ts'
import { withSpokenAnswers } from './histories.ts'
import { limitTurns } from './turns.ts'

const limit = (turns: readonly Turn[], rule: TurnsRule) => limited(limitTurns, { turns }, rule)
const thought: Part = { kind: 'reasoning', text: 'Hm.' }
const picture: Part = { kind: 'image', source: { kind: 'url', url: 'https://example.org/a.png' } }

test('a refusal of the assistant is said as text', () => {
  expect(limit([assistant({ kind: 'refusal', text: 'No.' })], { refusesRefusals: true })).toMatchObject({
    request: { turns: [assistant('No.')] },
    losses: [],
  })
})

test('thinking of earlier turns is left out and named where it is refused', () => {
  const { request, losses } = limit([user('hi'), assistant(thought, 'a')], { refusesThoughts: true })
  expect(request.turns).toEqual([user('hi'), assistant('a')])
  expect(losses).toEqual(['turns[1].parts[0] not-expressible'])
})

test('a turn that calls tools has some thinking where it is demanded, and its own where it has one', () => {
  const demanded = { needsThoughtsBesideCalls: true } as const
  const [turn] = limit([assistant('a', call('i'))], demanded).request.turns
  expect(turn).toEqual(assistant('a', call('i'), { kind: 'reasoning', text: ' ' }))
  expect(limit([assistant(thought, call('i'))], demanded).request.turns).toEqual([assistant(thought, call('i'))])
  expect(limit([assistant('a')], demanded).request.turns).toEqual([assistant('a')])
})

test('citations are left out and named where they are refused', () => {
  const cited: Part = { kind: 'text', text: 'a', citations: [{ url: 'https://example.org' }] }
  const { request, losses } = limit([assistant('x', cited)], { refusesCitations: true })
  expect(request.turns[0]?.parts[1]).toEqual({ kind: 'text', text: 'a', citations: [] })
  expect(losses).toEqual(['turns[0].parts[1].citations not-expressible'])
})

describe('results without any text', () => {
  test('say so where they must say something', () => {
    const silent: Part = { kind: 'tool-result', toolCallId: 'a', parts: [] }
    for (const part of [silent, result('a', '')]) {
      const { request, losses } = limit([results(part)], { refusesEmptyResults: true })
      expect(request.turns[0]?.parts).toEqual([result('a', '(no output)')])
      expect(losses).toEqual([])
    }
    const shown: Part = { ...silent, parts: [picture] }
    expect(limit([results(shown)], { refusesEmptyResults: true }).request.turns[0]?.parts).toEqual([shown])
  })
})

describe('arguments that are no JSON object', () => {
  const broken = (argumentsText: string, isCustom?: boolean): Part => ({
    ...{ kind: 'tool-call', id: 'a', name: 'f', argumentsText },
    ...(isCustom && { isCustom }),
  })

  test.each(['{"city": "Ber', '"text"', 'ls -l'])('become one, where that is demanded: %s', (argumentsText) => {
    const { request, losses } = limit([assistant(broken(argumentsText))], { needsJsonArguments: true })
    const [part] = request.turns[0]?.parts ?? []
    const value: unknown = part?.kind === 'tool-call' && JSON.parse(part.argumentsText)
    expect(value).toBeTypeOf('object')
    expect(JSON.stringify(value)).toContain(JSON.stringify(argumentsText).slice(1, -1).slice(0, 4))
    expect(losses).toEqual([])
  })

  test('stay in calls of free text, and JSON stays as it was written', () => {
    for (const part of [broken('ls -l', true), broken('{ "a":1 }')])
      expect(limit([assistant(part)], { needsJsonArguments: true }).request.turns[0]?.parts).toEqual([part])
  })
})

test("media in the assistant's turns are left out and named, and a sound is what it said", () => {
  const sound: Part = { kind: 'audio', source: { kind: 'file-id', id: 'audio-1' }, transcript: 'Good day.' }
  const { request, losses } = limit([assistant(picture, sound), { role: 'user', parts: [picture] }], { refusesMediaOfAssistant: true })
  expect(request.turns).toEqual([assistant('Good day.'), { role: 'user', parts: [picture] }])
  expect(losses).toEqual(['turns[0].parts[0] not-expressible', 'turns[0].parts[1] not-expressible'])
})

test('an answer that was spoken is its words, everywhere', () => {
  const sound: Part = { kind: 'audio', source: { kind: 'file-id', id: 'audio-1' }, transcript: 'Good day.' }
  const turns = [{ role: 'user', parts: [sound] } as const, assistant(sound)]
  const { request } = limited((asked) => withSpokenAnswers(asked), { turns }, undefined)
  expect(request.turns).toEqual([turns[0], assistant('Good day.')])
})

describe('a stand-in for a signature', () => {
  const signed = (part: Part) => part.extras?.fields?.extra_content
  const rule = { standInSignature: 'skip' } as const

  test('goes to the first call of a turn, and to no other', () => {
    const [first, second] = limit([assistant(call('a'), call('b'))], rule).request.turns[0]?.parts ?? []
    expect(first && signed(first)).toEqual({ google: { thought_signature: 'skip' } })
    expect(second && signed(second)).toBeUndefined()
  })

  test('does not go to a call that its vendor signed', () => {
    const own: Part = {
      ...call('a'),
      extras: { dialect: 'openai-chat', fields: { extra_content: { google: { thought_signature: 'own' } } } },
    }
    expect(limit([assistant(own)], rule).request.turns).toEqual([assistant(own)])
  })
})

describe('between results and what the user says next', () => {
  const rule = { answersResults: true } as const

  test('the assistant speaks', () => {
    expect(limit([assistant(call('a')), results(result('a', '1')), user('and?')], rule).request.turns).toEqual([
      assistant(call('a')),
      results(result('a', '1')),
      assistant('I see.'),
      user('and?'),
    ])
    const spoken = [assistant(call('a')), results(result('a', '1')), assistant('x'), user('and?')]
    expect(limit(spoken, rule).request.turns).toEqual(spoken)
  })

  test('media of results are said by the user', () => {
    const shown: Part = { kind: 'tool-result', toolCallId: 'a', parts: [picture] }
    expect(limit([assistant(call('a')), results(shown)], rule).request.turns).toEqual([
      assistant(call('a')),
      results({ ...shown, parts: [text('See the next message.')] }),
      assistant('I see.'),
      { role: 'user', parts: [picture] },
    ])
  })
})
