import { describe, expect, test } from 'vitest'
import { applied, assistant, call, limited, result, results, system, text, user } from '../../../testing/limited.ts'
import type { Part, Turn } from '../../chat/request/request.ts'
import type { TurnsRule } from '../vendors/chat-rules.ts'
import { limitTurns } from './turns.ts'

const limit = (turns: readonly Turn[], rule: TurnsRule) => limited(limitTurns, { turns }, rule)
const GO_ON = user('Go on exactly where your last message ends, without repeating it.')

describe('roles', () => {
  test('instructions of the developer are those of the system where only that is known', () => {
    const developer: Turn = { role: 'developer', parts: [text('Be kind.')] }
    expect(limit([developer, user('hi')], { refusesDeveloper: true })).toMatchObject({
      request: { turns: [system('Be kind.'), user('hi')] },
      losses: [],
    })
    expect(limit([developer], {}).request.turns).toEqual([developer])
  })

  test('instructions are the first words of the user where there can be none', () => {
    const { request, losses } = limit([system('Be kind.'), assistant('Hello.'), user('hi')], { refusesInstructions: true })
    expect(request.turns).toEqual([user('Be kind.'), assistant('Hello.'), user('hi')])
    expect(losses).toEqual(['turns[0] not-expressible'])
    expect(limit([system('Be kind.')], { refusesInstructions: true }).request.turns).toEqual([user('Be kind.')])
  })

  test('instructions after the beginning are said by the user where only the beginning may have them', () => {
    const { request, losses } = limit([system('a'), user('hi'), system('b')], { refusesLaterInstructions: true })
    expect(request.turns).toEqual([system('a'), user('hi'), user('b')])
    expect(losses).toEqual(['turns[2].role not-expressible'])
  })

  test('instructions alone are said by the user where somebody must ask', () => {
    expect(limit([system('a')], { needsUser: true })).toMatchObject({ request: { turns: [user('a')] }, losses: [] })
    expect(limit([system('a'), user('b')], { needsUser: true }).request.turns).toEqual([system('a'), user('b')])
  })

  test('the user speaks before an assistant who would speak first', () => {
    expect(limit([system('a'), assistant('b'), user('c')], { beginsWithUser: true }).request.turns).toEqual([
      system('a'),
      user('Hello.'),
      assistant('b'),
      user('c'),
    ])
    expect(limit([user('a')], { beginsWithUser: true }).request.turns).toEqual([user('a')])
  })
})

test('names of speakers that are refused are named', () => {
  const { request, losses } = limit([{ ...user('hi'), name: 'Anna' }, user('ho')], { refusesNames: true })
  expect(request.turns).toEqual([user('hi'), user('ho')])
  expect(losses).toEqual(['turns[0].name not-expressible'])
})

describe('contents', () => {
  test.each([
    ['application/pdf', 'file.pdf'],
    [undefined, 'file.pdf'],
    ['text/plain', 'file.txt'],
    ['text/csv', 'file.csv'],
    ['application/vnd.ms-excel', 'file.vndmsexcel'],
  ])('a file of %s without a name is called %s', (mediaType, fileName) => {
    const file: Part = { kind: 'file', source: { kind: 'base64', data: 'eA==' }, ...(mediaType !== undefined && { mediaType }) }
    const turns = [{ role: 'user', parts: [file] } as const, results({ kind: 'tool-result', toolCallId: 'a', parts: [file] })]
    const { request, losses } = limit(turns, { needsFileNames: true })
    expect(request.turns[0]?.parts).toEqual([{ ...file, fileName }])
    expect(request.turns[1]?.parts[0]).toMatchObject({ parts: [{ ...file, fileName }] })
    expect(losses).toEqual([])
  })

  test('a file with a name keeps it, and one that the vendor stores needs none', () => {
    const parts: Part[] = [
      { kind: 'file', source: { kind: 'base64', data: 'eA==' }, fileName: 'a.pdf' },
      { kind: 'file', source: { kind: 'file-id', id: 'file-1' } },
    ]
    expect(limit([{ role: 'user', parts }], { needsFileNames: true }).request.turns[0]?.parts).toEqual(parts)
  })

  test('a turn of nothing but calls has an empty text where it needs one', () => {
    expect(limit([assistant(call('a'))], { needsContent: true }).request.turns).toEqual([assistant(call('a'), '')])
    expect(limit([assistant('x', call('a'))], { needsContent: true }).request.turns).toEqual([assistant('x', call('a'))])
  })

  test('turns that say nothing are left out and named, and empty texts beside others without a word', () => {
    const { request, losses } = limit([user('hi'), assistant(' '), user('x'), assistant('', call('a'))], { refusesEmpty: true })
    expect(request.turns).toEqual([user('hi'), user('x'), assistant(call('a'))])
    expect(losses).toEqual(['turns[1].parts[0] not-expressible'])
  })

  test('an empty text with a signature counts as content where signatures do', () => {
    const signed: Turn = assistant({ kind: 'text', text: '', signature: 's' })
    expect(limit([user('hi'), signed, user('x')], { refusesEmpty: 'unsigned' }).request.turns).toHaveLength(3)
    expect(limit([user('hi'), signed, user('x')], { refusesEmpty: true }).request.turns).toHaveLength(2)
  })

  test('a conversation of nothing but empty turns stays as it is', () => {
    expect(limit([user('')], { refusesEmpty: true }).request.turns).toEqual([user('')])
  })
})

