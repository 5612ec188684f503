import type { CSSProperties, ReactNode } from 'react'
import { chartColor } from './chart-colors.ts'
import './rank-list.css'
import { Skeleton } from '../page/States.tsx'
import { useThemeMode } from '../theme-mode.ts'

export interface RankRow {
  readonly key: string
  /** A text, or a link: it then answers over the whole row. */
  readonly name: ReactNode
  /** The figure that the bar shows. */
  readonly value: number
  /** The figure in words. */
  readonly text: ReactNode
  /** Before the figure, such as its share of the whole. */
  readonly note?: ReactNode
  /** Place in the chart palette; default accent. */
  readonly color?: number
}

export interface RankListProps {
  readonly label: string
  readonly rows: readonly RankRow[]
  readonly emptyText: string
  /** Names in the font of code: models. */
  readonly isMono?: boolean
  /** So many placeholder rows stand in for those that are loading. */
  readonly loadingRows?: number | undefined
}

/** The largest few, each with a bar against the largest one. */
export function RankList({ label, rows, emptyText, isMono, loadingRows }: RankListProps) {
  const mode = useThemeMode()
  if (loadingRows !== undefined) return <Waiting count={loadingRows} />
  if (rows.length === 0) return <p className="rank-empty">{emptyText}</p>
  const largest = Math.max(...rows.map(({ value }) => value))
  const style = ({ value, color }: RankRow): CSSProperties => ({
    width: `${largest > 0 ? Math.max((value / largest) * 100, value > 0 ? 1 : 0) : 0}%`,
    background: color === undefined ? undefined : chartColor(mode, color),
  })
  return (
    <ol className="rank-list" aria-label={label}>
      {rows.map((row) => (
        <li key={row.key}>
          <span className="rank-line">
            <span className={`rank-name ${isMono ? 'mono' : ''}`} title={typeof row.name === 'string' ? row.name : undefined}>
              {row.name}
            </span>
            {row.note !== undefined && <span className="rank-note number">{row.note}</span>}
            <span className="number">{row.text}</span>
          </span>
          <span className="rank-bar" aria-hidden>
            <i style={style(row)} />
          </span>
        </li>
      ))}
    </ol>
  )
}

function Waiting({ count }: { readonly count: number }) {
  return (
    <ol className="rank-list" aria-busy>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
        <li key={index}>
          <span className="rank-line">
            <Skeleton width={`${60 - (index % 3) * 12}%`} />
          </span>
          <span className="rank-bar" />
        </li>
      ))}
    </ol>
  )
}
