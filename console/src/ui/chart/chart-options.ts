// A chart of ours in the library's words (design/look.md, "Charts").
import type { EChartsCoreOption } from 'echarts/core'
import { type Palette, palettes, type ThemeMode } from '../palette.ts'
import { chartColor } from './chart-colors.ts'
import type { ChartProps, ChartSeries } from './chart-props.ts'

type TipProps = Pick<ChartProps, 'kind' | 'series' | 'labels' | 'fullLabels' | 'format' | 'totalName'>

/**
 * What was where, with every series that has something there, in the order of the stack from the top.
 * Made of elements and not of HTML: names are text, whatever is in them.
 */
function chartTooltip(props: TipProps, shown: unknown, mode: ThemeMode): HTMLElement | string {
  const index = indexOf(shown)
  if (index === undefined) return ''
  const rows = props.series.flatMap((one, place) => {
    const value = one.values[index] ?? null
    if (value === null || (props.kind === 'bars' && value === 0)) return []
    return [{ name: one.name, value, color: chartColor(mode, one.color ?? place) }]
  })
  const listed = props.kind === 'bars' ? rows.toReversed() : rows
  const tip = element('div', 'chart-tip')
  tip.append(element('strong', '', (props.fullLabels ?? props.labels)[index] ?? ''))
  for (const { name, value, color } of listed) {
    const dot = element('i')
    dot.style.background = color
    tip.append(row('', dot, name, props.format(value)))
  }
  if (props.totalName !== undefined && rows.length > 1) {
    const total = rows.reduce((sum, { value }) => sum + value, 0)
    tip.append(row('sum', undefined, props.totalName, props.format(total)))
  }
  return tip
}

function row(className: string, dot: HTMLElement | undefined, name: string, value: string): HTMLElement {
  const line = element('div', className)
  line.append(...(dot ? [dot] : []), element('span', '', name), element('b', '', value))
  return line
}

function element(tag: string, className = '', text = ''): HTMLElement {
  const made = document.createElement(tag)
  if (className !== '') made.className = className
  made.textContent = text
  return made
}

function indexOf(shown: unknown): number | undefined {
  const first: unknown = Array.isArray(shown) ? shown[0] : shown
  return typeof first === 'object' && first !== null && 'dataIndex' in first && typeof first.dataIndex === 'number'
    ? first.dataIndex
    : undefined
}

const AXIS_SIZE = 11
/** Room for the names at the right ends of lines, px. */
const NAME_ROOM = 76
/** With more bars than these, the gap between two segments would be as wide as what it divides. */
const MAX_OUTLINED = 60
/** With more bars than these, a label is wider than a bar. */
const MANY_BARS = 12
const FONT = 'Inter, system-ui, -apple-system, "Segoe UI", "PingFang SC", "Noto Sans SC", "Noto Sans CJK SC", sans-serif'

export interface ChartSurroundings {
  readonly mode: ThemeMode
  /** The user prefers reduced motion. */
  readonly isStill: boolean
}

