import type { LogEntry } from '@waystation/contract/calls/log'
import { type Column, NumberText, QuotaText } from '~/ui/kit'
import {
  ChannelCell,
  DetailCell,
  FirstCell,
  GroupCell,
  LogTime,
  ModelCell,
  Sentence,
  TokenCell,
  TotalCell,
  TypeCell,
  UserTokenCell,
} from './log-cells.tsx'
import { isCall, isError } from './log-other.ts'
import { COST_SORT } from './log-queries.ts'

/** A sentence takes all columns to the right of where it stands. */
const TO_THE_END = 99

const time: Column<LogEntry> = {
  field: 'created_at',
  title: 'log.time',
  isFixed: true,
  isWhole: true,
  width: 80,
  render: (unix) => <LogTime unix={unix} />,
}
const type: Column<LogEntry> = {
  field: 'type',
  title: 'log.type',
  width: 62,
  render: (_, row) => <TypeCell row={row} />,
}

const group: Column<LogEntry> = { field: 'group', title: 'log.group', width: 80, render: (_, row) => <GroupCell row={row} /> }

const figures: readonly Column<LogEntry>[] = [
  {
    field: 'model_name',
    title: 'log.model',
    width: 148,
    grow: 2,
    span: (row) => (isCall(row) ? 1 : TO_THE_END),
    render: (_, row) => (isCall(row) ? <ModelCell row={row} /> : <Sentence row={row} />),
  },
  {
    id: 'first',
    field: 'is_stream',
    title: 'log.first',
    align: 'right',
    width: 60,
    yields: 1,
    render: (_, row) => <FirstCell row={row} />,
  },
  {
    field: 'use_time',
    title: 'log.total',
    align: 'right',
    width: 60,
    render: (_, row) => <TotalCell row={row} />,
  },
  {
    field: 'prompt_tokens',
    title: 'log.input',
    align: 'right',
    width: 60,
    span: (row) => (isError(row) ? TO_THE_END : 1),
    render: (tokens, row) => (isError(row) ? <Sentence row={row} /> : <NumberText value={tokens} zeroIsNone />),
  },
  {
    field: 'completion_tokens',
    title: 'log.output',
    align: 'right',
    width: 56,
    render: (tokens) => <NumberText value={tokens} zeroIsNone />,
  },
  {
    field: 'quota',
    title: 'log.cost',
    align: 'right',
    width: 72,
    sortKey: COST_SORT,
    sortsOneWay: true,
    render: (units) => (
      <span className="strong">
        <QuotaText value={units} precision="exact" zeroIsNone />
      </span>
    ),
  },
  {
    id: 'details',
    field: 'content',
    title: 'log.details',
    isDetail: true,
    width: 100,
    grow: 1,
    yields: 2,
    render: (_, row) => <DetailCell row={row} />,
  },
  { field: 'client_ip', title: 'log.ip', width: 110, isWhole: true, isHidden: true, render: (ip) => <span className="mono">{ip}</span> },
  {
    field: 'request_id',
    title: 'log.requestId',
    width: 190,
    isWhole: true,
    isHidden: true,
    render: (id) => <span className="mono">{id}</span>,
  },
]

/** The same where times stand with their day; what that takes up is taken from the details, which may wrap. */
export const withDays = (columns: readonly Column<LogEntry>[]): readonly Column<LogEntry>[] =>
  columns.map((column) => {
    if (column.field === 'created_at') return { ...column, width: 94 }
    return column.id === 'details' ? { ...column, width: 86 } : column
  })

/** For admins: whose call it was and through which channel. */
export const allColumns: Column<LogEntry>[] = [
  time,
  type,
  {
    field: 'channel',
    title: 'log.channel',
    width: 104,
    grow: 3,
    render: (_, row) => <ChannelCell row={row} />,
  },
  {
    field: 'username',
    title: 'log.userToken',
    width: 112,
    grow: 3,
    render: (_, row) => <UserTokenCell row={row} />,
  },
  // Their rows are wide already.
  { ...group, isHidden: true },
  ...figures,
]

/** One's own rows. */
export const ownColumns: Column<LogEntry>[] = [
  time,
  type,
  {
    field: 'token_name',
    title: 'log.token',
    width: 140,
    grow: 2,
    render: (_, row) => <TokenCell row={row} />,
  },
  group,
  ...figures,
]

/** The same for a user who logs IP addresses: their column is shown by default. */
export const ownColumnsWithIp: Column<LogEntry>[] = ownColumns.map((column) =>
  column.field === 'client_ip' ? { ...column, isHidden: false } : column,
)
