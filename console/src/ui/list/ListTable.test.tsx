// A list as people use it: by its heads, its search, its boxes and its pages. How rows are laid out is the browser's business.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Shown, say, show } from '../../../testing/show.tsx'
import type { ListRequest, ListSource } from '../../api/list.ts'
import type { Action } from './action.ts'
import { ListTable } from './ListTable.tsx'
import type { ListProps } from './list-props.ts'
import type { Column } from './table/column.ts'

interface Row {
  readonly id: number
  readonly name: string
  readonly used: number
}

const letters = [...'abcdefghijklmnopqrstuvwxyz']
/** 26 rows: `row-a` is used least. */
const everyRow: readonly Row[] = letters.map((letter, index) => ({ id: index + 1, name: `row-${letter}`, used: index * 10 }))

const columns: Column<Row>[] = [
  { field: 'name', title: 'token.name', isFixed: true, sortKey: 'name' },
  { field: 'used', title: 'token.used', align: 'right', sortKey: 'used' },
]

/** A list of these rows, as a server answers. */
function listOf(rows: readonly Row[]): ListSource<Row> {
  return {
    key: 'rows',
    load: ({ page, size, sort, filters }: ListRequest) => {
      const way = sort?.startsWith('-') ? -1 : 1
      const by = (row: Row) => (sort?.endsWith('used') ? row.used : row.id)
      const found = rows.filter(({ name }) => name.includes(filters.keyword ?? '')).toSorted((one, other) => way * (by(one) - by(other)))
      return Promise.resolve({ rows: found.slice((page - 1) * size, page * size), total: found.length })
    },
  }
}

async function showList(props: Partial<ListProps<Row>> = {}, query = ''): Promise<Shown> {
  const list = props.list ?? listOf(everyRow)
  return show(
    () => <ListTable<Row> columns={columns} filters={[{ kind: 'search', name: 'keyword', label: 'Find' }]} {...props} list={list} />,
    query,
  )
}

/** The rows on the screen, by the text of their first cell with words. */
const names = () => screen.queryAllByText(/^row-[a-z]$/).map((cell) => cell.textContent)
/** Waits until these are the first rows. */
const begins = (...first: string[]) => waitFor(() => expect(names().slice(0, first.length)).toEqual(first))

test('a head sorts, once more the other way, then not at all; the address and what is read aloud say so', async () => {
  const { person, query } = await showList()
  await begins('row-a')
  const used = () => screen.getByRole('columnheader', { name: say('token.used') })
  const sort = () => person.click(within(used()).getByRole('button'))
  expect(used().getAttribute('aria-sort')).toBe('none')
  await sort()
  await begins('row-z', 'row-y')
  expect([used().getAttribute('aria-sort'), query()]).toEqual(['descending', '?sort=-used'])
  await sort()
  await begins('row-a', 'row-b')
  expect([used().getAttribute('aria-sort'), query()]).toEqual(['ascending', '?sort=used'])
  await sort()
  expect([used().getAttribute('aria-sort'), query()]).toEqual(['none', ''])
})

test('an address that somebody sent opens the same page, in the same order; back leads to the page before', async () => {
  const { person, back, query } = await showList({}, '?sort=-used&page=2&size=10')
  await begins('row-p', 'row-o')
  await person.click(screen.getByRole('listitem', { name: '3' }))
  await begins('row-f')
  expect(query()).toBe('?sort=-used&page=3&size=10')
  await back()
  await begins('row-p')
})

test('what is typed is searched from the first page on, and what matches nothing can be cleared away', async () => {
  const { person, query } = await showList({}, '?page=2&size=10')
  await begins('row-k')
  const field = screen.getByRole('searchbox', { name: 'Find' })
  await person.type(field, 'row-c')
  await waitFor(() => expect(names()).toEqual(['row-c']))
  expect(query()).toBe('?size=10&keyword=row-c')
  await person.type(field, 'ccc')
  await screen.findByText(say('table.noMatchTitle'))
  await person.click(screen.getByRole('button', { name: say('action.clearFilters') }))
  await begins('row-a')
  expect([(field as HTMLInputElement).value, query()]).toEqual(['', '?size=10'])
})

