import { describe, expect, test } from 'vitest'
import { assistant, call, result, results, system, text, user } from '../../testing/limited.ts'
import type { Part, Turn } from '../chat/request/request.ts'
import { analysisOf, hasMedia } from './analysis.ts'

const picture: Part = { kind: 'image', source: { kind: 'url', url: 'https://example.com/a.png' } }

test('calls, results and the kinds of parts are found, in results too', () => {
  const shown: Part = { kind: 'tool-result', toolCallId: 'b', parts: [text('see'), picture] }
  const analysis = analysisOf([user('hi'), assistant('well', call('a'), call('b')), results(result('a', '1'), shown)])
  expect(analysis.calls.map(({ id }) => id)).toEqual(['a', 'b'])
  expect(analysis.results.map(({ toolCallId }) => toolCallId)).toEqual(['a', 'b'])
  expect([...analysis.kinds]).toEqual(['image'])
  expect(hasMedia(analysis)).toBe(true)
  expect(hasMedia(analysisOf([user('hi'), assistant({ kind: 'reasoning', text: 'hm' })]))).toBe(false)
})

describe('calls and results are paired', () => {
  const paired: Record<string, readonly Turn[]> = {
    'no calls': [system('be kind'), user('hi')],
    'one after another': [assistant(call('a')), results(result('a', '1')), assistant(call('b')), results(result('b', '2')), user('x')],
    'two at once, in one turn and in two': [
      assistant(call('a'), call('b')),
      results(result('a', '1'), result('b', '2')),
      assistant(call('c'), call('d')),
      results(result('c', '1')),
      results(result('d', '2')),
    ],
    'one id in every step': [assistant(call('0')), results(result('0', '1')), assistant(call('0')), results(result('0', '2'))],
  }
  const unpaired: Record<string, readonly Turn[]> = {
    'a call without a result at the end': [assistant(call('a'))],
    'a call without a result before the next answer': [assistant(call('a')), assistant('well')],
    'a result without a call': [user('hi'), results(result('a', '1'))],
    'a second result': [assistant(call('a')), results(result('a', '1'), result('a', '1'))],
    'results in another order': [assistant(call('a'), call('b')), results(result('b', '2'), result('a', '1'))],
    'words before the result': [assistant(call('a')), user('wait'), results(result('a', '1'))],
    'words between two results': [assistant(call('a'), call('b')), results(result('a', '1')), user('wait'), results(result('b', '2'))],
    'a result in the answer itself': [assistant(call('a'), result('a', '1'))],
    'a call of the user': [{ role: 'user', parts: [call('a')] }, results(result('a', '1'))],
  }
  for (const [name, turns] of Object.entries(paired)) test(name, () => expect(analysisOf(turns).isPaired).toBe(true))
  for (const [name, turns] of Object.entries(unpaired)) test(`not with ${name}`, () => expect(analysisOf(turns).isPaired).toBe(false))
})
