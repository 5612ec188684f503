import type { Tone } from '@waystation/contract/status-table'

export interface DurationTextProps {
  readonly ms: number
  /** Decimals of the seconds: one per column, so that figures line up. Default 1. */
  readonly digits?: number
  /** Shown as an en dash when nothing of it is left at these decimals: what took no time worth telling. */
  readonly zeroIsNone?: boolean
  /** Colours bad values; see `logDurationTone`, `firstTokenTone`. */
  readonly tone?: Tone | undefined
}

/** A span of time in seconds, unit included: `6.4 s`. */
export function DurationText({ ms, digits = 1, tone, zeroIsNone }: DurationTextProps) {
  const figure = (ms / 1000).toFixed(digits)
  if (zeroIsNone && Number(figure) === 0) return <span className="text3">–</span>
  return <span className={`number ${tone ? `tone-${tone}` : ''}`}>{figure} s</span>
}

/** Specification section 9: total under 101 s is normal, under 300 s orange, else red. */
export const totalTimeTone = (ms: number): Tone => (ms < 101_000 ? 'neutral' : ms < 300_000 ? 'orange' : 'red')
/** First token under 3 s is normal, under 10 s orange, else red. */
export const firstTokenTone = (ms: number): Tone => (ms < 3000 ? 'neutral' : ms < 10_000 ? 'orange' : 'red')
/** A channel's response time: up to 1 s green, 3 s lime, 5 s yellow, above red (specification section 4). */
export const responseTimeTone = (ms: number): Tone => (ms <= 1000 ? 'green' : ms <= 3000 ? 'lime' : ms <= 5000 ? 'amber' : 'red')
