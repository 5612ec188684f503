/** A span without an end reaches so far beyond now. Source: specification §9. */
const AHEAD_SECONDS = 3600

/** The span of the filters in the server's units. */
export function spanIn(
  { start_timestamp: from, end_timestamp: to }: Readonly<Record<string, string>>,
  unitsPerSecond: number,
  nowSeconds: number,
): Readonly<Record<string, string>> {
  if (from === undefined && to === undefined) return {}
  const until = to === undefined ? Math.floor(nowSeconds) + AHEAD_SECONDS : Number(to)
  return {
    ...(from === undefined ? {} : { start_timestamp: String(Number(from) * unitsPerSecond) }),
    // The whole of the last second belongs to the span.
    end_timestamp: String(until * unitsPerSecond + unitsPerSecond - 1),
  }
}
