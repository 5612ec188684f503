import { Checkbox, Popover, Segmented } from 'antd'
import { useText } from '../../../i18n/index.ts'
import { Button } from '../../button/Button.tsx'
import { IconButton } from '../../button/IconButton.tsx'
import { ChevronDownIcon, ChevronUpIcon, ColumnsIcon } from '../../icons.ts'
import type { ColumnSettings, Density } from './column-settings.ts'

/** Which columns, in which order, how dense. */
export function ColumnSettingsButton<Row>({ settings }: { readonly settings: ColumnSettings<Row> }) {
  const t = useText()
  const content = (
    <div className="column-settings">
      {settings.all.map((column, index) => (
        <div key={column.id} className="column-setting">
          <Checkbox checked={settings.isShown(column.id)} disabled={column.isFixed === true} onChange={() => settings.toggle(column.id)}>
            {t(column.title)}
          </Checkbox>
          <IconButton
            label={t('table.moveUp')}
            icon={<ChevronUpIcon />}
            isSmall
            disabledReason={index === 0 ? '–' : undefined}
            onClick={() => settings.move(column.id, -1)}
          />
          <IconButton
            label={t('table.moveDown')}
            icon={<ChevronDownIcon />}
            isSmall
            disabledReason={index === settings.all.length - 1 ? '–' : undefined}
            onClick={() => settings.move(column.id, 1)}
          />
        </div>
      ))}
      <div className="column-settings-foot">
        <Segmented<Density>
          size="small"
          aria-label={t('table.density')}
          value={settings.density}
          options={[
            { value: 'dense', label: t('table.dense') },
            { value: 'roomy', label: t('table.roomy') },
          ]}
          onChange={settings.setDensity}
        />
        <Button kind="text" size="small" onClick={settings.reset}>
          {t('table.columnsReset')}
        </Button>
      </div>
    </div>
  )
  return (
    <Popover trigger="click" placement="bottomRight" content={content} arrow={false}>
      <IconButton label={t('table.columns')} icon={<ColumnsIcon />} isBordered />
    </Popover>
  )
}
