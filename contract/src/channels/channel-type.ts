// The providers of channels, by the numbers of stored data and of the family's clients. Source: server-behaviour 11.1.
import { compatibleVendors } from '../vendors/compatible-vendors.ts'
import { custom } from '../vendors/custom.ts'
import * as ready from '../vendors/ready.ts'
import { unbuilt } from '../vendors/unbuilt.ts'
import type { Operation, Preset, Vendor } from '../vendors/vendor.ts'

/** Every type there is, by id. */
export const channelTypes: readonly Vendor[] = [...Object.values(ready), ...compatibleVendors, ...unbuilt].toSorted((a, b) => a.id - b.id)

const byId = new Map(channelTypes.map((type) => [type.id, type]))

/** The type of a number. One that no list has, as of a newer gateway of the family, counts as an address of the operator's own. */
export function channelType(id: number): Vendor {
  return byId.get(id) ?? custom
}

/** Must a channel of this type give an address? */
export function needsAddress(id: number): boolean {
  const { baseUrl, isAddressComputed } = channelType(id)
  return baseUrl === '' && !isAddressComputed
}

/** Where the calls go of a channel that names a plan of its vendor in place of an address, by dialect; undefined where it names none. */
export function planOf(vendor: Pick<Vendor, 'presets'>, baseUrl: string): Preset['at'] {
  return presetOf(vendor, baseUrl)?.at
}

/** What the vendor offers whose address, or the word for it, is this one; undefined: it is none of those. */
export function presetOf({ presets = [] }: Pick<Vendor, 'presets'>, baseUrl: string): Preset | undefined {
  return presets.find(({ address }) => address === baseUrl)
}

/** What can be done at this address of the vendor's: a plan may have less than the vendor. */
export function operationsAt(vendor: Pick<Vendor, 'presets' | 'operations'>, baseUrl: string): readonly Operation[] {
  const { lacks } = presetOf(vendor, baseUrl) ?? {}
  return lacks ? vendor.operations.filter((operation) => !lacks.includes(operation)) : vendor.operations
}

/** The formats of this model, by its name there. */
export function formatsFor(
  { formats, formatsOfModels = {} }: Pick<Vendor, 'formats' | 'formatsOfModels'>,
  model: string,
): Vendor['formats'] {
  const own = Object.entries(formatsOfModels).find(([start]) => model.startsWith(start))?.[1]
  return own ? { ...formats, ...own } : formats
}

/**
 * Does a channel of this type at this address report its balance? A plan has no balance.
 * @param baseUrl empty: the default of the type
 */
export function reportsBalance(id: number, baseUrl: string): boolean {
  const type = channelType(id)
  if (planOf(type, baseUrl)) return false
  if (type.balanceAt !== 'relays') return type.balanceAt === 'everywhere'
  return baseUrl !== '' && !baseUrl.startsWith(type.baseUrl)
}

/** Models that a channel of a type usually serves, newest first, offered in the drawer and by GET /api/models; types without any are left out. */
export const modelsByChannelType: Readonly<Record<number, readonly string[]>> = Object.fromEntries(
  channelTypes.filter(({ models }) => models.length > 0).map(({ id, models }) => [id, models]),
)

const dialects = new Set(channelTypes.flatMap((type) => type.dialects))

/** Is this the name of a dialect that any vendor speaks? */
export const isKnownDialect = (name: string): boolean => dialects.has(name)
