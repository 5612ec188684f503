/** px, as in stat-tile.css. */
export const SPARK_WIDTH = 72
export const SPARK_HEIGHT = 24
const MAX_POINTS = 36
/** Room for half of the stroke. */
const MARGIN = 1

/** The line as an SVG path; '' where there is nothing that could have a course: fewer than two points, or only zeros. */
export function sparkPath(values: readonly (number | null)[]): string {
  const known = condensed(values.slice(0, values.findLastIndex((value) => value !== null) + 1).map((value) => value ?? 0))
  const last = known.length - 1
  const top = Math.max(...known)
  if (last < 1 || top <= 0) return ''
  const x = (index: number) => MARGIN + (index / last) * (SPARK_WIDTH - 2 * MARGIN)
  const y = (value: number) => SPARK_HEIGHT - MARGIN - (value / top) * (SPARK_HEIGHT - 2 * MARGIN)
  const points = known.map((value, index) => `${x(index).toFixed(1)} ${y(value).toFixed(1)}`)
  return `M${points.join('L')}`
}

/** More points than the line has room for become averages of as many neighbours as it takes. */
function condensed(values: readonly number[]): readonly number[] {
  const size = Math.ceil(values.length / MAX_POINTS)
  if (size <= 1) return values
  return Array.from({ length: Math.ceil(values.length / size) }, (_, at) => {
    const group = values.slice(at * size, (at + 1) * size)
    return group.reduce((sum, value) => sum + value, 0) / group.length
  })
}
