import type { ReactNode } from 'react'
import { Skeleton } from './EmptyState.tsx'
import { Sparkline, type SparklineProps } from './Sparkline.tsx'
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
