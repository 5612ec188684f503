// Segmented controls, inline numbers and search fields in use: what is selected, which request is sent, what is saved.
import { act, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { say, show } from '../../../testing/show.tsx'
import { InlineNumber } from './InlineNumber.tsx'
import { type SearchChoice, SearchSelect } from './SearchSelect.tsx'
import { Segmented } from './Segmented.tsx'

test('one of a few is chosen by arrows; what cannot be chosen is stepped over and says why', async () => {
  const { person } = await show(() => {
    const [unit, setUnit] = useState('hour')
    return (
      <Segmented
        label="Unit"
        value={unit}
        onChange={setUnit}
        choices={[
          { value: 'hour', label: 'Hour' },
          { value: 'day', label: 'Day', disabledReason: 'The span is too short' },
          { value: 'week', label: 'Week' },
        ]}
      />
    )
  })
  const group = screen.getByRole('radiogroup', { name: 'Unit' })
  const radio = (name: string) => within(group).getByRole<HTMLInputElement>('radio', { name })
  expect(radio('Hour').checked).toBe(true)
  expect(radio('Day').disabled).toBe(true)
  screen.getByTitle('The span is too short')
  radio('Hour').focus()
  await person.keyboard('{ArrowRight}')
  expect(['Hour', 'Day', 'Week'].filter((name) => radio(name).checked)).toEqual(['Week'])
})

/** A number in a table, and what was saved of it. */
async function showNumber() {
  const saved: number[] = []
  const shown = await show(() => (
    <>
      <InlineNumber label="Priority of ci" value={5} min={0} max={100} onSave={async (value) => saved.push(value)} />
      <button type="button">Elsewhere</button>
    </>
  ))
  return { ...shown, saved, field: screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Priority of ci' }) }
}

test('a number in place is saved once: by Enter, or by leaving it', async () => {
  const { person, saved, field } = await showNumber()
  await person.clear(field)
  await person.type(field, '42{Enter}')
  await person.click(screen.getByRole('button', { name: 'Elsewhere' }))
  expect(saved).toEqual([42])
  await person.clear(field)
  await person.type(field, '7')
  await person.click(screen.getByRole('button', { name: 'Elsewhere' }))
  expect(saved).toEqual([42, 7])
})

test('a number in place that is as it was, empty, or taken back by Escape is not saved', async () => {
  const { person, saved, field } = await showNumber()
  for (const typed of ['5{Enter}', '{Enter}', '42{Escape}{Enter}']) {
    await person.clear(field)
    await person.type(field, typed)
    await person.click(screen.getByRole('button', { name: 'Elsewhere' }))
  }
  expect([saved, field.value]).toEqual([[], '5'])
})

/** A search whose answers come when the test lets them. */
async function showSearch() {
  const asked: {
    readonly word: string
    readonly answer: (found: readonly SearchChoice[]) => void
    readonly fail: (error: Error) => void
  }[] = []
  const shown = await show(() => {
    const [user, setUser] = useState<string>()
    return (
      <>
        <SearchSelect
          label="User"
          placeholder="All users"
          value={user}
          onChange={setUser}
          search={(word) => new Promise((answer, fail) => asked.push({ word, answer, fail }))}
        />
        <output>{user ?? 'nobody'}</output>
      </>
    )
  })
  const field = screen.getByRole('combobox', { name: 'User' })
  const words = () => asked.map(({ word }) => word)
  const options = () => [...document.querySelectorAll('.ant-select-item-option')].map((option) => option.textContent)
  return { ...shown, asked, words, options, field, chosen: () => screen.getByRole('status').textContent }
}

test('only the last of several searches is shown, however late the others answer', async () => {
  const { person, asked, words, options, field, chosen } = await showSearch()
  await person.click(field)
  await waitFor(() => expect(words()).toEqual(['']))
  await person.type(field, 'ma')
  await waitFor(() => expect(words()).toEqual(['', 'ma']))
  asked[1]?.answer([{ value: 'maria', label: 'Maria' }])
  await waitFor(() => expect(options()).toEqual(['Maria']))
  asked[0]?.answer([{ value: 'bob', label: 'Bob' }])
  await act(async () => {})
  expect(options()).toEqual(['Maria'])
  await person.click(document.querySelector('.ant-select-item-option') as HTMLElement)
  expect(chosen()).toBe('maria')
})

test('a search that fails says why in its list, and the next one may go well', async () => {
  const { person, asked, words, field } = await showSearch()
  await person.click(field)
  await waitFor(() => expect(words()).toEqual(['']))
  asked[0]?.fail(new Error('The database is busy'))
  await screen.findByText('The database is busy')
  await person.type(field, 'nobody')
  await waitFor(() => expect(words()).toEqual(['', 'nobody']))
  asked[1]?.answer([])
  await screen.findByText(say('table.noMatchTitle'))
})
