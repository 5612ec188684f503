import './health-strip.css'

/** One slice of time: calls, failed, slow. */
export type Slice = readonly [calls: number, failed: number, slow: number]

export interface HealthStripProps {
  /** Oldest first. Undefined while loading: the strip already has its final size. */
  readonly slices: readonly Slice[] | undefined
  readonly count: number
  /** The whole strip in words: for screen readers and without colours. */
  readonly label: string
  /** One slice in words, shown on hover. */
  readonly tip?: (index: number) => string
  /** `tall`: 32 px and as wide as there is room, for a drawer. */
  readonly size?: 'short' | 'tall'
  /** Half as strong: of what is not enabled. */
  readonly isDim?: boolean
}

/** From this share on, failures or slow calls give the slice its colour. A single failure among many is amber. */
const MUCH = 0.1

/** What happened, slice by slice. The height shows it too: short is good, middle is slow, full is failed, a stub is no traffic. */
export function HealthStrip({ slices, count, label, tip, size = 'short', isDim }: HealthStripProps) {
  return (
    <span role="img" aria-label={label} title={tip ? undefined : label} className={`health health-${size} ${isDim ? 'dimmed' : ''}`}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a slice is its place
        <span key={index} title={tip?.(index)}>
          <i className={sliceTone(slices?.[index])} />
        </span>
      ))}
    </span>
  )
}

/** How one slice looks. */
export function sliceTone(slice: Slice | undefined): 'idle' | 'good' | 'slow' | 'failed' {
  const [calls, failed, slow] = slice ?? [0, 0, 0]
  if (calls === 0) return 'idle'
  if (failed >= calls * MUCH && failed > 0) return 'failed'
  return failed > 0 || (slow > 0 && slow >= calls * MUCH) ? 'slow' : 'good'
}
