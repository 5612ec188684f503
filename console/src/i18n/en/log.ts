import type { Words } from '../words.ts'
import type { log as zh } from '../zh/log.ts'

export const log: Words<typeof zh> = {
  title: 'Usage logs',
  subtitle: 'Every call with its route, its usage and its price.',
  time: 'Time',
  type: 'Type',
  user: 'User',
  token: 'Token',
  channel: 'Channel',
  model: 'Model',
  input: 'In',
  output: 'Out',
  cost: 'Cost',
  emptyTitle: 'No log entries yet',
  emptyText: 'Every call is recorded here.',
}
