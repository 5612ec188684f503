import { useText } from '../../i18n/index.ts'
import { Button } from '../Button.tsx'
import { IconButton } from '../IconButton.tsx'
import { CloseIcon } from '../icons.ts'
import { type Action, runAction } from './action.ts'
import './filters.css'

/** Stands in place of the filters while rows are chosen. */
export function BulkBar({
  count,
  actions,
  onClear,
}: {
  readonly count: number
  readonly actions: readonly Action[]
  readonly onClear: () => void
}) {
  const t = useText()
  return (
    <div className="bulk-bar" role="toolbar" aria-label={t('table.actions')}>
      <span className="grow">{t('table.selected', { count })}</span>
      {actions
        .filter((action) => !action.isHidden)
        .map((action) => (
          <Button
            key={action.label}
            size="small"
            icon={action.icon}
            kind={action.danger ? 'danger' : 'default'}
            disabledReason={action.disabledReason}
            onClick={() => runAction(action)}
          >
            {action.label}
          </Button>
        ))}
      <IconButton label={t('table.clearSelection')} icon={<CloseIcon />} isSmall onClick={onClear} />
    </div>
  )
}
