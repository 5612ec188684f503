import { expect, test } from 'vitest'
import { asCode, bulleted, type Edit, linked, type Selected, withBlock, wrapped } from './markdown-edit.ts'

/** A text with its selection written as `[` and `]`, or a caret as `|`. */
function at(marked: string): Selected {
  if (marked.includes('|')) return { text: marked.replace('|', ''), start: marked.indexOf('|'), end: marked.indexOf('|') }
  const start = marked.indexOf('‹')
  const end = marked.indexOf('›') - 1
  return { text: marked.replace('‹', '').replace('›', ''), start, end }
}

/** The text after an edit, with its selection marked in the same way. */
function after({ text }: Selected, { start, end, insert, selectStart, selectEnd }: Edit): string {
  const next = text.slice(0, start) + insert + text.slice(end)
  if (selectStart === selectEnd) return `${next.slice(0, selectStart)}|${next.slice(selectStart)}`
  return `${next.slice(0, selectStart)}‹${next.slice(selectStart, selectEnd)}›${next.slice(selectEnd)}`
}

const run = (marked: string, edit: (selected: Selected) => Edit) => after(at(marked), edit(at(marked)))
const bold = (selected: Selected) => wrapped(selected, '**', 'bold')
const italic = (selected: Selected) => wrapped(selected, '*', 'italic')

test('bold goes around what is selected, and off again', () => {
  expect(run('from ‹March› on', bold)).toBe('from **‹March›** on')
  expect(run('from **‹March›** on', bold)).toBe('from ‹March› on')
})

test('with nothing selected there is a word to type over', () => {
  expect(run('from |', bold)).toBe('from **‹bold›**')
})

test('italic within bold is added and does not halve the bold mark', () => {
  expect(run('**‹March›**', italic)).toBe('***‹March›***')
  expect(run('***‹March›***', italic)).toBe('**‹March›**')
})

test('a link keeps the text and selects the URL', () => {
  expect(run('see ‹prices›.', (selected) => linked(selected, 'words'))).toBe('see [prices](‹https://›).')
})

test('the lines that are touched become a list, and plain again', () => {
  expect(run('a\nb‹b\nc›c\nd', bulleted)).toBe('a\n‹- bb\n- cc›\nd')
  expect(run('a\n‹- bb\n- cc›\nd', bulleted)).toBe('a\n‹bb\ncc›\nd')
  expect(run('one|', bulleted)).toBe('- one|')
})

test('a mixed list becomes a whole one', () => {
  expect(run('‹- a\nb›', bulleted)).toBe('‹- a\n- b›')
})

test('a block stands on lines of its own', () => {
  const table = (selected: Selected) => withBlock(selected, '| Name |', 'Name')
  expect(run('|', table)).toBe('| ‹Name› |\n')
  expect(run('words|', table)).toBe('words\n\n| ‹Name› |\n')
})

test('code of a line goes between backticks, of several into a fence', () => {
  expect(run('call ‹run()› now', (selected) => asCode(selected, 'code'))).toBe('call `‹run()›` now')
  expect(run('‹a\nb›', (selected) => asCode(selected, 'code'))).toBe('```\n‹a\nb›\n```')
})
