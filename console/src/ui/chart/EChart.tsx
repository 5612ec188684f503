// The library itself; loaded when a chart is on the screen, and only with what our charts need.
import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import { type ECharts, init, use } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useThemeMode } from '../theme-mode.ts'
import { chartOptions } from './chart-options.ts'
import type { ChartProps } from './chart-props.ts'
import { useColumnKeys } from './use-column-keys.ts'

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
