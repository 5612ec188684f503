import { type ReactNode, useMemo } from 'react'
import { useText } from '../../i18n/index.ts'
import { Button } from '../Button.tsx'
import { EmptyState } from '../EmptyState.tsx'
import { ErrorState } from '../ErrorState.tsx'
import { IconButton } from '../IconButton.tsx'
import { NoMatchIcon, PlusIcon, RefreshIcon } from '../icons.ts'
import { InPageHead } from '../Page.tsx'
import { useIsPhone } from '../use-phone.ts'
import { WorkBar } from '../WorkBar.tsx'
import { BulkBar } from './BulkBar.tsx'
import { CardsView } from './CardsView.tsx'
import { ColumnSettingsButton } from './ColumnSettingsButton.tsx'
import { CsvButton } from './CsvButton.tsx'
import { anyColumns } from './column.ts'
import { useColumnSettings } from './column-settings.ts'
import { FilterBar } from './FilterBar.tsx'
import type { ListProps } from './list-props.ts'
import { useListState } from './list-state.ts'
import { Pager } from './Pager.tsx'
import { useSelection } from './selection.ts'
import { TableView } from './TableView.tsx'
import { useListData } from './use-list-data.ts'
import './list.css'

/**
 * A paged list with everything that lists share: paging, filters, sorting and page size in the URL; first load, empty, no match and error;
 * column settings; selection with a bulk bar; rows that unfold; CSV. Narrower than 640 px it is a list of cards with the same actions.
 * @example <ListTable list={tokenList} name="tokens" columns={columns} actions={(token) => […]} onCreate={() => drawer.open()} />
 */
export function ListTable<Row>(props: ListProps<Row>) {
  const { list, name = list.key, filters = [], bulk, onCreate } = props
  const t = useText()
  const isPhone = useIsPhone()
  // Rows of every console list carry an id; a list whose rows do not must say what tells them apart.
  const idOf = props.idOf ?? ((row: Row) => (row as { id: number }).id)
  const state = useListState(filters)
  const data = useListData(list, state, props.everyMs)
  const columns = useMemo(() => anyColumns(props.columns), [props.columns])
  const settings = useColumnSettings(name, columns)
  const selection = useSelection(idOf)

  const groupBy = props.groupWhen === undefined || state.filters[props.groupWhen] === 'true' ? props.groupBy : undefined

  const empty = (props.groupWhen && groupBy && props.emptyGrouped) || props.empty

  const rows = data.page?.rows ?? []
  const total = data.page?.total ?? 0
  const create = onCreate && (
    <Button kind="primary" icon={<PlusIcon />} onClick={onCreate}>
      {props.createLabel ?? t('action.create')}
    </Button>
  )
  const tools = (
    <>
      {props.tools}
      <IconButton
        label={t('action.refresh')}
        icon={<RefreshIcon className={data.isRefreshing ? 'turning' : ''} />}
        isBordered
        onClick={() => void data.refresh()}
      />
      <ColumnSettingsButton settings={settings} />
      {props.hasCsv && <CsvButton name={name} source={list} state={state} columns={settings.shown} />}
    </>
  )

  let instead: ReactNode
  if (data.error && !data.page) {
    instead = <ErrorState error={data.error} onRetry={data.refresh} />
  } else if (data.page && rows.length === 0 && state.setCount > 0) {
    instead = (
      <EmptyState
        icon={<NoMatchIcon />}
        title={t('table.noMatchTitle')}
        text={t('table.noMatchText', { count: state.setCount })}
        action={<Button onClick={state.clearFilters}>{t('action.clearFilters')}</Button>}
      />
    )
  } else if (data.page && rows.length === 0) {
    instead = (
      <EmptyState
        icon={empty?.icon}
        title={empty?.title ?? t('table.emptyTitle')}
        text={empty?.text ?? t('table.emptyText')}
        action={empty?.action ?? create}
      />
    )
  }

  return (
    <>
      <InPageHead>
        {isPhone && props.tools}
        {isPhone && props.hasCsv && <CsvButton name={name} source={list} state={state} columns={settings.shown} isIcon />}
        {create}
      </InPageHead>
      {props.summary && <InPageHead place="summary">{props.summary(state.filters)}</InPageHead>}
      {props.name !== undefined && <WorkBar name={props.name} />}
      <div className="list">
        {selection.rows.length > 0 && bulk ? (
          <BulkBar count={selection.rows.length} actions={bulk(selection.rows, selection.clear)} onClear={selection.clear} />
        ) : (
          <FilterBar filters={filters} state={state} tools={tools} />
        )}
        {instead ? (
          <div className="list-panel">{instead}</div>
        ) : isPhone ? (
          <>
            <CardsView {...props} groupBy={groupBy} columns={settings.shown} idOf={idOf} rows={rows} isFirst={data.isFirst} />
            {data.page && <Pager state={state} total={total} />}
          </>
        ) : (
          <div className="list-panel" aria-busy={data.isFirst}>
            <TableView
              {...props}
              groupBy={groupBy}
              columns={settings.shown}
              idOf={idOf}
              rows={rows}
              skeletonRows={data.isFirst ? Math.min(state.size, 10) : 0}
              density={settings.density}
              selection={bulk ? selection : undefined}
              sort={state.sort}
              onSort={state.setSort}
            />
            {data.page && <Pager state={state} total={total} />}
          </div>
        )}
      </div>
    </>
  )
}
