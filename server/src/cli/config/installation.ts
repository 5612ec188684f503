// The configuration as the database has it, and the services that change it.
import { AppError } from '@waystation/contract/errors'
import { cleanName } from '@waystation/contract/values/pasted'
import type { Database } from '../../db/database.ts'
import { openSetting } from '../../domain/channel/channel-proxy.ts'
import { type ChannelWithKeyCount, findAllChannels } from '../../domain/channel/channel-store.ts'
import { type ChannelWriter, channelWriter } from '../../domain/channel/channel-writer.ts'
import { channelKeys, type KeyCabinet } from '../../domain/channel/keys/channel-keys.ts'
import { keyRing } from '../../domain/channel/keys/key-ring.ts'
import { type OptionService, openOptions } from '../../domain/option/option-service.ts'
import type { Secrets } from '../../lib/secret.ts'
import { localInvalidation } from '../../lib/shared/invalidation.ts'

export interface Installation {
  readonly database: Database
  readonly options: OptionService
  readonly keys: Pick<KeyCabinet, 'open'>
  readonly writer: ChannelWriter
  /** All channels by name, in the order in which they were made; several of one name stand together. */
  channels(): Promise<ReadonlyMap<string, readonly ChannelWithKeyCount[]>>
  /** The setting of a channel with the password of its proxy. */
  openSetting(stored: string): string
}

export async function openInstallation(database: Database, secrets: Secrets): Promise<Installation> {
  const invalidation = localInvalidation()
  const options = await openOptions(database, secrets, invalidation)
  const keys = channelKeys({ database, secrets, invalidation, ring: keyRing(Date.now) })
  return {
    ...{ database, options, keys },
    writer: channelWriter({ database, secrets, invalidation, keys }),
    channels: async () => Map.groupBy(await findAllChannels(database), ({ name }) => cleanName(name)),
    openSetting: (stored) => openSetting(stored, secrets),
  }
}

/** What a rule says, and of which field; undefined: it allows it. */
export async function refusalOf(check: () => unknown): Promise<AppError | undefined> {
  try {
    await check()
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}
