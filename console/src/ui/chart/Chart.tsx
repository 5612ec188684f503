import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useText } from '~/i18n/index'
import { useThemeMode } from '../theme-mode.ts'
import { chartColor } from './chart-colors.ts'
import type { ChartProps } from './chart-props.ts'
import './chart.css'

/** The same figures for those who cannot see the drawing. Rows and columns without anything are left out. */
function ChartTable({ title, labels, fullLabels, series, format }: Omit<ChartProps, 'emptyText'>) {
  const t = useText()
  const rows = labels.flatMap((label, index) =>
    series.some((one) => (one.values[index] ?? 0) !== 0) ? [{ index, label: fullLabels?.[index] ?? label }] : [],
  )
  return (
    // The box is what is hidden: a table does not let itself be made smaller than its cells.
    <div className="unseen">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t('time.range')}</th>
            {series.map((one) => (
              <th key={one.name} scope="col">
                {one.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.index}>
              <th scope="row">{row.label}</th>
              {series.map((one) => (
                <td key={one.name}>{format(one.values[row.index] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface LegendProps extends Pick<ChartProps, 'series'> {
  readonly hidden: ReadonlySet<string>
  readonly onToggle: (name: string) => void
}

/** Colours by name; a click hides a series or shows it again. */
function Legend({ series, hidden, onToggle }: LegendProps) {
  const t = useText()
  const mode = useThemeMode()
  return (
    <ul className="chart-legend" aria-label={t('kit.chart.legend')}>
      {series.map((one, index) => {
        const isHidden = hidden.has(one.name)
        return (
          <li key={one.name}>
            <button
              type="button"
              aria-pressed={!isHidden}
              title={t(isHidden ? 'kit.chart.show' : 'kit.chart.hide')}
              onClick={() => onToggle(one.name)}
            >
              <i style={isHidden ? {} : { background: chartColor(mode, one.color ?? index) }} />
              <span>{one.name}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

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
