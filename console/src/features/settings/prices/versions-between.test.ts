import { expect, test } from 'vitest'
import { changesBack } from './versions-between.ts'

const change = (name: string, before: string | null, after: string | null) => ({ key: 'ModelRatio', name, before, after })

test('returning goes from the newest value to the one before the oldest change; what is the same again is left out', () => {
  const newestFirst = [
    [change('a', '2', '3'), change('gone', '5', null)],
    [change('a', '1', '2'), change('new', null, '4'), change('there-and-back', '8', '9')],
    [change('there-and-back', '9', '8')],
  ]
  expect(changesBack(newestFirst)).toEqual([change('a', '3', '1'), change('gone', null, '5'), change('new', '4', null)])
  expect(changesBack([])).toEqual([])
})
