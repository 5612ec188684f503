import type { ECharts } from 'echarts/core'
import { type FocusEvent, type KeyboardEvent, type RefObject, useState } from 'react'
import type { ChartProps } from './chart-props.ts'
import { columnAfter } from './column-keys.ts'

/** Where the tooltip is triggered, px below the top of the grid. */
const TIP_TOP = 20

/** Attributes by which a keyboard walks the columns of a chart that can be clicked: arrows move the tooltip, Enter picks. */
export function useColumnKeys(props: ChartProps, chart: RefObject<ECharts | null>) {
  const [at, setAt] = useState(0)
  const { title, labels, fullLabels, series, format, onPick } = props
  if (!onPick) return { 'aria-hidden': true } as const

  const show = (index: number) => {
    setAt(index)
    const x = chart.current?.convertToPixel({ xAxisIndex: 0 }, index)
    if (typeof x === 'number') chart.current?.dispatchAction({ type: 'showTip', x, y: TIP_TOP })
  }
  const hide = () => chart.current?.dispatchAction({ type: 'hideTip' })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') return onPick(at, undefined)
    if (event.key === 'Escape') return hide()
    const next = columnAfter(event.key, at, labels.length)
    if (next === undefined) return
    event.preventDefault()
    show(next)
  }
  const sum = series.reduce((total, one) => total + (one.values[at] ?? 0), 0)
  return {
    role: 'slider',
    tabIndex: 0,
    'aria-label': title,
    'aria-valuemin': 0,
    'aria-valuemax': labels.length - 1,
    'aria-valuenow': at,
    'aria-valuetext': `${(fullLabels ?? labels)[at] ?? ''}: ${format(sum)}`,
    onKeyDown,
    // A mouse that clicks gives the focus too, and has its own tooltip.
    onFocus: ({ currentTarget }: FocusEvent) => currentTarget.matches(':focus-visible') && show(Math.min(at, labels.length - 1)),
    onBlur: hide,
  } as const
}