/** What the library draws. Labels of lines stand at their right ends, so lines have no legend of their own. */
export function chartOptions(props: ChartProps, { mode, isStill }: ChartSurroundings): EChartsCoreOption {
  const palette = palettes[mode]
  const areLines = props.kind === 'lines'
  return {
    animation: !isStill,
    animationDuration: 160,
    animationDurationUpdate: 160,
    textStyle: { fontFamily: FONT },
    grid: { left: 0, right: areLines ? NAME_ROOM : 0, top: 8, bottom: 0, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    xAxis: {
      type: 'category',
      data: [...props.labels],
      boundaryGap: !areLines,
      axisTick: { show: false },
      axisLine: { lineStyle: { color: palette.divider } },
      // Under narrow bars the last label would stand out of the box.
      axisLabel: {
        ...axisText(palette),
        hideOverlap: true,
        margin: 8,
        ...(props.kind === 'bars' && props.labels.length > MANY_BARS ? { alignMaxLabel: 'right' } : {}),
      },
    },
    yAxis: {
      type: 'value',
      scale: areLines,
      splitNumber: 4,
      // Bars are of whole numbers: between two lines is one at least.
      ...(areLines ? {} : { minInterval: 1 }),
      ...(props.range && axisRange(props.range)),
      axisLabel: { ...axisText(palette), formatter: props.axisFormat ?? props.format },
      splitLine: { lineStyle: { color: palette.divider } },
    },
    tooltip: {
      trigger: 'axis',
      confine: true,
      axisPointer: {
        type: areLines ? 'line' : 'shadow',
        z: 0,
        lineStyle: { color: palette.border },
        shadowStyle: { color: palette.hover, opacity: 0.7 },
      },
      backgroundColor: palette.elevated,
      borderColor: palette.border,
      borderWidth: 1,
      padding: [8, 12],
      textStyle: { color: palette.text, fontSize: 12, fontFamily: FONT },
      extraCssText: `border-radius:8px;box-shadow:${palette.shadow};max-width:min(320px,80vw);`,
      position: beside,
      formatter: (shown: unknown) => chartTooltip(props, shown, mode),
    },
    series: [
      ...props.series.map((one, index) => (areLines ? lineOf(one, index, mode) : barOf(one, index, props.series, mode))),
      ...props.series.flatMap(({ mark, values }) => (mark ? [markedPoint(mark, values, palette)] : [])),
      ...(props.target ? [targetLine(props.target, props.labels.length, palette)] : []),
    ],
  }
}

/** A line of its own with one point, because the library shows the symbols of a line all or not at all. */
function markedPoint({ index, text }: NonNullable<ChartSeries['mark']>, values: ChartSeries['values'], palette: Palette) {
  return {
    type: 'line',
    data: values.map((value, at) => (at === index ? value : null)),
    silent: true,
    symbol: 'circle',
    symbolSize: 6,
    showSymbol: true,
    itemStyle: { color: palette.redDot },
    label: { show: true, position: 'right', formatter: text, color: palette.redText, fontSize: AXIS_SIZE, fontFamily: FONT },
    z: 4,
  }
}

/** One value all along; its words stand above the last point, where lines have their names to the right. */
function targetLine({ value, text }: NonNullable<ChartProps['target']>, length: number, palette: Palette) {
  const label = {
    show: true,
    position: 'top',
    align: 'right',
    formatter: text,
    color: palette.text3,
    fontSize: AXIS_SIZE,
    fontFamily: FONT,
  }
  return {
    type: 'line',
    data: Array.from({ length }, (_, index) => (index === length - 1 ? { value, label } : value)),
    silent: true,
    // A point without a size is not seen and carries the label.
    symbolSize: 0,
    showSymbol: true,
    showAllSymbol: true,
    lineStyle: { width: 1, type: 'dashed', color: palette.amberDot },
    z: 1,
  }
}

/** Four parts, where both ends are given. */
const axisRange = ({ min, max }: NonNullable<ChartProps['range']>) =>
  max === undefined ? { min } : { min, max, interval: (max - min) / 4 }

const axisText = (palette: Palette) => ({ color: palette.text3, fontSize: AXIS_SIZE, fontFamily: FONT })

function lineOf(one: ChartSeries, index: number, mode: ThemeMode) {
  const color = chartColor(mode, one.color ?? index)
  return {
    type: 'line',
    name: one.name,
    data: [...one.values],
    showSymbol: false,
    symbolSize: 5,
    lineStyle: { width: 1.75, color },
    itemStyle: { color },
    emphasis: { disabled: true },
    endLabel: { show: true, formatter: one.name, color, fontSize: AXIS_SIZE, fontFamily: FONT, width: NAME_ROOM - 8, overflow: 'truncate' },
    labelLayout: { moveOverlap: 'shiftY' },
  }
}

/** Of stacked bars only the segment on top is rounded, column by column. */
function barOf(one: ChartSeries, index: number, all: readonly ChartSeries[], mode: ThemeMode) {
  const above = all.slice(index + 1)
  return {
    type: 'bar',
    name: one.name,
    stack: 'all',
    barMaxWidth: 28,
    barCategoryGap: '28%',
    data: one.values.map((value, at) => ({
      value: value === 0 ? null : value,
      itemStyle: { borderRadius: above.some((other) => (other.values[at] ?? 0) > 0) ? 0 : [3, 3, 0, 0] },
    })),
    itemStyle: {
      color: chartColor(mode, one.color ?? index),
      borderColor: palettes[mode].surface,
      borderWidth: one.values.length > MAX_OUTLINED ? 0 : 0.5,
    },
    emphasis: { disabled: true },
  }
}

/** Keeps the tooltip off the hovered column: at its other side. */
function beside(
  point: readonly [number, number],
  _params: unknown,
  _box: unknown,
  _rect: unknown,
  size: { readonly contentSize: readonly [number, number]; readonly viewSize: readonly [number, number] },
): [number, number] {
  const [x] = point
  const [width] = size.contentSize
  const [room] = size.viewSize
  const GAP = 24
  const left = x + GAP + width <= room ? x + GAP : Math.max(0, x - GAP - width)
  return [left, 8]
}

/** The column that a key leads to from the one at `at`; undefined: the key is not ours. */
export function columnAfter(key: string, at: number, count: number): number | undefined {
  const last = Math.max(0, count - 1)
  if (key === 'ArrowRight') return Math.min(at + 1, last)
  if (key === 'ArrowLeft') return Math.max(at - 1, 0)
  if (key === 'Home') return 0
  return key === 'End' ? last : undefined
}
