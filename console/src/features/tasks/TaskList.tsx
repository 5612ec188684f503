import { useMemo, useState } from 'react'
import type { ListSource } from '~/api/list'
import { useText } from '~/i18n'
import { type Card, type Column, type Filter, ImageGroup, ListTable } from '~/ui/kit'
import { TaskDetails } from './TaskDetails.tsx'
import { SubmittedAt, TaskCost, TaskProgress, TaskPrompt, TaskResult, TaskStateWords, TookTime } from './task-cells.tsx'
import { PAGE_SIZE } from './task-queries.ts'
import { pollMs, type TaskRow } from './task-row.ts'
import { actionWords, fileWords } from './task-words.ts'
import './tasks.css'

interface TaskListProps {
  readonly source: ListSource<TaskRow>
  /** Under which the columns that are shown are remembered; also the name of the exported file. */
  readonly name: string
  readonly columns: readonly Column<TaskRow>[]
  readonly filters: readonly Filter[]
  /** The span while the address has none. */
  readonly initialSpan: string
  readonly empty: { readonly icon: React.ReactNode; readonly title: string; readonly text: string }
}

/** A list of tasks, whatever they make. Images of the whole page are one sequence; what runs is looked at again every few seconds. */
export function TaskList({ source, name, columns, filters, initialSpan, empty }: TaskListProps) {
  const t = useText()
  const [rows, setRows] = useState<readonly TaskRow[]>([])
  const images = useMemo(
    () => rows.flatMap((row) => row.images.map(({ src, title }) => ({ src, alt: fileWords(row, title, t) }))),
    [rows, t],
  )
  return (
    <ImageGroup images={images}>
      <ListTable
        list={source}
        name={name}
        columns={columns}
        filters={filters}
        expand={(row) => <TaskDetails row={row} />}
        note={(row) => row.failReason !== '' && <span className="clamped task-fault">{row.failReason}</span>}
        card={(row) => cardOf(row, initialSpan)}
        empty={empty}
        pageSize={PAGE_SIZE}
        everyMs={pollMs}
        onRows={setRows}
        hasCsv
      />
    </ImageGroup>
  )
}

const cardOf = (row: TaskRow, initialSpan: string): Card => ({
  title: <CardTitle row={row} />,
  aside: <TaskCost row={row} />,
  meta: <CardMeta row={row} initialSpan={initialSpan} />,
  metaAside: row.tookMs === undefined ? undefined : <TookTime row={row} />,
  trouble: row.failReason === '' ? undefined : <span className="clamped task-fault">{row.failReason}</span>,
  body: (
    <div className="task-body">
      <TaskProgress row={row} />
      {row.prompt !== '' && <TaskPrompt row={row} />}
      {(row.images.length > 0 || row.clips.length > 0) && <TaskResult row={row} />}
    </div>
  ),
})

function CardTitle({ row }: { readonly row: TaskRow }) {
  const t = useText()
  return (
    <span className="task-card-title">
      {actionWords(row, t)} <TaskStateWords row={row} />
    </span>
  )
}

function CardMeta({ row, initialSpan }: { readonly row: TaskRow; readonly initialSpan: string }) {
  return (
    <>
      <SubmittedAt row={row} initial={initialSpan} />
      {row.username !== '' && ` · ${row.username}`}
      {row.channelId > 0 && ` · #${row.channelId} ${row.channelName}`}
    </>
  )
}
