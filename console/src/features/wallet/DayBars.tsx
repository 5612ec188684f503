import './day-bars.css'

export interface DayBarsProps {
  /** One for each day, in order; null for a day that is still to come. */
  readonly values: readonly (number | null)[]
  /** What the bars say, in a sentence; read aloud. */
  readonly label: string
}

/** A small column for each day of a month; today, the last with a value, in accent. The figures are next to it. */
export function DayBars({ values, label }: DayBarsProps) {
  const most = Math.max(0, ...values.map((value) => value ?? 0))
  const today = values.findLastIndex((value) => value !== null)
  return (
    <span className="day-bars" role="img" aria-label={label} title={label}>
      {values.map((value, day) => (
        <i
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is the day
          key={day}
          className={value === null ? 'to-come' : day === today ? 'today' : ''}
          style={value === null || most === 0 ? undefined : { height: `${(value / most) * 100}%` }}
        />
      ))}
    </span>
  )
}
