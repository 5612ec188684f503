import { type ReactNode, useEffect, useRef } from 'react'
import { useText } from '../../i18n/index.ts'
import { Button } from '../button/Button.tsx'
import { IconButton } from '../button/IconButton.tsx'
import { WorkBar } from '../feedback/ProgressBar.tsx'
import {
  ChecklistIcon,
  ChevronDownIcon,
  ChevronUpIcon,
  FoldAllIcon,
  NoMatchIcon,
  PlusIcon,
  RefreshIcon,
  SortIcon,
  UnfoldAllIcon,
} from '../icons.ts'
import { Menu } from '../menu/Menu.tsx'
import { InPageHead } from '../page/Page.tsx'
import { EmptyState, ErrorState } from '../page/States.tsx'
import { useIsPhone } from '../use-phone.ts'
import { CsvButton } from './CsvButton.tsx'
import { FilterBar, PhoneFilterBar } from './filter/FilterBar.tsx'
import { FilterTabs } from './filter/FilterTabs.tsx'
import { withMoments } from './filter/spans.ts'
import { ListBulkBar, ListPager, ListStale } from './ListFoot.tsx'
import type { ListProps } from './list-props.ts'
import { CardsView } from './table/CardsView.tsx'
import { ColumnSettingsButton } from './table/ColumnSettingsButton.tsx'
import type { AnyColumn } from './table/column.ts'
import { directionOf, sortText } from './table/sort.ts'
import { TableView } from './table/TableView.tsx'
import { type ListModel, type ListParts, useList } from './use-list.ts'
import './list.css'

interface SortMenuProps<Row> {
  readonly columns: readonly AnyColumn<Row>[]
  readonly sort: string | undefined
  readonly onSort: (sort: string | undefined) => void
}

/** What a table's heads do, for a phone: by which column, and choosing it once more turns the order round. */
function SortMenu<Row>({ columns, sort, onSort }: SortMenuProps<Row>) {
  const t = useText()
  const current = columns.find((column) => directionOf(column, sort) !== undefined)
  const title = current ? `${t('table.sort')}: ${t(current.title)}` : t('table.sort')
  return (
    <Menu
      items={[
        { key: '', label: t('table.sortUsual'), isChosen: current === undefined, run: () => onSort(undefined) },
        ...columns.map((column) => {
          const direction = directionOf(column, sort)
          const next = direction === undefined || column.sortsOneWay ? column.sortsFirst : direction === 'up' ? 'down' : 'up'
          return {
            key: column.id,
            label: t(column.title),
            icon: direction && (direction === 'up' ? <ChevronUpIcon /> : <ChevronDownIcon />),
            isChosen: direction !== undefined,
            run: () => onSort(sortText(column, next)),
          }
        }),
      ]}
    >
      <IconButton label={title} icon={<SortIcon />} isBordered isPressed={current !== undefined} />
    </Menu>
  )
}

/** Makes another one of what the list holds; nothing where it cannot be done. */
function CreateButton<Row>({ props: { onCreate, createLabel } }: { readonly props: ListProps<Row> }) {
  const t = useText()
  if (!onCreate) return null
  return (
    <Button kind="primary" icon={<PlusIcon />} onClick={onCreate}>
      {createLabel ?? t('action.create')}
    </Button>
  )
}

/** What stands in place of the rows: an error, no match, nothing there yet. Undefined while there are rows, or may be. */
function useInstead<Row>(props: ListProps<Row>, { data, rows, total, state }: ListModel<Row>): ReactNode | undefined {
  const t = useText()
  if (data.error && !data.page) return <ErrorState error={data.error} onRetry={data.refresh} />
  // With a total there are rows on other pages, and the list is about to go there.
  if (!data.page || rows.length > 0 || total > 0) return undefined
  if (state.setCount > 0) {
    return (
      <EmptyState
        icon={<NoMatchIcon />}
        title={t('table.noMatchTitle')}
        text={t('table.noMatchText', { count: state.setCount })}
        action={<Button onClick={state.clearFilters}>{t('action.clearFilters')}</Button>}
      />
    )
  }
  const { empty } = props
  return (
    <EmptyState
      icon={empty?.icon}
      title={empty?.title ?? t('table.emptyTitle')}
      text={empty?.text ?? t('table.emptyText')}
      action={empty?.action ?? (props.onCreate && <CreateButton props={props} />)}
    />
  )
}

/** A coarse clock, so that the figures of a moving span are fetched once a minute and not on every render. */
const MINUTE_MS = 60_000

/** What a list puts into the head of its page: the figures, and the buttons that are no filters. */
function ListHead<Row>({ props, model }: ListParts<Row>) {
  const isPhone = useIsPhone()
  const { state } = model
  const ranges = model.filters.filter((filter) => filter.kind === 'range')
  const nowMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
  return (
    <>
      <InPageHead>
        {isPhone && props.tools}
        {isPhone && props.hasCsv && (
          <CsvButton name={model.name} source={model.source} state={state} columns={model.settings.shown} isIcon />
        )}
        <CreateButton props={props} />
      </InPageHead>
      {props.summary && <InPageHead place="summary">{props.summary(withMoments(state.filters, ranges, nowMs))}</InPageHead>}
    </>
  )
}

/** Another page of the list begins at its first row. @returns for the element around the list */
function useTopOf(page: number) {
  const box = useRef<HTMLDivElement>(null)
  const shown = useRef(page)
  useEffect(() => {
    if (shown.current === page || !box.current) return
    shown.current = page
    const table = box.current.querySelector('.table-scroll')
    if (table) table.scrollTop = 0
    if (box.current.getBoundingClientRect().top < 0) box.current.scrollIntoView({ block: 'start' })
  }, [page])
  return box
}

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
  const box = useTopOf(model.state.page)
  return (
    <>
      <ListHead props={props} model={model} />
      {props.name !== undefined && <WorkBar name={props.name} />}
      <div className="list" ref={box}>
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
      <FilterTabs filters={model.filters} state={state} beside={data.page?.beside} />
      <FilterBar filters={model.filters} state={state} beside={data.page?.beside} saved={model.saved} tools={tools} />
      <div className={`list-panel ${data.isOther ? 'waits' : ''}`} aria-busy={data.isFirst || data.isOther}>
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
            areColumnsChosen={settings.isChosen}
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
      <FilterTabs filters={model.filters} state={state} beside={model.data.page?.beside} />
      <PhoneFilterBar
        filters={model.filters}
        state={state}
        beside={model.data.page?.beside}
        saved={model.saved}
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
            isOther={model.data.isOther}
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
