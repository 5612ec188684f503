// The channels of the file beside those of the database, each found again by its name. A channel that the file names is as the file says it
// is: a field that is not there is what a new channel has. Its keys alone stay where the file has none.
import { isDeepStrictEqual } from 'node:util'
import type { ChannelDraft, ChannelPatch } from '@waystation/contract/channels/channel'
import { addressToStore } from '@waystation/contract/channels/channel-address'
import { keyReading, splitKeys } from '@waystation/contract/channels/channel-key'
import { channelType } from '@waystation/contract/channels/channel-type'
import { errorMessage } from '@waystation/contract/errors'
import { assertChannel, assertKeys, assertOther } from '../../domain/channel/channel-draft.ts'
import { proxyOf, sealProxy, withStoredPassword } from '../../domain/channel/channel-proxy.ts'
import type { ChannelWithKeyCount } from '../../domain/channel/channel-store.ts'
import { noKey } from '../../domain/channel/channel-writer.ts'
import type { Change } from './change.ts'
import { type ChannelFields, defaultFields, fieldNames, fieldsOfColumns, fieldsOfDraft } from './channel-fields.ts'
import type { ConfigDocument } from './document.ts'
import { type Installation, refusalOf } from './installation.ts'
import { fieldOf } from './plan-options.ts'
import { readChannel } from './read-channel.ts'
import type { References } from './references.ts'

interface Step {
  readonly name: string
  readonly changes: readonly Change[]
}
/** With an id: a channel that is there already. */
export type ChannelStep =
  | (Step & { readonly id?: undefined; readonly draft: ChannelDraft })
  | (Step & { readonly id: number; readonly patch: ChannelPatch })

export async function planChannels(
  document: ConfigDocument,
  given: unknown,
  installation: Installation,
  references: References,
): Promise<{ readonly steps: readonly ChannelStep[]; readonly kept: readonly string[] }> {
  if (!Array.isArray(given)) {
    document.note(['channels'], 'must be a list')
    return { steps: [], kept: [] }
  }
  const stored = await installation.channels()
  const named = new Set<string>()
  const steps: ChannelStep[] = []
  for (const [index, entry] of given.entries()) {
    const read = readChannel(document, index, entry, references)
    if (!read) continue
    const { draft, unread } = read
    const [row, ...others] = stored.get(draft.name) ?? []
    const note = (field: string, message: string) => {
      if (!unread.has(field)) document.note(['channels', index, field], message)
    }
    if (named.has(draft.name)) note('name', 'this name stands in the file twice')
    else if (others.length > 0)
      note('name', `${others.length + 1} channels are called so: rename them first, so that each has a name of its own`)
    else steps.push(...(await stepsOf(draft, row, installation, note)))
    named.add(draft.name)
  }
  return { steps, kept: [...stored].flatMap(([name, rows]) => (named.has(name) ? [] : rows.map(() => name))) }
}

type Note = (field: string, message: string) => void

async function stepsOf(
  draft: ChannelDraft,
  row: ChannelWithKeyCount | undefined,
  installation: Installation,
  note: Note,
): Promise<ChannelStep[]> {
  const { name } = draft
  const keys = splitKeys(draft.key, keyReading(draft.type))
  const id = row && Number(row.id)
  // Stored keys are opened only where it depends on them.
  const needsOwn = keys.length > 0 || channelType(draft.type).otherFormat === 'regions'
  const ownKeys = id !== undefined && needsOwn ? await installation.keys.open(id) : []
  const changes = changesOf(draft, row, { keys, ownKeys, installation })
  if (changes.length === 0) return []
  const names = new Set(changes.flatMap(({ field }) => field.split(' ')))
  await noteRefusals(draft, row, { names, keys, ownKeys }, note)
  return id === undefined ? [{ name, changes, draft }] : [{ name, changes, id, patch: patchOf(draft, names) }]
}

interface Known {
  readonly keys: readonly string[]
  readonly ownKeys: readonly string[]
  readonly installation: Installation
}

function changesOf(draft: ChannelDraft, row: ChannelWithKeyCount | undefined, { keys, ownKeys, installation }: Known): Change[] {
  const before: ChannelFields = row ? fieldsOfColumns(row) : defaultFields()
  const after = fieldsOfDraft(draft)
  const changes: Change[] = fieldNames.flatMap((field) => {
    const isSame = isDeepStrictEqual(before[field], after[field])
    // A new channel tells its type, whichever it is.
    return isSame && (row || field !== 'type') ? [] : { field, before: row && before[field], after: after[field] }
  })
  if (keys.length > 0 && !isDeepStrictEqual(keys, ownKeys)) changes.unshift({ field: 'key', is_secret: true })
  if (hasOtherPassword(draft, row, installation)) changes.push({ field: 'setting proxy', is_secret: true })
  return changes
}

/** Has the proxy another password than the stored one? */
function hasOtherPassword({ setting }: ChannelDraft, row: ChannelWithKeyCount | undefined, { openSetting }: Installation): boolean {
  const { sealedProxy } = sealProxy(setting, { seal: (proxy) => proxy })
  return sealedProxy !== undefined && sealedProxy !== proxyOf(row && openSetting(row.setting))
}

/** What would be sent to change these fields. */
function patchOf(draft: ChannelDraft, names: ReadonlySet<string>): ChannelPatch {
  const { groups = [], group, ...fields } = draft
  const patch: ChannelPatch = { ...fields, group: groups.length > 0 ? groups : group }
  for (const name of Object.keys(patch)) if (!names.has(name === 'group' ? 'groups' : name)) Reflect.deleteProperty(patch, name)
  return patch
}

/** By the rules of the console, each of which is looked at by itself, so that all that is wrong is told. */
async function noteRefusals(
  draft: ChannelDraft,
  row: ChannelWithKeyCount | undefined,
  { names, keys, ownKeys }: { names: ReadonlySet<string>; keys: readonly string[]; ownKeys: readonly string[] },
  note: Note,
): Promise<void> {
  const { type, other, status, models, setting, base_url: typed } = draft
  const base_url = addressToStore(typed, type, row)
  const isNamed = (...fields: string[]) => !row || fields.some((field) => names.has(field))
  const checks = [
    () => !isNamed('status') || assertChannel({ status }, row),
    () => !isNamed('models') || assertChannel({ models }, row),
    () => !isNamed('setting') || assertChannel({ setting }, row),
    () => !isNamed('setting') || withStoredPassword(sealProxy(setting, { seal: (proxy) => proxy }), row?.setting),
    () => !isNamed('type', 'base_url') || assertChannel({ type, base_url: typed }, row),
    () => assertKeys(type, keys),
    () => !isNamed('type', 'base_url', 'other', 'key') || assertOther({ type, other, base_url }, keys.length > 0 ? keys : ownKeys),
    () => {
      if (!row && keys.length === 0) throw noKey()
    },
  ]
  for (const check of checks) {
    const refusal = await refusalOf(check)
    if (refusal) note(fieldOf(refusal) ?? 'name', errorMessage(refusal.code, refusal.facts, 'en'))
  }
}
