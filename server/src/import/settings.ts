// Settings of another gateway that have an equal here. What was changed here already stays as it is.

import { AppError } from '@waystation/contract/errors'
import { priceEdits } from '@waystation/contract/options/bucket-ratios'
import type { Option } from '@waystation/contract/options/option'
import * as pricing from '@waystation/contract/options/pricing'
import { optionByKey } from '@waystation/contract/options/registry'
import { role } from '@waystation/contract/site/status-table'
import { findOptions } from '../domain/option/option-store.ts'
import { builtInMap, isPriceOption } from '../domain/pricing/built-in-prices.ts'
import { parsedObject } from './fields.ts'
import type { MovingSettings, RunParts } from './source.ts'
import type { Tally } from './tally.ts'

/** Texts and switches that mean the same here. Others depend on the machine, its address or its secrets. */
const PLAIN = [
  ...['SystemName', 'Logo', 'Footer', 'Notice', 'About', 'HomePageContent', 'TopUpLink', 'Chats', 'general_setting.docs_link'],
  ...['PasswordLoginEnabled', 'PasswordRegisterEnabled', 'RegisterEnabled', 'EmailDomainRestrictionEnabled', 'EmailDomainWhitelist'],
  ...['QuotaForNewUser', 'QuotaForInviter', 'QuotaForInvitee', 'PreConsumedQuota', 'QuotaRemindThreshold', 'RetryTimes'],
  ...['DisplayInCurrencyEnabled', 'DisplayTokenStatEnabled', 'DefaultCollapseSidebar', 'AffEnabled', 'Price', 'MinTopUp'],
  ...['ChannelDisableThreshold', 'AutomaticDisableChannelEnabled', 'AutomaticEnableChannelEnabled'],
  ...['CheckInEnabled', 'CheckInQuota', 'CheckInMaxQuota', 'RebateEnabled', 'RebatePercentage'],
] as const

/** Settings that are read elsewhere, or that every gateway of the family has and nobody misses here. */
const READ_ELSEWHERE = new Set(['QuotaPerUnit', 'CreateCacheRatio', 'TopupGroupRatio', 'GroupRatio', 'UserUsableGroups'])

interface SettingsParts extends RunParts {
  readonly tally: Tally
  readonly isDry: boolean
  readonly source: string
}

/** Carries settings; answers how many are new here. */
export async function carrySettings({ options: there, maps }: MovingSettings, parts: SettingsParts): Promise<number> {
  const { database, tally } = parts
  const stored = new Map((await findOptions(database, 0)).map(({ key, value }) => [key, value]))
  const wanted = new Map<string, string>()
  for (const key of PLAIN) {
    const text = there.get(key)
    const option = optionByKey(key)
    if (text === undefined || !option || text === currentText(parts, key)) continue
    if (stored.has(key)) tally.note('option_kept', key)
    else wanted.set(key, text)
  }
  for (const [key, map] of maps) {
    const text = mergedMap(key, map, { ...parts, stored, maps })
    if (text !== undefined && text !== currentText(parts, key)) wanted.set(key, text)
  }
  noteOthers(there, tally)
  return parts.isDry ? wanted.size : storeAll(wanted, parts)
}

/** As it stands now, of a price map the built-in prices and the edits together. */
function currentText({ options }: RunParts, key: string): string | undefined {
  return options.list({ role: role.root }).items.find((item) => item.key === key)?.value
}

/** Prices are stored together, so that they are one version; the others one by one, since a rule may refuse one of them. */
async function storeAll(wanted: ReadonlyMap<string, string>, { options, tally, source }: SettingsParts): Promise<number> {
  const isPriced = (key: string) => {
    const option = optionByKey(key)
    return option !== undefined && (isPriceOption(option) || key === pricing.groupRatio.key)
  }
  const prices = Object.fromEntries([...wanted].filter(([key]) => isPriced(key)))
  const others = [...wanted].filter(([key]) => !isPriced(key)).map(([key, text]) => ({ [key]: text }))
  let stored = 0
  for (const values of [prices, ...others]) {
    if (Object.keys(values).length === 0) continue
    try {
      await options.setAll(values, { role: role.root, note: `import from ${source}` })
      stored += Object.keys(values).length
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      tally.note('option_refused', Object.keys(values).join(', '))
    }
  }
  return stored
}

interface MergeParts extends SettingsParts {
  readonly stored: ReadonlyMap<string, string>
  readonly maps: MovingSettings['maps']
}

/** The text of a map with what was there added to what is here; undefined: there is no such option. */
function mergedMap(key: string, there: Readonly<Record<string, unknown>>, parts: MergeParts): string | undefined {
  const option = optionByKey(key)
  if (!option) return undefined
  const usable = Object.fromEntries(Object.entries(there).filter(([name, value]) => isUsable(key, { [name]: value }, name, parts.tally)))
  const now = currentText(parts, key)
  const here = parsedObject(now)
  const own = isPriceOption(option) ? parts.options.get(option) : parts.stored.has(key) ? here : {}
  const merged: Record<string, unknown> = { ...here, ...withoutFixed(option, usable, parts) }
  for (const [name, value] of Object.entries(own)) {
    if (Object.hasOwn(usable, name) && usable[name] !== value) parts.tally.note('price_kept', `${key}: ${name}`)
    if (value === null) delete merged[name]
    else merged[name] = value
  }
  return JSON.stringify(sorted(merged, here))
}

type PlainMap = Readonly<Record<string, unknown>>

/** In the order in which it is here, so that a map that stays the same has the same text. */
function sorted(merged: PlainMap, here: PlainMap): PlainMap {
  const isSame =
    Object.keys(merged).length === Object.keys(here).length && Object.entries(here).every(([name, value]) => merged[name] === value)
  return isSame ? here : merged
}

/** A model that has a ratio there, and a fixed price among the built-in ones here, loses that one: it would win over the ratio. */
function withoutFixed(option: Option, usable: Record<string, unknown>, { maps }: MergeParts): Record<string, unknown> {
  if (option.key !== pricing.modelPrice.key) return usable
  const fixed = builtInMap(pricing.modelPrice)
  const byTokens = Object.keys(maps.get(pricing.modelRatio.key) ?? {}).filter(
    (model) => Object.hasOwn(fixed, model) && !Object.hasOwn(usable, model),
  )
  return { ...usable, ...Object.fromEntries(byTokens.map((model) => [model, null])) }
}

function isUsable(key: string, entry: Record<string, unknown>, name: string, tally: Tally): boolean {
  const isText = key === pricing.userUsableGroups.key
  if (isText ? typeof entry[name] === 'string' : priceEdits.safeParse(entry).success) return true
  tally.note('price_invalid', `${key}: ${name}`)
  return false
}

/** What is not carried is told: secrets apart from the rest. */
function noteOthers(there: ReadonlyMap<string, string>, tally: Tally): void {
  const known = new Set<string>(PLAIN)
  for (const [key, text] of there) {
    const option = optionByKey(key)
    if (text === '' || known.has(key) || READ_ELSEWHERE.has(key) || (option && isPriceOption(option))) continue
    tally.note(option?.secret || /(Secret|Token|Key)$/i.test(key) ? 'option_secret' : 'option_unknown', key)
  }
}