const bulk = (chosen: readonly Row[], clear: () => void): Action[] => [
  { label: `Take ${chosen.map(({ name }) => name.slice(-1)).join('')}`, run: clear },
]
const rowOf = (name: string) => within(screen.getByText(name).closest('tr') as HTMLElement)
const box = (name: string) => rowOf(name).getByRole('checkbox')

test('rows are chosen one by one and with Shift up to there, over pages, and what can be done knows them', async () => {
  const { person } = await showList({ bulk }, '?size=10')
  await begins('row-a')
  await person.click(box('row-b'))
  await person.keyboard('{Shift>}')
  await person.click(box('row-d'))
  await person.keyboard('{/Shift}')
  const bar = screen.getByRole('toolbar', { name: say('table.actions') })
  within(bar).getByRole('button', { name: 'Take bcd' })
  await person.click(screen.getByRole('listitem', { name: '2' }))
  await begins('row-k')
  await person.click(box('row-k'))
  expect(within(bar).getByRole('status').textContent).toBe(say('table.selected', { count: 4 }) + say('table.elsewhere', { count: 3 }))
  await person.click(within(bar).getByRole('button', { name: 'Take bcdk' }))
  await waitFor(() => expect(screen.queryByRole('toolbar', { name: say('table.actions') })).toBeNull())
})

test('the box in the head takes the page and gives it back; a part of it is a third state', async () => {
  const { person } = await showList({ bulk }, '?size=10')
  await begins('row-a')
  const head = () => screen.getByRole('checkbox', { name: say('table.selectPage') }) as HTMLInputElement
  await person.click(head())
  screen.getByRole('button', { name: 'Take abcdefghij' })
  await person.click(box('row-c'))
  screen.getByRole('button', { name: 'Take abdefghij' })
  expect(head().checked).toBe(false)
  await person.click(head())
  await person.click(head())
  expect(screen.queryByRole('toolbar', { name: say('table.actions') })).toBeNull()
})

test('what deletes a row asks first and names it, and a row that is gone is no longer chosen', async () => {
  const deleted: string[] = []
  const actions = (row: Row): Action[] => [
    { label: 'Delete', icon: 'x', danger: true, confirm: { title: `Delete ${row.name}?` }, run: () => deleted.push(row.name) },
  ]
  const { person } = await showList({ bulk, actions }, '?size=10')
  await begins('row-a')
  await person.click(box('row-a'))
  await person.click(box('row-b'))
  const press = async (name: string) => {
    await person.click(rowOf('row-a').getByRole('button', { name: 'Delete' }))
    const question = await screen.findByRole('dialog', { name: 'Delete row-a?' })
    await person.click(within(question).getByRole('button', { name }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await press(say('action.cancel'))
  expect(deleted).toEqual([])
  screen.getByRole('button', { name: 'Take ab' })
  await press('Delete')
  await screen.findByRole('button', { name: 'Take b' })
  expect(deleted).toEqual(['row-a'])
})

test('a list that cannot be loaded says so and tries again when it is asked to', async () => {
  let isDown = true
  const list: ListSource<Row> = {
    key: 'down',
    load: (request) => (isDown ? Promise.reject(new Error('no such table')) : listOf(everyRow).load(request)),
  }
  const { person } = await showList({ list })
  const alert = await screen.findByRole('alert')
  within(alert).getByText('no such table')
  isDown = false
  await person.click(within(alert).getByRole('button', { name: say('action.retry') }))
  await begins('row-a')
})

test('an empty list says what would be in it, and offers to make the first one', async () => {
  let made = 0
  const { person } = await showList({
    list: listOf([]),
    empty: { title: 'No rows yet' },
    onCreate: () => (made += 1),
    createLabel: 'New row',
  })
  await screen.findByText('No rows yet')
  await person.click(screen.getAllByRole('button', { name: 'New row' }).at(-1) as HTMLElement)
  expect(made).toBe(1)
})