describe('an assistant who speaks last', () => {
  test('does not end in a space where that is refused', () => {
    expect(limit([user('hi'), assistant('{"a": ')], { trimsPrefill: true })).toMatchObject({
      request: { turns: [user('hi'), assistant('{"a":')] },
      losses: [],
    })
    expect(limit([user('hi'), assistant(' ')], { trimsPrefill: true }).request.turns).toEqual([user('hi')])
    expect(limit([user('hi '), assistant('a '), user('b ')], { trimsPrefill: true }).request.turns).toEqual([
      user('hi '),
      assistant('a '),
      user('b '),
    ])
  })

  test('is asked to go on where the user must be the last, which is named', () => {
    const { request, losses } = limit([user('hi'), assistant('{')], { refusesPrefill: true })
    expect(request.turns).toEqual([user('hi'), assistant('{'), GO_ON])
    expect(losses).toEqual(['turns[1].role not-expressible'])
    expect(limit([user('hi')], { refusesPrefill: true }).request.turns).toEqual([user('hi')])
  })
})

describe('losses after turns were left out are named by the places of the caller', () => {
  const turns = [user('hi'), assistant(''), user('ho'), system('b')]

  test('of later instructions', () => {
    expect(applied({ turns }, { turns: { refusesEmpty: true, refusesLaterInstructions: true } }).losses).toEqual([
      'turns[1].parts[0] not-expressible',
      'turns[3].role not-expressible',
    ])
  })

  test('of instructions', () => {
    expect(applied({ turns }, { turns: { refusesEmpty: true, refusesInstructions: true } }).losses).toEqual([
      'turns[1].parts[0] not-expressible',
      'turns[3] not-expressible',
    ])
  })

  test('of an assistant who speaks last', () => {
    const last = [user('hi'), assistant('{'), user('')]
    expect(applied({ turns: last }, { turns: { refusesEmpty: true, refusesPrefill: true } }).losses).toEqual([
      'turns[2].parts[0] not-expressible',
      'turns[1].role not-expressible',
    ])
  })
})

test('turns within the rules are the same turns', () => {
  const rule: TurnsRule = {
    ...{ refusesDeveloper: true, refusesNames: true, needsContent: true, needsFileNames: true, trimsPrefill: true, refusesPrefill: true },
    ...{
      beginsWithUser: true,
      needsUser: true,
      refusesEmpty: true,
      refusesEmptyResults: true,
      refusesRefusals: true,
      refusesThoughts: true,
    },
    ...{ refusesLaterInstructions: true, refusesMediaOfAssistant: true, refusesCitations: true, needsJsonArguments: true },
  }
  const turns = [system('a'), user('b'), assistant('c', call('i')), results(result('i', 'd')), assistant('e'), user('f')]
  expect(limit(turns, rule)).toEqual({ request: { model: 'a-model', turns }, losses: [] })
})
