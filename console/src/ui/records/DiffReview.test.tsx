// Differences of many records: searched, and taken over where they are in sight.
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { say, show } from '../../../testing/show.tsx'
import { DiffReview } from './DiffReview.tsx'

const names = (count: number) => Array.from({ length: count }, (_, at) => `${at < 2 ? 'claude' : 'gpt'}-${at}`)

async function showReview(count: number) {
  const diffs = names(count).map((name) => ({ name, changes: [{ field: 'input', before: 1, after: 2 }] }))
  let last: ReadonlySet<string> = new Set()
  const { person } = await show(() => {
    const [taken, setTaken] = useState<ReadonlySet<string>>(new Set())
    last = taken
    return <DiffReview diffs={diffs} sameCount={3} taken={taken} onTake={setTaken} fieldTitle={(field) => field} format={String} />
  })
  return { person, taken: () => [...last] }
}

test('what is searched for stands alone, and only that is taken over', async () => {
  const { person, taken } = await showReview(12)
  await person.type(screen.getByRole('searchbox', { name: say('action.search') }), 'Claude')
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  await person.click(screen.getByRole('checkbox', { name: say('kit.diffTaken', { taken: 0, count: 2 }) }))
  expect(taken()).toEqual(['claude-0', 'claude-1'])
  await person.clear(screen.getByRole('searchbox'))
  expect(screen.getAllByRole('listitem')).toHaveLength(12)
  screen.getByRole('checkbox', { name: say('kit.diffTaken', { taken: 2, count: 12 }) })
})

test('a search that finds nothing says so', async () => {
  const { person } = await showReview(11)
  await person.type(screen.getByRole('searchbox'), 'nothing')
  screen.getByText(say('kit.diffNoMatch'))
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('few records are not searched', async () => {
  await showReview(10)
  expect(screen.queryByRole('searchbox')).toBeNull()
})
