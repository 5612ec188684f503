import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { say, show } from '../../../testing/show.tsx'
import { MarkdownEditor } from './MarkdownEditor.tsx'

/** An editor with this text. */
async function showEditor(initial: string, isLocked = false) {
  const shown = await show(() => {
    const [text, setText] = useState(initial)
    return <MarkdownEditor value={text} onChange={setText} control={{ 'aria-label': 'Message', disabled: isLocked }} />
  })
  const area = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
  const select = (start: number, end: number) => {
    area.focus()
    area.setSelectionRange(start, end)
  }
  return { ...shown, area, select, chosen: () => area.value.slice(area.selectionStart, area.selectionEnd) }
}

test('a button and its key mark what is selected, and leave it selected', async () => {
  // As in a browser that has given up the old call: undo is lost then, the edit is not.
  Object.assign(document, { execCommand: () => false })
  onTestFinished(() => void Reflect.deleteProperty(document, 'execCommand'))
  const { person, area, select, chosen } = await showEditor('Prices fall tonight')
  select(7, 11)
  await person.click(screen.getByRole('button', { name: `${say('kit.markdown.bold')} (Ctrl+B)` }))
  expect([area.value, chosen(), document.activeElement]).toEqual(['Prices **fall** tonight', 'fall', area])
  select(16, 23)
  await person.keyboard('{Control>}i{/Control}')
  expect(area.value).toBe('Prices **fall** *tonight*')
})

test('an editor that is locked has buttons that say so, and an empty one says that there is nothing to see', async () => {
  await showEditor('', true)
  const bold = screen.getByRole<HTMLButtonElement>('button', { name: `${say('kit.markdown.bold')} (Ctrl+B)` })
  expect([bold.disabled, bold.title]).toEqual([true, `${say('kit.markdown.bold')} (Ctrl+B): ${say('kit.markdown.locked')}`])
  within(screen.getByRole('region', { name: say('kit.markdown.preview') })).getByText(say('kit.markdown.nothing'))
})
