// Many of very many: searched, picked over several searches, and taken out again.
import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { say, show } from '../../../../testing/show.tsx'
import type { ListRequest, ListSource } from '../../../api/list.ts'
import { Picker } from './Picker.tsx'
import type { Chosen } from './selection.ts'

interface Person {
  readonly id: number
  readonly name: string
}

const people: readonly Person[] = ['ada', 'bela', 'cleo', 'dora', 'emil'].map((name, index) => ({ id: index + 1, name }))

/** @returns what was asked of the server, too */
async function showPicker() {
  const asked: ListRequest[] = []
  const list: ListSource<Person> = {
    key: 'people',
    load: (request) => {
      asked.push(request)
      const rows = people.filter(({ name }) => name.includes(request.filters.keyword ?? ''))
      return Promise.resolve({ rows, total: rows.length })
    },
  }
  const sent: string[] = []
  const shown = await show(() => {
    const [picked, setPicked] = useState<Chosen<Person>>(new Map())
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault()
          sent.push('form')
        }}
      >
        <Picker
          label="Recipients"
          list={list}
          searchName="keyword"
          searchLabel="Find people"
          columns={[{ title: 'Name', cell: ({ name }) => name }]}
          nameOf={({ name }) => name}
          idOf={({ id }) => id}
          picked={picked}
          onChange={setPicked}
        />
        <button type="submit">Send</button>
      </form>
    )
  })
  await screen.findByText('ada')
  const group = screen.getByRole('group', { name: 'Recipients' })
  const box = (name: string) => within(group).getByRole<HTMLInputElement>('checkbox', { name: `${say('table.selectRow')}: ${name}` })
  const chips = () => {
    const list = within(group)
      .queryAllByRole('list')
      .find((one) => one.className === 'picker-chips')
    return list
      ? within(list)
          .getAllByRole('listitem')
          .map((chip) => chip.textContent)
      : []
  }
  return { ...shown, asked, sent, group, box, chips, count: () => within(group).getByRole('status').textContent }
}

test('rows are picked by a click on them or with Shift up to there, and each is picked once', async () => {
  const { person, box, count } = await showPicker()
  await person.click(screen.getByText('bela'))
  expect([box('bela').checked, count()]).toEqual([true, say('table.selected', { count: 1 })])
  await person.keyboard('{Shift>}')
  await person.click(box('dora'))
  await person.keyboard('{/Shift}')
  expect([box('cleo').checked, box('emil').checked, count()]).toEqual([true, false, say('table.selected', { count: 3 })])
  await person.click(box('cleo'))
  expect([box('cleo').checked, count()]).toEqual([false, say('table.selected', { count: 2 })])
})

test('what is picked stays over other searches, as chips that take it out again; Enter searches and sends no form', async () => {
  const { person, asked, sent, chips, box, count } = await showPicker()
  await person.click(box('ada'))
  const field = screen.getByRole('searchbox', { name: 'Find people' })
  await person.type(field, 'em{Enter}')
  await waitFor(() => expect(screen.queryByText('bela')).toBeNull())
  expect([asked.at(-1)?.filters, sent]).toEqual([{ keyword: 'em' }, []])
  await person.click(box('emil'))
  expect(chips()).toEqual(['ada', 'emil', say('table.clearSelection')])
  await person.click(screen.getByRole('button', { name: say('kit.picker.remove', { name: 'ada' }) }))
  expect([chips(), count()]).toEqual([['emil', say('table.clearSelection')], say('table.selected', { count: 1 })])
  await person.type(field, 'zzz{Enter}')
  await screen.findByText(say('table.noMatchTitle'))
  await person.click(screen.getByRole('button', { name: say('table.clearSelection') }))
  expect(chips()).toEqual([])
})
