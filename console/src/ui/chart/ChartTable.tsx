import { useText } from '../../i18n/index.ts'
import type { ChartProps } from './chart-props.ts'

/** The same figures for those who cannot see the drawing. Rows and columns without anything are left out. */
export function ChartTable({ title, labels, fullLabels, series, format }: Omit<ChartProps, 'emptyText'>) {
  const t = useText()
  const rows = labels.flatMap((label, index) =>
    series.some((one) => (one.values[index] ?? 0) !== 0) ? [{ index, label: fullLabels?.[index] ?? label }] : [],
  )
  return (
    // The box is what is hidden: a table does not let itself be made smaller than its cells.
    <div className="unseen">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t('time.range')}</th>
            {series.map((one) => (
              <th key={one.name} scope="col">
                {one.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.index}>
              <th scope="row">{row.label}</th>
              {series.map((one) => (
                <td key={one.name}>{format(one.values[row.index] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
