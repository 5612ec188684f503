import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

const SIGNS = ['=', '+', '-', '@', '＝', '＋', '－', '＠']
const BEFORE = [
  '',
  ' ',
  '\u00a0',
  '\u3000',
  '\ufeff',
  '\u200b',
  '\n',
  '\r\n',
  '\t',
  '\r',
  ' \n ',
  'x;',
  'x\t',
  'x\n',
  'x; ',
  'x;\n;',
  '";',
  'x";"',
  ',',
]

/** The fields of lines as a spreadsheet splits them: a quote counts at the start of a field only. */
function fieldsOf(text: string, separator: string): string[] {
  const fields = ['']
  let [isQuoted, isStart] = [false, true]
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (isQuoted && sign === '"' && text[at + 1] === '"') at += 1
    else if (isQuoted && sign === '"') {
      isQuoted = false
      continue
    } else if (!isQuoted && isStart && sign === '"') {
      ;[isQuoted, isStart] = [true, false]
      continue
    } else if (!isQuoted && (sign === separator || sign === '\n' || sign === '\r')) {
      fields.push('')
      isStart = true
      continue
    }
    fields[fields.length - 1] += sign
    isStart = false
  }
  return fields
}

test.each([',', ';', '\t'])('no field is a formula, split at %j', (separator) => {
  for (const before of BEFORE)
    for (const sign of SIGNS) {
      const line = csvLine([1, `${before}${sign}cmd|calc;end`, 'last'])
      const formulas = fieldsOf(line, separator).filter((field) => SIGNS.includes(field.replace(/^[\s\u200b\ufeff]+/, '')[0] ?? ''))
      expect(formulas, JSON.stringify(line)).toEqual([])
    }
})

test('what is no formula comes back as it was', () => {
  for (const text of ['plain', 'a,b', 'a;b', 'say "x"', 'two\nlines', 'a-b', 'x = y', '', '驿站；＠'])
    expect(fieldsOf(csvLine([text, 5]), ',')).toEqual([text, '5'])
  expect(csvLine([-5, 'a;b', 'tab\there'])).toBe('-5,"a;b","tab\there"')
})
