import { listLogs, listOwnLogs } from '@waystation/contract/api/log'
import { list } from '~/api/list'

export const allLogs = list(listLogs, { first: 1 })
export const ownLogs = list(listOwnLogs, { first: 1 })
