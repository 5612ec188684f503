import { SPARK_HEIGHT, SPARK_WIDTH, sparkPath } from './spark-path.ts'
import './stat-tile.css'

export interface SparklineProps {
  /** In order of time; null where nothing is known yet: the line ends before it. */
  readonly values: readonly (number | null)[]
}

/** The course of a figure without axes, from zero up. Decoration next to the figure: the numbers are in a chart or table elsewhere. */
export function Sparkline({ values }: SparklineProps) {
  const path = sparkPath(values)
  if (path === '') return null
  return (
    <svg className="sparkline" viewBox={`0 0 ${SPARK_WIDTH} ${SPARK_HEIGHT}`} aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
