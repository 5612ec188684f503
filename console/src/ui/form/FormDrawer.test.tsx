// A form in a drawer: what it refuses, what it says, and that nothing typed is lost by accident.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Shown, say, show } from '../../../testing/show.tsx'
import { CallError } from '../../api/call-error.ts'
import { useDrawer } from '../url/use-drawer.ts'
import { FormDrawer } from './FormDrawer.tsx'
import { SecretField } from './fields/SecretField.tsx'
import { SwitchField } from './fields/SwitchField.tsx'
import { TextField } from './fields/TextField.tsx'

const Thing = z.object({ name: z.string().min(3), key: z.string(), is_open: z.boolean(), note: z.string() })
type Thing = z.input<typeof Thing>

/** A page with a drawer that makes things. @param send takes what the form sends */
function showDrawer(send: (thing: Thing) => unknown = () => undefined): Promise<Shown> {
  return show(() => {
    const drawer = useDrawer<{ readonly id: number }>()
    return (
      <>
        <button type="button" onClick={() => drawer.open()}>
          Make one
        </button>
        <FormDrawer
          drawer={drawer}
          title="A thing"
          schema={Thing}
          initial={{ name: '', key: '', is_open: false, note: '' }}
          onSubmit={send}
          footnote="Not saved yet"
        >
          <TextField name="name" label="Name" hint="As others see it" isRequired hasFocus />
          <SecretField name="key" label="Key" autoComplete="new-password" />
          <SwitchField name="is_open" label="Open" />
          <TextField name="note" label="Note" hideWhen="is_open" />
        </FormDrawer>
      </>
    )
  })
}

/** Opens it, as a person does. */
async function opened(send?: (thing: Thing) => unknown) {
  const shown = await showDrawer(send)
  await shown.person.click(screen.getByRole('button', { name: 'Make one' }))
  const drawer = await screen.findByRole('dialog')
  const press = (key: 'action.save' | 'action.cancel') => shown.person.click(within(drawer).getByRole('button', { name: say(key) }))
  return { ...shown, drawer, press, name: within(drawer).getByRole<HTMLInputElement>('textbox', { name: 'Name' }) }
}

const isGone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const question = () => screen.findByRole('dialog', { name: say('form.leaveTitle') })
/** Answers whether what is unsaved goes. */
async function answer({ person }: Shown, key: 'action.discard' | 'action.keepEditing') {
  await person.click(within(await question()).getByRole('button', { name: say(key) }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: say('form.leaveTitle') })).toBeNull())
}

test('a wrong field is told below it and has the focus; nothing is sent, and the error goes with its reason', async () => {
  const sent: Thing[] = []
  const { person, name, press, drawer } = await opened((thing) => sent.push(thing))
  await person.type(name, 'ab')
  // No error is shown while the user is typing.
  expect(within(drawer).queryByRole('alert')).toBeNull()
  await press('action.save')
  const alert = await within(drawer).findByText(say('form.tooShort', { min: 3 }))
  await waitFor(() => expect(document.activeElement).toBe(name))
  expect([name.getAttribute('aria-invalid'), name.getAttribute('aria-describedby')]).toEqual(['true', alert.id])
  await person.type(name, 'c')
  within(drawer).getByText('As others see it')
  expect([name.getAttribute('aria-invalid'), sent]).toEqual(['false', []])
})

test('what is in the fields is sent, and the drawer closes without a question', async () => {
  const sent: Thing[] = []
  const { person, name, press, query } = await opened((thing) => sent.push(thing))
  expect(query()).toBe('?edit=new')
  await person.type(name, 'first')
  await press('action.save')
  await isGone()
  expect([sent, query()]).toEqual([[{ name: 'first', key: '', is_open: false, note: '' }], ''])
})

test('a drawer with something typed asks before it goes, by its button and by Escape', async () => {
  const shown = await opened()
  const { person, name, press, drawer } = shown
  await person.type(name, 'half')
  within(drawer).getByText(say('form.unsaved'))
  await press('action.cancel')
  await answer(shown, 'action.keepEditing')
  await person.click(name)
  await person.keyboard('{Escape}')
  await answer(shown, 'action.keepEditing')
  expect(name.value).toBe('half')
  await press('action.cancel')
  await answer(shown, 'action.discard')
  await isGone()
})

test('what was thrown away is not there the next time, and what is as it was is no change', async () => {
  const shown = await opened()
  const { person, name, press } = shown
  await person.type(name, 'half')
  await press('action.cancel')
  await answer(shown, 'action.discard')
  await isGone()
  await person.click(screen.getByRole('button', { name: 'Make one' }))
  const again = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })
  expect(again.value).toBe('')
  await person.type(again, 'x{Backspace}')
  screen.getByText('Not saved yet')
  await person.keyboard('{Escape}')
  await isGone()
})

test('what the server refuses stands at its field, or above the form; the drawer stays, with what was typed', async () => {
  const refusals = [
    new CallError({ message: 'Refused', code: 'bad_request', status: 400, fields: { name: 'This name is taken' } }),
    new CallError({ message: 'The database is busy', code: 'internal_error', status: 500 }),
  ]
  const { person, name, press, drawer } = await opened(() => Promise.reject(refusals.shift()))
  await person.type(name, 'taken')
  await press('action.save')
  await within(drawer).findByText('This name is taken')
  await person.type(name, '2')
  expect(within(drawer).queryByText('This name is taken')).toBeNull()
  await press('action.save')
  await within(drawer).findByText('The database is busy')
  expect(name.value).toBe('taken2')
})

test('a form is sent once, however often that is asked for while it is on its way', async () => {
  let count = 0
  let arrive = () => {}
  const { person, name, press, drawer } = await opened(() => {
    count += 1
    return new Promise<void>((resolve) => {
      arrive = resolve
    })
  })
  await person.type(name, 'once')
  await press('action.save')
  fireEvent.submit(drawer.querySelector('form') as HTMLFormElement)
  expect(count).toBe(1)
  arrive()
  await isGone()
})

test('a password is dots until somebody looks at it, and its button says what it does next', async () => {
  const { person, drawer } = await opened()
  const key = within(drawer).getByLabelText<HTMLInputElement>('Key')
  await person.type(key, 'secret')
  expect([key.type, key.value]).toEqual(['password', 'secret'])
  await person.click(within(drawer).getByRole('button', { name: say('form.reveal'), pressed: false }))
  expect([key.type, key.value]).toEqual(['text', 'secret'])
  await person.click(within(drawer).getByRole('button', { name: say('form.conceal'), pressed: true }))
  expect(key.type).toBe('password')
})

test('a field that another one makes needless is away, and comes back with what was in it', async () => {
  const { person, drawer } = await opened()
  await person.type(within(drawer).getByRole('textbox', { name: 'Note' }), 'mine')
  await person.click(within(drawer).getByRole('switch', { name: 'Open' }))
  expect(within(drawer).queryByRole('textbox', { name: 'Note' })).toBeNull()
  await person.click(within(drawer).getByRole('switch', { name: 'Open' }))
  expect(within(drawer).getByRole<HTMLInputElement>('textbox', { name: 'Note' }).value).toBe('mine')
})

test('the focus begins in the field that asks for it, and returns to who opened the drawer', async () => {
  const { person, name } = await opened()
  await waitFor(() => expect(document.activeElement).toBe(name))
  await person.keyboard('{Escape}')
  await isGone()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Make one'))
})
