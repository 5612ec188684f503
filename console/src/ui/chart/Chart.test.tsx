// What a chart says to those who cannot see it drawn. The drawing itself is Chromium's business.
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { say, show } from '../../../testing/show.tsx'
import { Chart } from './Chart.tsx'
import type { ChartProps } from './chart-props.ts'

const props: ChartProps = {
  title: 'Spend by model',
  kind: 'bars',
  labels: ['Mon', 'Tue', 'Wed'],
  fullLabels: ['Monday', 'Tuesday', 'Wednesday'],
  series: [
    { name: 'gpt-5', values: [1, 0, 3] },
    { name: 'claude', values: [0, 0, 2] },
  ],
  format: (value) => `$${value}`,
  emptyText: 'No calls yet',
}

test('the figures of a chart are a table too, without the days on which nothing was', async () => {
  await show(() => <Chart {...props} />)
  const table = screen.getByRole('table', { name: 'Spend by model' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((head) => head.textContent),
  ).toEqual([say('time.range'), 'gpt-5', 'claude'])
  expect(
    within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent),
  ).toEqual(['Monday$1$0', 'Wednesday$3$2'])
})

test('a name of the legend hides its series and shows it again; the table keeps all', async () => {
  const { person } = await show(() => <Chart {...props} />)
  const legend = within(screen.getByRole('list', { name: say('kit.chart.legend') }))
  await person.click(legend.getByRole('button', { name: 'claude', pressed: true }))
  const hidden = legend.getByRole('button', { name: 'claude', pressed: false })
  expect(hidden.title).toBe(say('kit.chart.show'))
  screen.getByRole('columnheader', { name: 'claude' })
  await person.click(hidden)
  legend.getByRole('button', { name: 'claude', pressed: true })
})

test('a chart of nothing says so', async () => {
  await show(() => <Chart {...props} series={[{ name: 'gpt-5', values: [0, 0, 0] }]} />)
  screen.getByText('No calls yet')
  expect(screen.queryByRole('table')).toBeNull()
})
