import { listDrawings, listOwnDrawings, listOwnTasks, listTasks } from '@waystation/contract/api/task'
import { basePath } from '~/api/base-path'
import { type ListSource, list } from '~/api/list'
import { drawingRow, type TaskRow, taskRow } from './task-row.ts'
import { spanIn } from './task-span.ts'

/** Rows of a page: the server's own number. */
export const PAGE_SIZE = 100

const addressOf = (path: string): string => basePath + path

export const everybodysDrawings = rowsOf(list(listDrawings, { first: 0 }), drawingRow, 1000)
export const ownDrawings = rowsOf(list(listOwnDrawings, { first: 0 }), drawingRow, 1000)
export const everybodysTasks = rowsOf(list(listTasks, { first: 0 }), taskRow, 1)
export const ownTasks = rowsOf(list(listOwnTasks, { first: 0 }), taskRow, 1)

/** @param unitsPerSecond in which the server counts time here */
function rowsOf<Row>(
  source: ListSource<Row>,
  read: (row: Row, addressOf: (path: string) => string) => TaskRow,
  unitsPerSecond: number,
): ListSource<TaskRow> {
  return {
    key: source.key,
    async load(request, signal) {
      const filters = { ...request.filters, ...spanIn(request.filters, unitsPerSecond, Date.now() / 1000) }
      const page = await source.load({ ...request, filters }, signal)
      return { ...page, rows: page.rows.map((row) => read(row, addressOf)) }
    },
  }
}
