// What a version changed, where that is more than a page of lines.
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { say, show } from '../../../../../testing/show.tsx'
import { PriceChanges } from './PriceChanges.tsx'

const changesOf = (count: number) => ({
  prices: Array.from({ length: count }, (_, at) => ({
    model: `${at < count - 1 ? 'gpt' : 'claude'}-${at}`,
    column: 'freshInput',
    before: '1',
    after: '2',
  })),
  others: [],
})
const models = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent)

test('a model on the last page is found by its name', async () => {
  const { person } = await show(() => <PriceChanges changes={changesOf(45)} />)
  expect(models()).toHaveLength(20)
  const field = screen.getByRole('searchbox', { name: say('action.search') })
  await person.type(field, 'CLAUDE')
  expect(models()).toEqual(['claude-44'])
  await person.type(field, '-nothing')
  screen.getByText(say('kit.diffNoMatch'))
})

test('what fits on a page is not searched', async () => {
  await show(() => <PriceChanges changes={changesOf(20)} />)
  expect(models()).toHaveLength(20)
  expect(screen.queryByRole('searchbox')).toBeNull()
})
