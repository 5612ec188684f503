import type { Words } from '../words.ts'
import type { token as zh } from '../zh/token.ts'

export const token: Words<typeof zh> = {
  title: 'API tokens',
  subtitle: 'Keys for calling the model API, each with its own quota and limits.',
  create: 'New token',
  edit: 'Edit token',
  name: 'Name',
  status: 'Status',
  key: 'Key',
  group: 'Group',
  used: 'Used',
  remaining: 'Remaining',
  expires: 'Expires',
  search: 'Search name or key',
  emptyTitle: 'No tokens yet',
  emptyText: 'A token pays for your calls.',
  confirmDelete: 'Delete token “{name}”? Programs that use it stop working at once.',
}
