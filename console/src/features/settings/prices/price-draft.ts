// What was changed in the price settings and is not saved yet: one state for the table, the JSON texts and the groups.
import { optionByKey } from '@waystation/contract/options/registry'
import { priceColumns } from '@waystation/contract/prices/price-columns'
import type { PriceChange, PriceEdit } from '@waystation/contract/prices/price-version'
import type { TableEdits } from '~/ui/records/table-edits'
import { mapKeys, type PriceBook, type PriceMap, readBook, readMap, shownOf } from './price-book.ts'

/** Settings by key, as they are stored. */
export type SettingTexts = Readonly<Record<string, string>>

export interface PriceDraft {
  /** What is stored. */
  readonly saved: SettingTexts
  /** The version that `saved` is of; 0 while there is none. */
  readonly version: number
  /** Texts of settings that were changed, as they were typed. */
  readonly texts: SettingTexts
  /** Cells of the table in which something stands that is no price. */
  readonly faults: TableEdits
  /** The same of the table of groups. */
  readonly groupFaults: TableEdits
}

/** A value that differs: the model or group in settings that are maps, and empty in others. */
interface DraftChange {
  readonly key: string
  readonly name: string
  readonly before: string | undefined
  readonly after: string | undefined
}

export interface DraftSummary {
  readonly models: number
  /** Prices of models that differ in dollars. */
  readonly prices: number
  /** Settings that differ and are no prices of models. */
  readonly others: readonly string[]
}

export function draftOf(saved: SettingTexts, version: number): PriceDraft {
  return { saved, version, texts: {}, faults: {}, groupFaults: {} }
}

/** How many cells hold what is no number. */
export function draftFaults({ faults, groupFaults }: PriceDraft): number {
  return [...Object.values(faults), ...Object.values(groupFaults)].reduce((sum, cells) => sum + Object.keys(cells).length, 0)
}

/** The text of a setting with what was changed. */
export function textOf({ saved, texts }: PriceDraft, key: string): string {
  return texts[key] ?? saved[key] ?? ''
}

export function savedBook({ saved }: PriceDraft): PriceBook {
  return readBook((key) => saved[key] ?? '')
}

/** Prices with what was changed; texts that cannot be read yet count as not changed. */
export function draftBook(draft: PriceDraft): PriceBook {
  return readBook((key) => textOf(draft, key), savedBook(draft))
}

/** The draft with another text for a setting, as somebody types it. */
export function withText(draft: PriceDraft, key: string, text: string): PriceDraft {
  const { [key]: _, ...others } = draft.texts
  const isBack = text === layOut(draft.saved[key] ?? '') || text === (draft.saved[key] ?? '')
  return { ...draft, texts: isBack ? others : { ...others, [key]: text } }
}

/** The draft with these prices. */
export function withBook(draft: PriceDraft, book: PriceBook): PriceDraft {
  const now = draftBook(draft)
  return mapKeys.reduce((sofar, key) => {
    if (isSameMap(now[key] ?? {}, book[key] ?? {})) return sofar
    const isSaved = isSameMap(readMap(draft.saved[key] ?? '') ?? {}, book[key] ?? {})
    return withText(sofar, key, isSaved ? (draft.saved[key] ?? '') : JSON.stringify(book[key] ?? {}, null, 2))
  }, draft)
}

/** JSON in lines; other texts as they are. */
export function layOut(text: string): string {
  try {
    return typeof JSON.parse(text) === 'object' ? JSON.stringify(JSON.parse(text), null, 2) : text
  } catch {
    return text
  }
}

/** The values that differ, setting by setting. Settings whose text cannot be read are left out. */
export function changesIn(draft: PriceDraft): DraftChange[] {
  return Object.entries(draft.texts).flatMap(([key, text]) => {
    const before = entriesOf(key, draft.saved[key] ?? '')
    const after = entriesOf(key, text)
    if (!before || !after) return []
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    return names.map((name) => ({ key, name, before: before[name], after: after[name] })).filter((one) => one.before !== one.after)
  })
}

