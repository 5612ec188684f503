import { listAudit } from '@waystation/contract/api/audit'
import { list } from '~/api/list'

export const auditRows = list(listAudit, { first: 1 })
