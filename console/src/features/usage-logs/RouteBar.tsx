interface BarPart {
  readonly from: number
  readonly to: number
  readonly tone: 'green' | 'red' | 'neutral'
}

/** Spans of time, in milliseconds, on an axis that all bars of a call share. */
export function RouteBar({ parts, whole }: { readonly parts: readonly BarPart[]; readonly whole: number }) {
  return (
    <div className="route-bar" aria-hidden>
      {parts.map((part) => (
        <i
          key={part.from}
          style={{
            left: `${(part.from / whole) * 100}%`,
            width: `max(3px, ${((part.to - part.from) / whole) * 100}%)`,
            background: `var(--${part.tone}Dot)`,
          }}
        />
      ))}
    </div>
  )
}
