// Questions and small panels by keyboard: who has the focus, what Escape does, and where the focus goes afterwards.
import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { say, show } from '../../../testing/show.tsx'
import type { TextQuestion } from './AskTextDialog.tsx'
import { AskTextHost, askText } from './ask-text.tsx'
import type { Question } from './ConfirmDialog.tsx'
import { confirm } from './confirm.tsx'
import { Dialog, takesFocus } from './Dialog.tsx'
import { Popover } from './Popover.tsx'

const focus = () => document.activeElement
const isGone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

/** A button that asks. @returns the answers so far, too */
async function showQuestion(question: Question) {
  const answers: boolean[] = []
  const shown = await show(() => (
    <button type="button" onClick={async () => answers.push(await confirm(question))}>
      Ask
    </button>
  ))
  const ask = async () => {
    await shown.person.click(screen.getByRole('button', { name: 'Ask' }))
    return screen.findByRole('dialog', { name: question.title })
  }
  return { ...shown, answers, ask }
}

test('a question begins on the button that changes nothing; Escape is no, and the focus returns to who asked', async () => {
  const { person, answers, ask } = await showQuestion({ title: 'Delete “ci”?', yes: 'Delete it', isDanger: true })
  const dialog = await ask()
  await waitFor(() => expect(focus()).toBe(within(dialog).getByRole('button', { name: say('action.cancel') })))
  await person.keyboard('{Escape}')
  await isGone()
  await waitFor(() => expect(focus()?.textContent).toBe('Ask'))
  await person.click(within(await ask()).getByRole('button', { name: 'Delete it' }))
  expect(answers).toEqual([false, true])
})

test('what cannot be made good needs its name typed, which a second question does not remember', async () => {
  const { person, answers, ask } = await showQuestion({ title: 'Delete “ci”?', yes: 'Delete it', typed: 'ci' })
  const field = (dialog: HTMLElement) =>
    within(dialog).getByRole<HTMLInputElement>('textbox', { name: say('kit.typeToConfirm', { name: 'ci' }) })
  const yes = (dialog: HTMLElement) => within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Delete it' })
  const first = await ask()
  await person.type(field(first), 'c{Enter}')
  expect([yes(first).disabled, answers]).toEqual([true, []])
  await person.type(field(first), 'i{Enter}')
  await isGone()
  expect(answers).toEqual([true])
  const second = await ask()
  expect([field(second).value, yes(second).disabled]).toEqual(['', true])
  await person.keyboard('{Escape}')
  await isGone()
})

test('a text that is wrong is told at its field and not taken; Enter gives it without the spaces around', async () => {
  const answers: (string | undefined)[] = []
  const question: TextQuestion = {
    title: 'Tag them',
    label: 'Tag',
    yes: 'Set it',
    choices: ['team', 'test'],
    check: (text) => (text.includes(',') ? 'Only one' : undefined),
  }
  const { person } = await show(() => (
    <>
      <button type="button" onClick={async () => answers.push(await askText(question))}>
        Ask
      </button>
      <AskTextHost />
    </>
  ))
  await person.click(screen.getByRole('button', { name: 'Ask' }))
  const dialog = await screen.findByRole('dialog', { name: 'Tag them' })
  const field = within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Tag' })
  await person.type(field, 'a,b{Enter}')
  expect([within(dialog).getByRole('alert').textContent, field.getAttribute('aria-invalid'), answers]).toEqual(['Only one', 'true', []])
  await person.click(within(dialog).getByRole('button', { name: 'team' }))
  expect(field.value).toBe('team')
  await person.type(field, ' {Enter}')
  await isGone()
  expect(answers).toEqual(['team'])
  await waitFor(() => expect(focus()?.textContent).toBe('Ask'))
})

test('a panel next to a word takes the focus when it opens, and Escape gives it back', async () => {
  const { person } = await show(() => (
    <Popover
      label="Why so dear"
      content={(close) => (
        <button type="button" onClick={close}>
          Understood
        </button>
      )}
    >
      0.42
    </Popover>
  ))
  const word = screen.getByRole('button', { name: '0.42', expanded: false })
  word.focus()
  await person.keyboard('{Enter}')
  const panel = await screen.findByRole('dialog', { name: 'Why so dear' })
  await waitFor(() => expect(focus()).toBe(panel))
  expect(word.getAttribute('aria-expanded')).toBe('true')
  await person.keyboard('{Escape}')
  await waitFor(() => expect(focus()).toBe(word))
  expect(word.getAttribute('aria-expanded')).toBe('false')
  await person.keyboard('{Enter}')
  await person.click(await screen.findByRole('button', { name: 'Understood' }))
  await waitFor(() => expect(focus()).toBe(word))
})

test('a box whose field takes the focus gives it back, also where it is taken away at once', async () => {
  const { person } = await show(() => {
    const [isOpen, setIsOpen] = useState(false)
    const [isThere, setIsThere] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setIsOpen(true)}>
          Open
        </button>
        <button type="button" onClick={() => setIsThere(true)}>
          Mount
        </button>
        <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title="Kept" width={400}>
          <input aria-label="First" {...takesFocus} />
        </Dialog>
        {isThere && (
          <Dialog isOpen onClose={() => setIsThere(false)} title="Mounted" width={400}>
            <input aria-label="Second" />
          </Dialog>
        )}
      </>
    )
  })
  await person.click(screen.getByRole('button', { name: 'Open' }))
  await waitFor(() => expect(focus()).toBe(screen.getByRole('textbox', { name: 'First' })))
  await person.keyboard('{Escape}')
  await isGone()
  await waitFor(() => expect(focus()?.textContent).toBe('Open'))
  await person.click(screen.getByRole('button', { name: 'Mount' }))
  await screen.findByRole('dialog', { name: 'Mounted' })
  await person.keyboard('{Escape}')
  await isGone()
  await waitFor(() => expect(focus()?.textContent).toBe('Mount'))
})
