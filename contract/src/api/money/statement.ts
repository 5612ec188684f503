import { z } from 'zod'
import { endpoint } from '../../channels/endpoint.ts'
import { Statement, statementFiles } from '../../money/statement.ts'
import { byId } from '../../values/id.ts'

/** Years that a date in the address can name without being a slip. Absent: this month. */
const month = z
  .string()
  .regex(/^(19[7-9]\d|2\d{3})-(0[1-9]|1[0-2])$/)
  .optional()

export const getStatement = endpoint({
  method: 'GET',
  path: '/api/user/statement',
  summary: "What moved on the caller's balance in a month, from the ledger to the unit",
  access: 'user',
  owner: 'own',
  query: z.object({ month }),
  data: Statement,
})

export const exportStatement = endpoint({
  method: 'GET',
  path: '/api/user/statement/file',
  summary: 'The same as CSV: every entry, or the sums of every day',
  access: 'user',
  owner: 'own',
  query: z.object({ month, form: z.enum(statementFiles).default('entries') }),
  data: z.string(),
  file: 'text/csv',
})

export const getUserStatement = endpoint({
  method: 'GET',
  path: '/api/user/{id}/statement',
  summary: 'The statement of a user of a lower role, also of a closed account',
  access: 'admin',
  params: byId,
  query: z.object({ month }),
  data: Statement,
})

export const exportUserStatement = endpoint({
  method: 'GET',
  path: '/api/user/{id}/statement/file',
  summary: 'The same as CSV',
  access: 'admin',
  params: byId,
  query: z.object({ month, form: z.enum(statementFiles).default('entries') }),
  data: z.string(),
  file: 'text/csv',
})
