// Options as the operator sets them from the command line, next to a running server, which takes them over within seconds.
import { AppError } from '@waystation/contract/errors'
import { optionByKey } from '@waystation/contract/options/registry'
import { role } from '@waystation/contract/site/status-table'
import type { Database } from '../../db/database.ts'
import { localInvalidation } from '../../lib/shared/invalidation.ts'
import { auditService } from '../audit/audit-service.ts'
import { type OptionService, openOptions } from './option-service.ts'

/** The command line has no master key: of a secret it knows that there is one, and writes none. */
const closed = {
  seal: (): never => {
    throw new Error('the command line writes no secrets')
  },
  open: (sealed: string) => sealed,
}

/**
 * The text of an option; of a price map, built-in prices and edits together.
 * @throws AppError unknown_option, option_secret
 */
export async function readOption(database: Database, key: string): Promise<string> {
  const options = await openPublic(database, key)
  return options.list({ role: role.root }).items.find((item) => item.key === key)?.value ?? ''
}

/**
 * Stores an option under the same rules as the settings page, and records it in the audit log.
 * @returns its text as it stands now
 * @throws AppError unknown_option, option_secret, or one of `OptionService.set`
 */
export async function writeOption(database: Database, { key, value }: { key: string; value: string }, requestId: string): Promise<string> {
  const options = await openPublic(database, key)
  const before = options.storedText(key)
  await options.set(key, value, { role: role.root })
  const after = options.storedText(key)
  await auditService(database).write({
    ...{ actorId: 0, actorName: 'command line', clientIp: '', action: 'option.update', target: key, requestId },
    detail: { before, after },
  })
  return after
}

/** @throws AppError unknown_option, option_secret */
function openPublic(database: Database, key: string): Promise<OptionService> {
  const option = optionByKey(key)
  if (!option) throw new AppError('unknown_option', { key })
  if (option.secret) throw new AppError('option_secret', { key })
  return openOptions(database, closed, localInvalidation())
}
