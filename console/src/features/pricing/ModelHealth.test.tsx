// The last 24 hours in the sheet of a model: the colours of the strip, its tooltips and its text alternative.
import { screen } from '@testing-library/react'
import { getModelsHealth } from '@waystation/contract/api/channels/catalog'
import type { ModelsHealth } from '@waystation/contract/prices/pricing'
import { expect, test } from 'vitest'
import { dataKey } from '~/api/use-data'
import { queryClient } from '~/ui/query-client'
import { say, show } from '../../../testing/show.tsx'
import { ModelHealth } from './ModelHealth.tsx'

const HOUR = 3600
/** A midnight in UTC. */
const midnight = 1_700_006_400
const starts = Array.from({ length: 24 }, (_, at) => midnight + at * HOUR)
const hours = [...starts.map(() => 1).slice(3), 0.95, 0.5, null]
const known: ModelsHealth = { as_of: midnight + 24 * HOUR, answered: { busy: 0.981 }, starts, answered_by_hour: { busy: hours } }

const tell = async (health: ModelsHealth) => {
  queryClient.setQueryData(dataKey(getModelsHealth, {}), health)
  await show(() => <ModelHealth model="busy" />)
}
const slices = () => [...document.querySelectorAll<HTMLElement>('.health > span')]

test('each hour has its colour, and its time by the site’s clock and its share on hovering', async () => {
  await tell(known)
  expect(screen.getByText(say('pricing.sheet.answered', { share: '98.1%' })).closest('.tag')?.className).toContain('tag-green')
  expect(slices().map((slice) => slice.firstElementChild?.className)).toEqual([...Array(21).fill('good'), 'slow', 'failed', 'idle'])
  expect(
    slices()
      .map((slice) => slice.title)
      .slice(-2),
  ).toEqual([
    `2023-11-15 22:00 (UTC) · ${say('pricing.sheet.answered', { share: '50.0%' })}`,
    `2023-11-15 23:00 (UTC) · ${say('pricing.sheet.noCalls')}`,
  ])
})

test('the strip says in words what the worst hour was, and how many had no calls', async () => {
  await tell(known)
  const worst = say('pricing.sheet.worstHour', {
    time: '2023-11-15 22:00 (UTC)',
    answered: say('pricing.sheet.answered', { share: '50.0%' }),
  })
  const told = [say('pricing.sheet.byHour'), worst, say('pricing.sheet.idleHours', { hours: 1 })].join(' · ')
  screen.getByRole('img', { name: told })
})

test('of a model with too few calls no hour is told, and the strip keeps its room', async () => {
  await tell({ ...known, answered: {}, answered_by_hour: {} })
  screen.getByText(say('pricing.sheet.fewCalls'))
  expect(document.querySelector('.pricing-health')?.className).toContain('pricing-health-untold')
  expect(slices()).toHaveLength(24)
  expect(slices().filter((slice) => slice.title !== '')).toEqual([])
})
