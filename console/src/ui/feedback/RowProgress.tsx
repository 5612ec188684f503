import './progress.css'
import './row-progress.css'

export interface RowProgressProps {
  /** 0 to 100; undefined: running, progress unknown. */
  readonly percent: number | undefined
  /** Whose progress; read aloud. */
  readonly label: string
  readonly tone?: 'running' | 'done' | 'failed'
}

/** How far the work of a row is: a bar and its percent. */
export function RowProgress({ percent, label, tone = 'running' }: RowProgressProps) {
  const known = percent === undefined ? undefined : Math.round(Math.max(0, Math.min(100, percent)))
  return (
    <span className={`row-progress ${tone}`}>
      <progress className="thin-progress" max={100} {...(known === undefined ? {} : { value: known })} aria-label={label} />
      <span className="number">{known === undefined ? '…' : `${known}%`}</span>
    </span>
  )
}
