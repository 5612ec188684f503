// What stands below the rows: whether they are old, what is chosen, which page this is.

import { useLanguage, useText } from '~/i18n/index'
import { Button } from '../button/Button.tsx'
import { IconButton } from '../button/IconButton.tsx'
import { CloseIcon, MoreIcon, WarningIcon } from '../icons.ts'
import { Menu } from '../menu/Menu.tsx'
import { numberText } from '../number-format.ts'
import { timeText } from '../text/TimeText.tsx'
import { useIsPhone } from '../use-phone.ts'
import { type Action, runAction } from './action.ts'
import { Pager } from './Pager.tsx'
import { menuItems } from './table/RowActions.tsx'
import type { ListParts } from './use-list.ts'
import { MAX_SELECTED, type SelectAll } from './use-select-all.ts'
import './pager.css'

interface BulkBarProps {
  /** Chosen rows, and how many of them are not on the page. */
  readonly count: number
  readonly elsewhere: number
  /** Rows that the filters leave, where there are more than are chosen. Undefined: there are more, but their number is unknown. */
  readonly more: number | undefined
  readonly hasMore: boolean
  readonly isFiltered: boolean
  readonly selectAll: SelectAll
  readonly actions: readonly Action[]
  readonly onClear: () => void
}

/** So many actions stand in the bar of a phone; the others are behind "more". */
const ON_A_PHONE = 2

/** What is chosen, and what can be done to it: at the foot of the list, while rows are chosen. */
function BulkBar({ count, elsewhere, actions, onClear, ...matching }: BulkBarProps) {
  const t = useText()
  const isPhone = useIsPhone()
  const shown = actions.filter((action) => !action.isHidden)
  const inBar = isPhone ? shown.slice(0, ON_A_PHONE) : shown
  const rest = shown.slice(inBar.length)
  return (
    <div className="bulk-bar" role="toolbar" aria-label={t('table.actions')}>
      <span className="bulk-count" role="status">
        <strong>{t('table.selected', { count })}</strong>
        {elsewhere > 0 && <span className="text2">{t('table.elsewhere', { count: elsewhere })}</span>}
      </span>
      <Matching {...matching} />
      <span className="bulk-actions">
        {count > 0 &&
          inBar.map((action) => (
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
        {count > 0 && rest.length > 0 && (
          <Menu items={menuItems(rest)}>
            <IconButton label={t('action.more')} icon={<MoreIcon />} isSmall />
          </Menu>
        )}
      </span>
      <IconButton label={t('table.clearSelection')} icon={<CloseIcon />} isSmall className="bulk-clear" onClick={onClear} />
    </div>
  )
}

/** Extends the selection to the rows of the other pages. */
function Matching({ more, hasMore, isFiltered, selectAll }: Pick<BulkBarProps, 'more' | 'hasMore' | 'isFiltered' | 'selectAll'>) {
  const t = useText()
  const language = useLanguage()
  const { progress } = selectAll
  if (progress) {
    return (
      <span className="bulk-progress" role="status">
        {progress.total === 0 ? t('table.loading') : t('table.selecting', { ...progress })}
        <button type="button" className="bulk-link" onClick={selectAll.stop}>
          {t('action.cancel')}
        </button>
      </span>
    )
  }
  if (!hasMore) return null
  const words =
    more === undefined
      ? t('table.selectPages')
      : more > MAX_SELECTED
        ? t('table.selectFirst', { count: numberText(MAX_SELECTED, language) })
        : t(isFiltered ? 'table.selectMatching' : 'table.selectAll', { count: numberText(more, language) })
  return (
    <button type="button" className="bulk-link" onClick={() => void selectAll.run()}>
      {words}
    </button>
  )
}

interface StaleNoticeProps {
  /** Unix seconds: when what is shown was fetched. */
  readonly since: number
  readonly isRetrying: boolean
  readonly onRetry: () => void
}

/** Shown when a refresh failed and old rows remain: their time, and a retry. */
function StaleNotice({ since, isRetrying, onRetry }: StaleNoticeProps) {
  const t = useText()
  const language = useLanguage()
  const isToday = timeText(since, 'date', language) === timeText(Date.now() / 1000, 'date', language)
  const time = isToday ? timeText(since, 'clock', language).slice(0, 5) : timeText(since, 'short', language)
  return (
    <div className="stale-notice" role="status">
      <WarningIcon />
      <span>{t('table.stale', { time })}</span>
      <button type="button" disabled={isRetrying} onClick={onRetry}>
        {isRetrying ? t('table.loading') : t('action.retry')}
      </button>
    </div>
  )
}

export function ListStale<Row>({ model: { data } }: ListParts<Row>) {
  if (data.staleSince === undefined) return null
  return <StaleNotice since={data.staleSince} isRetrying={data.isRefreshing} onRetry={() => void data.refresh()} />
}

export function ListBulkBar<Row>({ props, model }: ListParts<Row>) {
  const { selection, groups, total, rows } = model
  if (!selection || !props.bulk || (selection.rows.length === 0 && !model.isSelecting)) return null
  const clear = () => {
    selection.clear()
    model.setSelecting(false)
  }
  const count = selection.rows.length
  return (
    <BulkBar
      count={count}
      elsewhere={selection.elsewhere}
      more={groups ? undefined : total}
      hasMore={groups ? total > groups.names.length : total > count && (total > rows.length || model.isSelecting)}
      isFiltered={model.state.setCount > 0}
      selectAll={model.selectAll}
      actions={props.bulk(selection.rows, clear)}
      onClear={() => {
        clear()
        // The button is gone with the bar; the keyboard goes on where rows are chosen.
        document.querySelector<HTMLElement>('.list thead .cell-check input')?.focus()
      }}
    />
  )
}

/** Keeps its place while the first rows load. */
export function ListPager<Row>({ props, model: { data, groups, rows, state, total } }: ListParts<Row>) {
  if (!data.page) return <div className="pager" />
  const { setSize, ...fixed } = state
  const shown = props.pageSize === undefined ? { ...fixed, setSize } : fixed
  return <Pager state={shown} total={total} hasMore={data.page.hasMore} words={groups && props.groupWords?.(groups.names, rows)} />
}
