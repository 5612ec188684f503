import { expect, test } from 'vitest'
import { UniqueNames } from './unique-names.ts'

test('a name that is taken gets the next number, past names that others have', () => {
  const names = new UniqueNames()
  names.add('a_3')
  expect(['a', 'a', 'a', 'b', 'a_2'].map((name) => names.make(name))).toEqual(['a', 'a_2', 'a_4', 'b', 'a_2_2'])
})

test('a name may begin with another form than its copies have', () => {
  const names = new UniqueNames()
  expect([names.make('call', 'call_1'), names.make('call', 'call_1')]).toEqual(['call_1', 'call_2'])
})
