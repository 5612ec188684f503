/** One series of a chart: a model, a percentile. */
export interface ChartSeries {
  readonly name: string
  /** One value per label; null where there is none. */
  readonly values: readonly (number | null)[]
  /** Place in the chart palette, from 0; 9 is "Other". Default: the series' place. A model keeps its colour in every chart of a page. */
  readonly color?: number
  /** The one bad point of a line, in red with its words. */
  readonly mark?: { readonly index: number; readonly text: string }
}

export interface ChartProps {
  /** What the chart shows, for screen readers and as the caption of its table. */
  readonly title: string
  /** `bars` are stacked. A line may start above zero, bars may not. */
  readonly kind: 'bars' | 'lines'
  /** Under the axis, such as hours or days. */
  readonly labels: readonly string[]
  /** Heads of the tooltip and of the table's rows, where the axis is shorter than the truth; default the labels. */
  readonly fullLabels?: readonly string[]
  readonly series: readonly ChartSeries[]
  /** A value in words: money, seconds, a count. */
  readonly format: (value: number) => string
  /** At the axis, where round numbers stand; default `format`. */
  readonly axisFormat?: (value: number) => string
  /** Where the axis of lines begins and ends; default: around the values. */
  readonly range?: { readonly min: number; readonly max?: number }
  /** px; default 220. The chart has it while it loads, too. */
  readonly height?: number
  readonly isLoading?: boolean
  /** Shown in place of an empty chart. */
  readonly emptyText: string
  /** Adds a line with the sum to the tooltip of stacked bars, under this name. */
  readonly totalName?: string
  /** A dashed line at what should be reached, with its words above the right end. */
  readonly target?: { readonly value: number; readonly text: string }
  /**
   * Called with the place of the column that was clicked, and the series of the segment if one was hit: to filter the logs. By keyboard,
   * arrows walk the columns and Enter picks one.
   */
  readonly onPick?: (index: number, series: ChartSeries | undefined) => void
}
