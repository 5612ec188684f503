import { useText } from '../../i18n/index.ts'
import { IconButton } from '../IconButton.tsx'
import { ChecklistIcon, FoldAllIcon, RefreshIcon, UnfoldAllIcon } from '../icons.ts'
import { useIsPhone } from '../use-phone.ts'
import { WorkBar } from '../WorkBar.tsx'
import { CardsView } from './CardsView.tsx'
import { ColumnSettingsButton } from './ColumnSettingsButton.tsx'
import { CsvButton } from './CsvButton.tsx'
import { FilterBar } from './FilterBar.tsx'
import { ListBulkBar, ListPager, ListStale } from './ListFoot.tsx'
import { ListHead } from './ListHead.tsx'
import type { ListProps } from './list-props.ts'
import { PhoneFilterBar } from './PhoneFilterBar.tsx'
import { SortMenu } from './SortMenu.tsx'
import { TableView } from './TableView.tsx'
import { useInstead } from './use-instead.tsx'
import { type ListModel, type ListParts, useList } from './use-list.ts'
import './list.css'

/**
 * A paged list with everything that lists share: paging, filters, sorting and page size in the URL; first load, empty, no match and error;
 * column settings; selection over pages with a bulk bar; rows that unfold; CSV. Narrower than 640 px it is a list of cards with the same
 * actions.
 * @example <ListTable list={tokenList} name="tokens" columns={columns} actions={(token) => […]} onCreate={() => drawer.open()} />
 */
export function ListTable<Row>(props: ListProps<Row>) {
  const isPhone = useIsPhone()
  const model = useList(props)
  const View = isPhone ? PhoneList : DeskList
  return (
    <>
      <ListHead props={props} model={model} />
      {props.name !== undefined && <WorkBar name={props.name} />}
      <div className="list">
        <View props={props} model={model} />
      </div>
    </>
  )
}

function DeskList<Row>({ props, model }: ListParts<Row>) {
  const t = useText()
  const { state, data, settings } = model
  const instead = useInstead(props, model)
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
      {props.hasCsv && <CsvButton name={model.name} source={model.source} state={state} columns={settings.shown} />}
    </>
  )
  return (
    <>
      <FilterBar filters={model.filters} state={state} beside={data.page?.beside} tools={tools} />
      <div className="list-panel" aria-busy={data.isFirst}>
        {instead ?? (
          <TableView
            {...props}
            actions={model.actions}
            groupBy={model.groupBy}
            groups={model.groups}
            columns={settings.shown}
            idOf={model.idOf}
            rows={model.rows}
            skeletonRows={data.isFirst ? Math.min(state.size, 10) : 0}
            density={settings.density}
            selection={model.selection}
            sort={state.sort}
            onSort={state.setSort}
          />
        )}
        <ListStale props={props} model={model} />
        <ListBulkBar props={props} model={model} />
        {!instead && <ListPager props={props} model={model} />}
      </div>
    </>
  )
}

function PhoneList<Row>({ props, model }: ListParts<Row>) {
  const { state, groups, isSelecting, selection } = model
  const instead = useInstead(props, model)
  return (
    <>
      <PhoneFilterBar
        filters={model.filters}
        state={state}
        beside={model.data.page?.beside}
        tools={<PhoneTools model={model} hasRows={instead === undefined} />}
      />
      <ListStale props={props} model={model} />
      {instead ? (
        <div className="list-panel">{instead}</div>
      ) : (
        <>
          <CardsView
            {...props}
            actions={model.actions}
            groupBy={model.groupBy}
            groups={groups}
            columns={model.settings.shown}
            idOf={model.idOf}
            rows={model.rows}
            isFirst={model.data.isFirst}
            selection={selection}
            isSelecting={isSelecting}
            onSelecting={() => model.setSelecting(true)}
          />
          <ListPager props={props} model={model} />
        </>
      )}
      <ListBulkBar props={props} model={model} />
    </>
  )
}

/** Sorting, unfolding all groups, choosing rows. */
function PhoneTools<Row>({ model, hasRows }: { readonly model: ListModel<Row>; readonly hasRows: boolean }) {
  const t = useText()
  const { state, groups, isSelecting, selection } = model
  return (
    <>
      {model.sortable.length > 0 && <SortMenu columns={model.sortable} sort={state.sort} onSort={state.setSort} />}
      {groups && (
        <IconButton
          label={t(groups.areAllOpen ? 'table.foldAll' : 'table.unfoldAll')}
          icon={groups.areAllOpen ? <FoldAllIcon /> : <UnfoldAllIcon />}
          isBordered
          onClick={groups.toggleAll}
        />
      )}
      {selection && hasRows && (
        <IconButton
          label={t('table.select')}
          icon={<ChecklistIcon />}
          isBordered
          isPressed={isSelecting}
          onClick={() => {
            if (isSelecting) selection.clear()
            model.setSelecting(!isSelecting)
          }}
        />
      )}
    </>
  )
}
