import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { ChartTable } from './ChartTable.tsx'
import type { ChartProps } from './chart-props.ts'
import { Legend } from './Legend.tsx'
import './chart.css'

const EChart = lazy(() => import('./EChart.tsx'))

/** The default height. */
const HEIGHT_PX = 220
/** The library is fetched a little before the chart comes into view. */
const AHEAD = '200px'

/**
 * Stacked bars, or lines, in the colours and formats of the console, with the same figures as a table for screen readers. Bars have a
 * legend in the order of the stack, whose names hide and show their series. The height is the same while it loads, when it is empty and when it is there.
 * @example <Chart kind="bars" title="Spend by model" labels={hours} series={models} format={dollars} emptyText="No calls yet" />
 */
export function Chart(props: ChartProps) {
  const { series, kind, height = HEIGHT_PX, isLoading, emptyText } = props
  const box = useRef<HTMLElement>(null)
  const isNear = useIsNear(box)
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  // A series keeps its colour while others are hidden.
  const shown = series.map((one, index) => ({ ...one, color: one.color ?? index })).filter(({ name }) => !hidden.has(name))
  const toggle = (name: string) => setHidden(new Set(hidden.has(name) ? [...hidden].filter((one) => one !== name) : [...hidden, name]))
  const isEmpty = !isLoading && !series.some((one) => one.values.some((value) => (value ?? 0) !== 0))
  return (
    <figure ref={box} className="chart" aria-busy={isLoading === true}>
      <div className="chart-box" style={{ height }}>
        {isLoading ? (
          <Waiting />
        ) : isEmpty ? (
          <p className="chart-empty">{emptyText}</p>
        ) : (
          isNear && (
            <Suspense fallback={<Waiting />}>
              <EChart {...props} series={shown} />
            </Suspense>
          )
        )}
      </div>
      {kind === 'bars' && <Legend series={series} hidden={hidden} onToggle={toggle} />}
      {!isLoading && !isEmpty && <ChartTable {...props} />}
    </figure>
  )
}

const BARS = [30, 55, 40, 70, 50, 85, 60, 75, 45, 65, 35, 58]

function Waiting() {
  return (
    <div className="chart-waiting" aria-hidden aria-busy>
      {BARS.map((height) => (
        <i key={height} style={{ height: `${height}%` }} />
      ))}
    </div>
  )
}

/** True once the element has been near the window. */
function useIsNear(box: { readonly current: HTMLElement | null }): boolean {
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    if (!box.current || isNear) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setIsNear(true), { rootMargin: AHEAD })
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [box, isNear])
  return isNear
}
