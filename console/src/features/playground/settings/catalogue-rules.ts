// Which models there are in which group, and what they cost there.
import { defaultChatModel } from '@waystation/contract/channels/default-model'
import type { ReadTraits } from '@waystation/contract/models/traits'
import type { PricingEntry, PricingExtra } from '@waystation/contract/prices/pricing'
import { billingType } from '@waystation/contract/site/status-table'

export interface GroupOffer {
  readonly name: string
  readonly description: string
  readonly ratio: number
}

export interface Catalogue {
  readonly entries: readonly PricingEntry[]
  readonly groups: readonly GroupOffer[]
}

/** Dollars per million tokens, or per call or picture, in one group. `sound`: of tokens of sound, where they cost something else. `isUnset`: no price is set, and the high default is charged. */
export type ListedPrice =
  | { readonly perCall: number; readonly isPerImage?: true }
  | { readonly input: number; readonly output: number; readonly sound?: { readonly input: number; readonly output: number } }
  | { readonly isUnset: true }

const DOLLARS_AT_RATIO_ONE = 2

/** The catalogue out of the two halves of the answer. */
export function catalogueOf(entries: readonly PricingEntry[], { group_ratio, usable_group }: PricingExtra): Catalogue {
  const groups = Object.entries(group_ratio).map(([name, ratio]) => ({ name, ratio, description: usable_group[name] ?? '' }))
  return { entries, groups }
}

/** Names of the models without a price, whose calls cost the high default. */
export function unpricedOf({ entries }: Catalogue): string[] {
  return entries.filter((entry) => entry.price_source === 'unset').map((entry) => entry.model_name)
}

/** Names of the models of a group. */
export function modelsOf({ entries }: Catalogue, group: string): string[] {
  return entries.filter((entry) => entry.enable_groups.includes(group)).map((entry) => entry.model_name)
}

/** The chosen group while it may be used; else the account's own, else the first that has a model, else any. */
export function groupInForce(catalogue: Catalogue, chosen: string, own: string): string {
  const has = (name: string) => catalogue.groups.some((group) => group.name === name)
  if (has(chosen)) return chosen
  if (has(own) && modelsOf(catalogue, own).length > 0) return own
  const withModels = catalogue.groups.find((group) => modelsOf(catalogue, group.name).length > 0)
  return (withModels ?? catalogue.groups[0])?.name ?? ''
}

/**
 * The chosen model while the group has it; else its usual chat model with a price; empty when none of its models answers a chat.
 * @param traits what models are; absent: by their names
 */
export function modelInForce(catalogue: Catalogue, group: string, chosen: string, traits?: ReadTraits): string {
  const models = modelsOf(catalogue, group)
  if (models.includes(chosen)) return chosen
  return defaultChatModel(models, { unpriced: unpricedOf(catalogue), traits }) ?? ''
}

/** What a model costs in a group, the group's factor included. Source: specification section 9. */
export function priceIn(catalogue: Catalogue, group: string, model: string): ListedPrice | undefined {
  const entry = catalogue.entries.find(({ model_name }) => model_name === model)
  const ratio = catalogue.groups.find(({ name }) => name === group)?.ratio
  if (!entry || ratio === undefined) return undefined
  if (entry.price_source === 'unset') return { isUnset: true }
  if (entry.quota_type === billingType.perCall)
    return { perCall: entry.model_price * ratio, ...(entry.price_unit === 'image' ? { isPerImage: true } : {}) }
  const input = entry.model_ratio * DOLLARS_AT_RATIO_ONE * ratio
  const { audio_ratio, audio_completion_ratio = 1 } = entry
  if (audio_ratio === undefined || audio_ratio === 1) return { input, output: input * entry.completion_ratio }
  const heard = input * audio_ratio
  return { input, output: input * entry.completion_ratio, sound: { input: heard, output: heard * audio_completion_ratio } }
}

/** A price in dollars: two decimals, and more only as far as a small price needs them. */
export function priceText(dollars: number): string {
  const digits = dollars > 0 && dollars < 1 ? Math.min(8, 1 - Math.floor(Math.log10(dollars)) + 1) : 2
  return `$${dollars.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: Math.max(2, digits) })}`
}
