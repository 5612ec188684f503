// Which rows these are, and how others are reached.
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { say, show } from '../../../testing/show.tsx'
import { Pager } from './Pager.tsx'

/** A pager over so many rows, ten on a page. @returns the page that it stands on, too */
async function showPager(total: number, hasMore = false) {
  const shown = await show(() => {
    const [page, setPage] = useState(1)
    return (
      <>
        <Pager state={{ page, size: 10, setPage }} total={total} hasMore={hasMore} />
        <output>{page}</output>
      </>
    )
  })
  return { ...shown, page: () => screen.getByRole('status').textContent }
}

test('a number that is typed leads to its page; one beyond the end to the last, and what is none nowhere', async () => {
  const { person, page } = await showPager(123)
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: say('table.goToPage') })
  await person.type(field, '5{Enter}')
  expect([page(), field.value]).toEqual(['5', ''])
  screen.getByText(say('table.range', { from: '41', to: '50', total: '123' }))
  await person.type(field, '999{Enter}')
  expect(page()).toBe('13')
  screen.getByText(say('table.range', { from: '121', to: '123', total: '123' }))
  await person.type(field, '0{Enter}')
  await person.type(field, 'x-{Enter}')
  expect([page(), field.value]).toEqual(['13', ''])
})

test('one page has no pages to go to, and what was not counted to its end says that there is more', async () => {
  await showPager(7)
  screen.getByText(say('table.total', { count: 7 }))
  expect(screen.queryByRole('textbox')).toBeNull()
  await showPager(10_000, true)
  screen.getByText(say('table.rangeOfMore', { from: '1', to: '10', total: '10,000' }))
})
