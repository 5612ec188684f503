import { expect, test } from 'vitest'
import { codeLines } from './code-lines.ts'

const codes = [
  { name: 'Spring\tgift', code: 'd92c' },
  { name: 'Spring gift', code: '17ec' },
]

test('codes are one a line', () => {
  expect(codeLines(codes, false)).toEqual(['d92c', '17ec'])
})

test('with names there are exactly two columns, whatever a name holds', () => {
  expect(codeLines(codes, true)).toEqual(['Spring gift\td92c', 'Spring gift\t17ec'])
})
