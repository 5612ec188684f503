// The library itself; loaded when a chart is on the screen, and only with what our charts need.
import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import { type ECharts, init, use } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { CanvasRenderer } from 'echarts/renderers'
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useThemeMode } from '../theme-mode.ts'
import { chartOptions, columnAfter } from './chart-options.ts'
import type { ChartProps } from './chart-props.ts'

/** Where the tooltip is triggered, px below the top of the grid. */
const TIP_TOP = 20

/** Attributes by which a keyboard walks the columns of a chart that can be clicked: arrows move the tooltip, Enter picks. */
function useColumnKeys(props: ChartProps, chart: RefObject<ECharts | null>) {
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

use([BarChart, LineChart, GridComponent, TooltipComponent, LabelLayout, CanvasRenderer])

/** Draws. It fills the box around it and follows its size. */
export default function EChart(props: ChartProps) {
  const mode = useThemeMode()
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<ECharts>(null)
  const pick = useEffectEvent((index: number, segment: number | undefined) =>
    props.onPick?.(index, segment === undefined ? undefined : props.series[segment]),
  )

  useEffect(() => {
    const element = box.current
    if (!element) return
    const made = init(element, null, { renderer: 'canvas' })
    chart.current = made
    // A click on a segment reports it first; a click elsewhere still reports the column.
    let segment: number | undefined
    made.on('click', ({ seriesIndex }) => {
      segment = seriesIndex
    })
    made.getZr().on('click', (event) => {
      const [index = -1] = made.convertFromPixel({ gridIndex: 0 }, [event.offsetX, event.offsetY]) ?? []
      if (index >= 0) pick(Math.round(index), segment)
      segment = undefined
    })
    const observer = new ResizeObserver(() => made.resize())
    observer.observe(element)
    return () => {
      observer.disconnect()
      made.dispose()
      chart.current = null
    }
  }, [])

  useEffect(() => {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    chart.current?.setOption(chartOptions(props, { mode, isStill }), { notMerge: true })
  }, [props, mode])

  const keys = useColumnKeys(props, chart)
  return <div ref={box} className={`chart-canvas ${props.onPick ? 'picks' : ''}`} {...keys} />
}
