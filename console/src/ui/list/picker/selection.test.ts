import { expect, test } from 'vitest'
import { type Chosen, type RowId, type Selection, selectionOf } from './selection.ts'

interface Person {
  readonly id: number
  readonly name: string
}
const people = Array.from({ length: 45 }, (_, index): Person => ({ id: index + 1, name: `user ${index + 1}` }))
const pageOf = (page: number) => people.slice((page - 1) * 20, page * 20)
const at = (id: number) => people[id - 1] as Person

/** A selection kept here, as a form keeps it; `on` is the selection while that page stands. */
function open() {
  let chosen: Chosen<Person> = new Map()
  const last: { current: RowId | undefined } = { current: undefined }
  const on = (shown: readonly Person[]): Selection<Person> =>
    selectionOf({
      chosen,
      idOf: ({ id }) => id,
      shown,
      last,
      setChosen: (change) => {
        chosen = change(chosen)
      },
    })
  return { on, ids: () => [...chosen.keys()] }
}

test('what is chosen on one page stays chosen on the next, and is counted as elsewhere', () => {
  const { on, ids } = open()
  on(pageOf(1)).toggle(at(3))
  on(pageOf(2)).toggle(at(25))
  expect(ids()).toEqual([3, 25])
  expect([on(pageOf(2)).elsewhere, on(pageOf(3)).elsewhere]).toEqual([1, 2])
})

test('all of a page are chosen at once, and let go again only when all of them were', () => {
  const { on, ids } = open()
  on(pageOf(3)).toggle(at(42))
  on(pageOf(3)).toggleAll(pageOf(3))
  expect(ids()).toEqual([42, 41, 43, 44, 45])
  on(pageOf(1)).toggle(at(1))
  on(pageOf(3)).toggleAll(pageOf(3))
  expect(ids()).toEqual([1])
})

test('a range goes from the row clicked last to this one, in either direction', () => {
  const { on, ids } = open()
  on(pageOf(1)).toggle(at(9))
  on(pageOf(1)).toggle(at(6), true)
  expect(ids().toSorted()).toEqual([6, 7, 8, 9])
})

test('a range does not reach over to another page', () => {
  const { on, ids } = open()
  on(pageOf(1)).toggle(at(20))
  on(pageOf(2)).toggle(at(23), true)
  expect(ids()).toEqual([20, 23])
})

test('a row that has changed since is given as it stands on the page', () => {
  const { on } = open()
  on(pageOf(1)).toggle(at(2))
  const renamed = { id: 2, name: 'renamed' }
  expect(on([renamed]).rows).toEqual([renamed])
  expect(on(pageOf(2)).rows).toEqual([at(2)])
})
