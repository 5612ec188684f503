import { expect, test } from 'vitest'
import { assistant, call, limited, result, results, user } from '../../../testing/limited.ts'
import type { ChatRequest } from '../../chat/request/request.ts'
import { limitCallIds } from './call-ids.ts'

/** The ids of the calls and of the results, in their order. */
function idsOf({ turns }: ChatRequest): string[] {
  return turns.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.kind === 'tool-call' ? [part.id] : part.kind === 'tool-result' ? [part.toolCallId] : [])),
  )
}

test('an id of the length that is taken stays, a longer one is shortened alike in the call and in its result', () => {
  const [fits, long] = ['x'.repeat(64), 'x'.repeat(65)]
  const turns = [assistant(call(fits), call(long)), results(result(fits, '1'), result(long, '2'))]
  const { request, losses } = limited(limitCallIds, { turns }, { maxLength: 64 })
  const [first, second, ...answers] = idsOf(request)
  expect(first).toBe(fits)
  expect(second).toMatch(/^x{53}_[\da-f]{10}$/)
  expect(answers).toEqual([first, second])
  expect(losses).toEqual([])
})

test('an id of another form becomes a hash of that form, the same in its result', () => {
  const turns = [assistant(call('call_1'), call('abcDEF123')), results(result('call_1', '1'), result('abcDEF123', '2'))]
  const { request } = limited(limitCallIds, { turns }, { form: { pattern: /^[a-zA-Z0-9]{9}$/, length: 9 } })
  const [first, second, ...answers] = idsOf(request)
  expect(first).toMatch(/^[a-z0-9]{9}$/)
  expect(second).toBe('abcDEF123')
  expect(answers).toEqual([first, second])
})

test('an id that stands for the calls of several turns is told apart, and results follow the call before them', () => {
  const turns = [assistant(call('a')), results(result('a', '1')), assistant(call('a')), results(result('a', '2'))]
  expect(idsOf(limited(limitCallIds, { turns }, { isUnique: true }).request)).toEqual(['a', 'a', 'a_2', 'a_2'])
  expect(idsOf(limited(limitCallIds, { turns }, { maxLength: 64 }).request)).toEqual(['a', 'a', 'a', 'a'])
})

test('an id that stands for two calls of one turn is told apart, and results follow in their order', () => {
  const turns = [assistant(call('a'), call('a')), results(result('a', '1'), result('a', '2'))]
  expect(idsOf(limited(limitCallIds, { turns }, { isUnique: true }).request)).toEqual(['a', 'a_2', 'a', 'a_2'])
})

test('a copy takes no name that another call has', () => {
  for (const ids of [
    ['a', 'a', 'a_2'],
    ['a', 'a_2', 'a'],
  ]) {
    const turns = ids.flatMap((id) => [assistant(call(id)), results(result(id, '1'))])
    const taken = idsOf(limited(limitCallIds, { turns }, { isUnique: true }).request)
    expect(new Set(taken).size).toBe(3)
    expect(taken.filter((_, at) => at % 2 === 0)).toEqual(taken.filter((_, at) => at % 2 === 1))
  }
})

test('a conversation without calls is the same one', () => {
  const turns = [user('hi')]
  expect(limited(limitCallIds, { turns }, { isUnique: true }).request.turns).toBe(turns)
})
