import type { ThemeMode } from '../palette.ts'
import { chartColor } from './chart-colors.ts'
import type { ChartProps } from './chart-props.ts'

type TipProps = Pick<ChartProps, 'kind' | 'series' | 'labels' | 'fullLabels' | 'format' | 'totalName'>

/**
 * What was where, with every series that has something there, in the order of the stack from the top.
 * Made of elements and not of HTML: names are text, whatever is in them.
 */
export function chartTooltip(props: TipProps, shown: unknown, mode: ThemeMode): HTMLElement | string {
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
