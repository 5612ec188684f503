// Google matches results by name, and some clients give the calls of every turn the same ids.
import { expect, test } from 'vitest'
import { assistant, call, requestOf, result, results, user } from '../../../testing/limited.ts'
import { isObject } from '../../encoding/json.ts'
import { lossList } from '../losses/loss.ts'
import type { Turn } from '../request/request.ts'
import { geminiGenerate } from './dialect.ts'

/** Name and text of each result that is written. */
function answersTo(...turns: readonly Turn[]): unknown[] {
  const { contents } = geminiGenerate.writeRequest(requestOf({ model: 'gemini-2.5-flash', turns }), lossList())
  const parts = (Array.isArray(contents) ? contents : []).flatMap((content) => (isObject(content) ? content.parts : []))
  return [parts].flat(2).flatMap((part) => {
    if (!isObject(part) || !isObject(part.functionResponse)) return []
    return [[part.functionResponse.name, part.functionResponse.response]]
  })
}

test.each([
  [
    'one after another',
    [assistant(call('a', 'first')), results(result('a', '1')), assistant(call('a', 'second')), results(result('a', '2'))],
  ],
  ['side by side', [assistant(call('a', 'first'), call('a', 'second')), results(result('a', '1'), result('a', '2'))]],
])('a result has the name of its own call, though calls %s have one id', (_, turns) => {
  expect(answersTo(user('hi'), ...turns)).toEqual([
    ['first', { output: '1' }],
    ['second', { output: '2' }],
  ])
})
