import './share-bar.css'

export interface ShareBarProps {
  /** Of the whole, 0 to 1; what is over is cut. */
  readonly share: number
  /** Read aloud and shown on hover. */
  readonly label: string
  /** As wide as what it stands in; default 72 px. */
  readonly isWide?: boolean
  /** Being used is what it is there for: no colour warns, however much is. */
  readonly isCalm?: boolean
}

/** How much of something is used. Amber from nine tenths, red when nothing is left. */
export function ShareBar({ share, label, isWide, isCalm }: ShareBarProps) {
  const part = Math.max(0, Math.min(1, share))
  const tone = isCalm ? 'accent' : part >= 1 ? 'red' : part >= 0.9 ? 'amber' : 'accent'
  return (
    <span className={`share-bar ${isWide ? 'wide' : ''}`} role="img" aria-label={label} title={label}>
      <span className={`share-${tone}`} style={{ width: `${part === 0 ? 0 : Math.max(part * 100, 3)}%` }} />
    </span>
  )
}
