import { useText } from '../../i18n/index.ts'
import { useThemeMode } from '../theme-mode.ts'
import { chartColor } from './chart-colors.ts'
import type { ChartProps } from './chart-props.ts'

interface LegendProps extends Pick<ChartProps, 'series'> {
  readonly hidden: ReadonlySet<string>
  readonly onToggle: (name: string) => void
}

/** Colours by name; a click hides a series or shows it again. */
export function Legend({ series, hidden, onToggle }: LegendProps) {
  const t = useText()
  const mode = useThemeMode()
  return (
    <ul className="chart-legend" aria-label={t('kit.chart.legend')}>
      {series.map((one, index) => {
        const isHidden = hidden.has(one.name)
        return (
          <li key={one.name}>
            <button
              type="button"
              aria-pressed={!isHidden}
              title={t(isHidden ? 'kit.chart.show' : 'kit.chart.hide')}
              onClick={() => onToggle(one.name)}
            >
              <i style={isHidden ? {} : { background: chartColor(mode, one.color ?? index) }} />
              <span>{one.name}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