/**
 * What returning would change: each value as it stands now, and as it was before the oldest of these versions.
 * @param versions what each of them changed, the newest first
 */
export function changesBack(versions: readonly (readonly PriceChange[])[]): PriceChange[] {
  const values = new Map<string, PriceChange>()
  for (const changes of versions) {
    for (const { key, name, before, after } of changes) {
      const id = JSON.stringify([key, name])
      const newer = values.get(id)
      values.set(id, { key, name, before: newer ? newer.before : after, after: before })
    }
  }
  return [...values.values()].filter(({ before, after }) => before !== after)
}

export function summaryOf(draft: PriceDraft): DraftSummary {
  const changes = changesIn(draft)
  const models = new Set(changes.filter(({ key }) => mapKeys.includes(key)).map(({ name }) => name))
  const [before, after] = [savedBook(draft), draftBook(draft)]
  const differs = (model: string) =>
    priceColumns.filter((column) => shownOf(before, column, model, 'dollars') !== shownOf(after, column, model, 'dollars')).length
  return {
    models: models.size,
    prices: [...models].reduce((sum, model) => sum + differs(model), 0),
    others: [...new Set(changes.filter(({ key }) => !mapKeys.includes(key)).map(({ key }) => key))],
  }
}

/** What is sent: maps of prices as a whole, with null for a model whose price was taken away. */
export function editIn(draft: PriceDraft): PriceEdit {
  const keys = new Set(changesIn(draft).map(({ key }) => key))
  return Object.fromEntries([...keys].map((key) => [key, mapKeys.includes(key) ? sentMap(draft, key) : textOf(draft, key)]))
}

function sentMap(draft: PriceDraft, key: string): string {
  const now = readMap(textOf(draft, key)) ?? {}
  const gone = Object.keys(readMap(draft.saved[key] ?? '') ?? {}).filter((model) => !Object.hasOwn(now, model))
  return JSON.stringify({ ...now, ...Object.fromEntries(gone.map((model) => [model, null])) })
}

/** The same changes on top of what is stored now. A text that cannot be read stays as it was typed. */
export function rebased(draft: PriceDraft, saved: SettingTexts, version: number): PriceDraft {
  const fresh = draftOf(saved, version)
  const changes = changesIn(draft)
  const next = Object.entries(draft.texts).reduce((sofar, [key, text]) => {
    if (!mapKeys.includes(key) || !readMap(text)) return withText(sofar, key, text)
    const map = new Map<string, unknown>(Object.entries(readMap(saved[key] ?? '') ?? {}))
    for (const { name, after } of changes.filter((change) => change.key === key)) {
      if (after === undefined) map.delete(name)
      else map.set(name, JSON.parse(after))
    }
    const whole = JSON.stringify(Object.fromEntries(map), null, 2)
    return whole === layOut(saved[key] ?? '') ? sofar : withText(sofar, key, whole)
  }, fresh)
  return { ...next, faults: draft.faults, groupFaults: draft.groupFaults }
}

/** The values of a setting as text, by name; undefined where it cannot be read. */
function entriesOf(key: string, text: string): Readonly<Record<string, string>> | undefined {
  if (optionByKey(key)?.type.kind !== 'json') return { '': text.trim() }
  try {
    const json: unknown = text.trim() === '' ? {} : JSON.parse(text)
    if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined
    // In price maps null is no price; elsewhere it takes away what is built in.
    const entries = Object.entries(json).filter(([, value]) => value !== null || !mapKeys.includes(key))
    return Object.fromEntries(entries.map(([name, value]) => [name, JSON.stringify(value)]))
  } catch {
    return undefined
  }
}

function isSameMap(a: PriceMap, b: PriceMap): boolean {
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && a[name] === b[name])
}
