/** px, as in stat-tile.css. */
export const SPARK_WIDTH = 72
export const SPARK_HEIGHT = 24
/** Room for half of the stroke. */
const MARGIN = 1

/** The line as an SVG path; '' where there is nothing that could have a course: fewer than two points, or only zeros. */
export function sparkPath(values: readonly (number | null)[]): string {
  const known = values.map((value) => value ?? 0)
  const last = values.findLastIndex((value) => value !== null)
  const top = Math.max(...known)
  if (last < 1 || top <= 0) return ''
  const x = (index: number) => MARGIN + (index / last) * (SPARK_WIDTH - 2 * MARGIN)
  const y = (value: number) => SPARK_HEIGHT - MARGIN - (value / top) * (SPARK_HEIGHT - 2 * MARGIN)
  const points = known.slice(0, last + 1).map((value, index) => `${x(index).toFixed(1)} ${y(value).toFixed(1)}`)
  return `M${points.join('L')}`
}
