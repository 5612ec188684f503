import { z } from 'zod'
import { endpoint } from '../../channels/endpoint.ts'
import { AuditPage, AuditVerdict } from '../../people/audit.ts'
import { integerParameter, pageParameter } from '../../values/page.ts'
import { exactText, nameText } from '../../values/pasted.ts'

const filters = {
  /** Name or id of who did it. */
  actor: nameText().optional(),
  action: exactText().optional(),
  target: nameText().optional(),
  ip: exactText().optional(),
  start_timestamp: integerParameter,
  end_timestamp: integerParameter,
}

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/audit/',
  summary: 'What was done by whom, newest first. Admins do not see what equals and superiors did',
  access: 'admin',
  query: z.object({ p: pageParameter, page_size: integerParameter, ...filters }),
  data: AuditPage,
})

export const exportAudit = endpoint({
  method: 'GET',
  path: '/api/audit/export',
  summary: 'The same rows as CSV, all of them',
  access: 'admin',
  rate: 'user',
  audit: 'audit.export',
  writes: false,
  query: z.object(filters),
  data: z.string(),
  file: 'text/csv',
})

export const verifyAudit = endpoint({
  method: 'GET',
  path: '/api/audit/verify',
  summary:
    'Check that no row of the audit log was changed or removed. With max_age_seconds, the last result is returned if it is not older',
  access: 'root',
  query: z.object({ max_age_seconds: integerParameter }),
  data: AuditVerdict,
})
