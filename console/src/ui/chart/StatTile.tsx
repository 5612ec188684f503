import type { ReactNode } from 'react'
import { Skeleton } from '../page/States.tsx'
import './stat-tile.css'

export interface StatTileProps {
  readonly label: string
  readonly value: ReactNode
  /** One line below: how it changed, or what it is made of. */
  readonly detail?: ReactNode
  /** Red for what needs a person; a change alone is neither good nor bad. */
  readonly detailTone?: 'red'
  /** The course of the figure over the range. */
  readonly trend?: SparklineProps['values']
  /** The exact figure and what it means, on hover. */
  readonly hint?: string
  readonly isLoading?: boolean
}

/** One figure of a dashboard. Stands in `StatTiles`. Its height is the same while it loads. */
export function StatTile({ label, value, detail, detailTone, trend, hint, isLoading }: StatTileProps) {
  return (
    <div className="stat-tile" title={hint} aria-busy={isLoading === true}>
      <dt>{label}</dt>
      <dd className="stat-value">{isLoading ? <Skeleton width={96} /> : value}</dd>
      <dd className={`stat-detail ${detailTone ? `tone-${detailTone}` : ''}`}>{isLoading ? <Skeleton width={120} /> : detail}</dd>
      {!isLoading && trend && (
        <dd className="stat-trend">
          <Sparkline values={trend} />
        </dd>
      )}
    </div>
  )
}

/** A row of tiles; on a phone two per line, a last odd one over the whole width. */
export function StatTiles({ children }: { readonly children: ReactNode }) {
  return <dl className="stat-tiles">{children}</dl>
}

/** px, as in stat-tile.css. */
const SPARK_WIDTH = 72
const SPARK_HEIGHT = 24
const MAX_POINTS = 36
/** Room for half of the stroke. */
const MARGIN = 1

/** The line as an SVG path; '' where there is nothing that could have a course: fewer than two points, or only zeros. */
export function sparkPath(values: readonly (number | null)[]): string {
  const known = condensed(values.slice(0, values.findLastIndex((value) => value !== null) + 1).map((value) => value ?? 0))
  const last = known.length - 1
  const top = Math.max(...known)
  if (last < 1 || top <= 0) return ''
  const x = (index: number) => MARGIN + (index / last) * (SPARK_WIDTH - 2 * MARGIN)
  const y = (value: number) => SPARK_HEIGHT - MARGIN - (value / top) * (SPARK_HEIGHT - 2 * MARGIN)
  const points = known.map((value, index) => `${x(index).toFixed(1)} ${y(value).toFixed(1)}`)
  return `M${points.join('L')}`
}

/** More points than the line has room for become averages of as many neighbours as it takes. */
function condensed(values: readonly number[]): readonly number[] {
  const size = Math.ceil(values.length / MAX_POINTS)
  if (size <= 1) return values
  return Array.from({ length: Math.ceil(values.length / size) }, (_, at) => {
    const group = values.slice(at * size, (at + 1) * size)
    return group.reduce((sum, value) => sum + value, 0) / group.length
  })
}

export interface SparklineProps {
  /** In order of time; null where nothing is known yet: the line ends before it. */
  readonly values: readonly (number | null)[]
}

/** The course of a figure without axes, from zero up. Decoration next to the figure: the numbers are in a chart or table elsewhere. */
export function Sparkline({ values }: SparklineProps) {
  const path = sparkPath(values)
  if (path === '') return null
  return (
    <svg className="sparkline" viewBox={`0 0 ${SPARK_WIDTH} ${SPARK_HEIGHT}`} aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
