import { dollarsOf } from '@waystation/contract/money/quota'
import { text } from '~/i18n'
import { quotaPerUnit } from '~/session/status'
import type { Column } from '~/ui/kit'
import {
  SubmitCode,
  SubmittedAt,
  TaskAction,
  TaskChannel,
  TaskCost,
  TaskId,
  TaskPlatform,
  TaskPrompt,
  TaskResult,
  TaskState,
  TaskUser,
  TookTime,
} from './task-cells.tsx'
import type { TaskRow } from './task-row.ts'
import { actionWords, codeWords, stateWords } from './task-words.ts'

/** The span of a list while its address has none. Source: specification §9. */
export const DRAWING_SPAN = '30d'
export const TASK_SPAN = 'today'

const time = (initial: string): Column<TaskRow> => ({
  field: 'submittedAt',
  title: 'task.submitted',
  isFixed: true,
  width: 102,
  render: (_, row) => <SubmittedAt row={row} initial={initial} />,
  csv: (row) => new Date(row.submittedAt * 1000).toISOString(),
})

const platform: Column<TaskRow> = {
  field: 'platform',
  title: 'task.platform',
  width: 72,
  yields: 2,
  render: (_, row) => <TaskPlatform row={row} />,
  csv: ({ platform }) => platform,
}

const action: Column<TaskRow> = {
  field: 'action',
  title: 'task.action',
  width: 104,
  render: (_, row) => <TaskAction row={row} />,
  csv: (row) => actionWords(row, text),
}

const admins: readonly Column<TaskRow>[] = [
  { field: 'username', title: 'task.user', width: 64, grow: 1, render: (_, row) => <TaskUser row={row} /> },
  {
    field: 'channelId',
    title: 'task.channel',
    width: 92,
    yields: 1,
    grow: 1,
    render: (_, row) => <TaskChannel row={row} />,
    csv: (row) => `#${row.channelId} ${row.channelName}`,
  },
]

const code: Column<TaskRow> = {
  field: 'code',
  title: 'task.code',
  width: 96,
  yields: 1,
  render: (_, row) => <SubmitCode row={row} />,
  csv: (row) => (row.code === undefined ? '' : codeWords(row.code, text)),
}

const made: readonly Column<TaskRow>[] = [
  {
    field: 'status',
    title: 'task.state',
    width: 116,
    render: (_, row) => <TaskState row={row} />,
    csv: (row) => `${stateWords(row, text)} ${row.percent}%`,
  },
  { field: 'prompt', title: 'task.prompt', width: 110, grow: 4, render: (_, row) => <TaskPrompt row={row} /> },
]

const paid: readonly Column<TaskRow>[] = [
  {
    field: 'tookMs',
    title: 'task.took',
    align: 'right',
    width: 62,
    render: (_, row) => <TookTime row={row} />,
    csv: (row) => (row.tookMs === undefined ? '' : row.tookMs / 1000),
  },
  {
    field: 'quota',
    title: 'task.cost',
    align: 'right',
    width: 80,
    render: (_, row) => <TaskCost row={row} />,
    csv: (row) => (row.money === 'refunded' ? 0 : dollarsOf(row.quota, quotaPerUnit())),
  },
]

/** @param width a drawing is one image, and a piece of music two of them with sound and films */
const result = (width: number): Column<TaskRow> => ({
  id: 'result',
  field: 'images',
  title: 'task.result',
  width,
  render: (_, row) => <TaskResult row={row} />,
  csv: (row) => row.images.length + row.clips.length,
})

const id: Column<TaskRow> = {
  field: 'taskId',
  title: 'task.id',
  width: 140,
  isWhole: true,
  yields: 3,
  render: (_, row) => <TaskId row={row} />,
}
/** Rows of admins are wide already. */
const hiddenId: Column<TaskRow> = { ...id, isHidden: true }

/** Admins see whose drawing it was, where it was made, and what the proxy answered; others may switch the answer on. */
export const allDrawingColumns: readonly Column<TaskRow>[] = [
  time(DRAWING_SPAN),
  ...admins,
  action,
  code,
  ...made,
  result(64),
  ...paid,
  hiddenId,
]
export const ownDrawingColumns: readonly Column<TaskRow>[] = [
  ...[time(DRAWING_SPAN), action, { ...code, isHidden: true }, ...made, result(64), ...paid],
  id,
]
export const allTaskColumns: readonly Column<TaskRow>[] = [
  time(TASK_SPAN),
  ...admins,
  platform,
  action,
  ...made,
  result(140),
  ...paid,
  hiddenId,
]
export const ownTaskColumns: readonly Column<TaskRow>[] = [time(TASK_SPAN), platform, action, ...made, result(140), ...paid, id]
