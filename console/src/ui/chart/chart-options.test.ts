import { expect, test } from 'vitest'
import { chartColor, chartColors } from './chart-colors.ts'
import { chartOptions, columnAfter } from './chart-options.ts'
import type { ChartProps } from './chart-props.ts'

const props: ChartProps = {
  title: 'Spend',
  kind: 'bars',
  labels: ['a', 'b', 'c'],
  series: [
    { name: 'one', values: [1, 2, 0] },
    { name: 'two', values: [3, 0, null] },
    { name: 'rest', values: [0, 0, 0], color: 9 },
  ],
  format: (value) => `$${value}`,
  emptyText: 'nothing',
}

interface Drawn {
  readonly animation: boolean
  readonly yAxis: { readonly scale: boolean; readonly axisLabel: { readonly formatter: (value: number) => string } }
  readonly series: readonly {
    readonly type: string
    readonly stack?: string
    readonly itemStyle: { readonly color: string }
    readonly data: readonly { readonly value: number | null; readonly itemStyle: { readonly borderRadius: unknown } }[]
    readonly endLabel?: { readonly formatter: string }
  }[]
}
const draw = (more: Partial<ChartProps> = {}, mode: 'light' | 'dark' = 'light', isStill = false) =>
  chartOptions({ ...props, ...more }, { mode, isStill }) as unknown as Drawn

test('only the segment on top of each stack is rounded, and zero has no segment', () => {
  const [one, two, rest] = draw().series
  expect(one?.data.map(({ itemStyle }) => itemStyle.borderRadius)).toEqual([0, [3, 3, 0, 0], [3, 3, 0, 0]])
  expect(two?.data.map(({ value }) => value)).toEqual([3, null, null])
  expect(two?.data[0]?.itemStyle.borderRadius).toEqual([3, 3, 0, 0])
  expect(rest?.data.map(({ value }) => value)).toEqual([null, null, null])
})

test('colours come from the palette of the theme, in order; the tenth is grey', () => {
  expect(draw().series.map(({ itemStyle }) => itemStyle.color)).toEqual(['#0E7C66', '#BC8702', '#8A857C'])
  expect(draw({}, 'dark').series[0]?.itemStyle.color).toBe('#3CCBA8')
  expect(chartColor('light', 40)).toBe(chartColors.light[9])
})

test('bars start at zero, lines need not; lines are named at their ends', () => {
  expect(draw().yAxis.scale).toBe(false)
  const lines = draw({ kind: 'lines' })
  expect(lines.yAxis.scale).toBe(true)
  expect(lines.series[0]).toMatchObject({ type: 'line', lineStyle: { width: 1.75 }, endLabel: { formatter: 'one' } })
})

test('the axis may be shorter than the values, and reduced motion turns animations off', () => {
  expect(draw().yAxis.axisLabel.formatter(2)).toBe('$2')
  expect(draw({ axisFormat: (value) => String(value) }).yAxis.axisLabel.formatter(2)).toBe('2')
  expect([draw().animation, draw({}, 'light', true).animation]).toEqual([true, false])
})

test('the one bad point and the target are lines of their own, absent from tooltip and table', () => {
  const series = props.series.map((one, index) => (index === 0 ? { ...one, mark: { index: 1, text: 'low' } } : one))
  const drawn = draw({ kind: 'lines', series, target: { value: 99, text: 'target' } }).series.slice(3)
  expect(drawn).toMatchObject([
    { type: 'line', silent: true, data: [null, 2, null], label: { formatter: 'low' }, itemStyle: { color: '#D2423A' } },
    { type: 'line', silent: true, data: [99, 99, { value: 99, label: { formatter: 'target' } }], lineStyle: { type: 'dashed' } },
  ])
})

test.each([
  ['ArrowRight', 3, 4],
  ['ArrowRight', 9, 9],
  ['ArrowLeft', 3, 2],
  ['ArrowLeft', 0, 0],
  ['Home', 5, 0],
  ['End', 5, 9],
  ['Tab', 5, undefined],
])('%s at %d of ten leads to %s', (key, at, next) => {
  expect(columnAfter(key, at, 10)).toBe(next)
})
