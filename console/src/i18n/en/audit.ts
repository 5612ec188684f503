import type { Words } from '../words.ts'
import type { audit as zhAudit } from '../zh/audit.ts'

export const audit: Words<typeof zhAudit> = {
  title: 'Audit log',
  subtitle: 'Who did what, and when. Entries cannot be changed or deleted.',
  time: 'Time',
  actor: 'User',
  actorHint: 'Name or ID',
  nobody: 'Not logged in',
  action: 'Action',
  allActions: 'All actions',
  target: 'Target',
  targetHint: 'ID, or name of a setting',
  ip: 'IP address',
  request: 'Request ID',
  field: 'Field',
  before: 'Before',
  after: 'After',
  value: 'Value',
  noDetail: 'No further details.',
  noChange: 'Nothing was different afterwards.',
  export: 'Export CSV',
  exported: 'The audit log was exported.',
  verify: 'Check integrity',
  whole: 'Entries checked: {count}. None was changed or removed.',
  broken:
    'Entry {id} does not fit: it, or the one next to it, was changed or removed outside the program. Entries before it that are intact: {count}.',
  emptyTitle: 'No entries yet',
  emptyText: 'Logins, changes of settings and other administrative actions appear here.',
}
