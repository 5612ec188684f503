import { percentText } from '../number-format.ts'
import { chartColor } from './chart-colors.ts'
import './share-view.css'
import { Skeleton } from '../page/States.tsx'
import { useThemeMode } from '../theme-mode.ts'

export interface SharePart {
  readonly name: string
  readonly value: number
  /** Place in the chart palette; default its own place. */
  readonly color?: number
}

export interface ShareViewProps {
  readonly label: string
  readonly parts: readonly SharePart[]
  readonly emptyText: string
  readonly isLoading?: boolean
}

/** What each part is of the whole: one bar divided by colour, and the same in percent below it. Parts of nothing are left out. */
export function ShareView({ label, parts, emptyText, isLoading }: ShareViewProps) {
  const mode = useThemeMode()
  const shown = parts.map((part, index) => ({ color: index, ...part })).filter(({ value }) => value > 0)
  const whole = shown.reduce((sum, { value }) => sum + value, 0)
  if (isLoading) return <Skeleton width="100%" />
  if (whole === 0) return <p className="share-empty">{emptyText}</p>
  return (
    <div className="share-view">
      <div className="share-strip" aria-hidden>
        {shown.map(({ name, value, color }) => (
          <i key={name} title={name} style={{ flexGrow: value / whole, background: chartColor(mode, color) }} />
        ))}
      </div>
      <ul aria-label={label}>
        {shown.map(({ name, value, color }) => (
          <li key={name}>
            <i style={{ background: chartColor(mode, color) }} aria-hidden />
            <span className="ellipsis" title={name}>
              {name}
            </span>
            <span className="number">{percentText(value / whole)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
