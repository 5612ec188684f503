// What stands below the rows: whether they are old, what is chosen, which page this is.
import { BulkBar } from './BulkBar.tsx'
import { Pager } from './Pager.tsx'
import { StaleNotice } from './StaleNotice.tsx'
import type { ListParts } from './use-list.ts'
import './pager.css'

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
      hasMore={groups ? total > groups.count : total > count && (total > rows.length || model.isSelecting)}
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
  return <Pager state={state} total={total} words={groups && props.groupWords?.(groups.count, rows.length)} />
}
