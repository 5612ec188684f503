// A call that names files goes to the channel, and the key, whose account has them.
import { AppError } from '@waystation/contract/errors'
import { vendorIds } from '@waystation/wire/chat/vendor-ids'
import { fileIdOf } from '@waystation/wire/files/file-api'
import type { VendorPlace } from '../../domain/vendor-file/vendor-files.ts'
import type { Caller } from '../caller.ts'
import type { Gateway } from '../gateway.ts'
import { givenPlaces } from '../prepare/vendor-ids.ts'
import type { Call } from '../types.ts'

/** What binding takes. */
export type BindServices = Pick<Gateway, 'vault' | 'vendorFiles'>

/**
 * The call, bound to where the files and other things that it names are kept, as far as they are this caller's.
 * @throws AppError files_apart where that is more than one place
 */
export async function bindFiles(call: Call, caller: Caller, services: BindServices): Promise<Call> {
  const body = call.extension?.wholeBody ?? call.body
  const ids = vendorIds(body).map(({ id }) => id)
  const bound = ids.length === 0 ? {} : await bindTo(ids, call, caller, services)
  return { ...call, named: { body, ids }, ...bound }
}

async function bindTo(
  named: readonly string[],
  { extension }: Call,
  caller: Caller,
  { vault, vendorFiles }: BindServices,
): Promise<Pick<Call, 'extension'>> {
  const files = await vendorFiles.find(caller, named.map(fileIdOf))
  const byId = new Map<string, VendorPlace>(files.map((file) => [file.id, file]))
  const given = await givenPlaces(
    vault,
    caller.user.id,
    named.filter((id) => !byId.has(fileIdOf(id))),
  )
  const places = [...byId.values(), ...given.values()]
  const [first] = places
  if (!first) return {}
  if (places.some(({ channelId, keyId }) => channelId !== first.channelId || keyId !== first.keyId)) throw new AppError('files_apart')
  const owned = named.filter((id) => byId.has(fileIdOf(id)) || given.has(id))
  const boundTo = { channelId: first.channelId, keyId: first.keyId }
  return { extension: { ...extension, boundTo, knownIds: new Set([...(extension?.knownIds ?? []), ...owned]) } }
}
