// What toasts say, to whom, and how what was done is taken back.
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { say, show } from '../../../testing/show.tsx'
import { toast } from './toasts.ts'

/** A field and a button that takes the token off, with an undo. */
async function showSwitch(undo: () => Promise<unknown>) {
  const shown = await show(() => (
    <>
      <input aria-label="Note" />
      <button type="button" onClick={() => toast.undo('Token “ci” is off', undo)}>
        Switch off
      </button>
    </>
  ))
  await shown.person.click(screen.getByRole('button', { name: 'Switch off' }))
  await screen.findByText('Token “ci” is off')
  return shown
}

const undoButton = () => screen.getByRole('button', { name: say('kit.undo') })

test('what was done is undone by the link, which is busy meanwhile, and then says how that went', async () => {
  let arrive = () => {}
  const { person } = await showSwitch(
    () =>
      new Promise<void>((resolve) => {
        arrive = resolve
      }),
  )
  await person.click(undoButton())
  expect(screen.getByRole<HTMLButtonElement>('button', { name: say('kit.undoing') }).disabled).toBe(true)
  await act(async () => arrive())
  expect((await screen.findByRole('status')).textContent).toContain(say('kit.undone'))
  expect(screen.queryByText('Token “ci” is off')).toBeNull()
})

test('Ctrl Z undoes it too, once, but in a field the keys are the field’s', async () => {
  let undone = 0
  const { person } = await showSwitch(async () => {
    undone += 1
  })
  await person.click(screen.getByRole('textbox', { name: 'Note' }))
  await person.keyboard('{Control>}z{/Control}')
  expect(undone).toBe(0)
  await person.click(document.body)
  await person.keyboard('{Control>}z{/Control}')
  await screen.findByText(say('kit.undone'))
  await person.keyboard('{Control>}z{/Control}')
  expect(undone).toBe(1)
})

test('what cannot be undone is read out at once, and the focus is where it was before the toast', async () => {
  const { person } = await showSwitch(() => Promise.reject(new Error('The database is busy')))
  const button = screen.getByRole('button', { name: 'Switch off' })
  button.focus()
  act(() => undoButton().focus())
  await person.keyboard('{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain('The database is busy')
  await waitFor(() => expect(document.activeElement).toBe(button))
  await person.click(screen.getByRole('button', { name: say('action.close') }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the same message twice is one, and of many the newest four stay', async () => {
  await show(() => null)
  act(() => {
    for (const text of ['one', 'two', 'two', 'three', 'four', 'five']) toast.failed(text)
  })
  expect(screen.getAllByRole('alert').map((one) => one.textContent)).toEqual(['two', 'three', 'four', 'five'])
})
