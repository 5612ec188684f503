// Filters of a list that somebody gave a name. They stay in this browser, as the choice of columns does.
import { useState } from 'react'
import { readText, writeText } from '../../../session/local-store.ts'
import type { ListState } from '../list-state.ts'
import type { Filter } from './filter.ts'

type FilterValues = Readonly<Record<string, string>>

export interface SavedFilter {
  readonly name: string
  readonly values: FilterValues
}

/** Characters of a name. */
export const SAVED_NAME_MAX = 40

export interface SavedFilters {
  readonly saved: readonly SavedFilter[]
  /** Is something set that can be saved? */
  readonly canSave: boolean
  /** The one whose filters are set now. */
  readonly current: SavedFilter | undefined
  readonly choose: (one: SavedFilter) => void
  /** Saves what is set now; a name that is there already gets the new filters. */
  readonly save: (name: string) => void
  /** Nothing happens where another one has the name. */
  readonly rename: (one: SavedFilter, name: string) => void
  readonly remove: (one: SavedFilter) => void
}

export function useSavedFilters(list: string, definitions: readonly Filter[], state: ListState): SavedFilters {
  const key = `${list}-saved-filters`
  const [saved, setSaved] = useState(() => readSaved(readText(key)))
  const names = namesOf(definitions)
  const now = Object.fromEntries(names.flatMap((name) => (state.filters[name] ? [[name, state.filters[name]]] : [])))
  const keep = (next: readonly SavedFilter[]) => {
    writeText(key, next.length === 0 ? null : JSON.stringify(next))
    setSaved(next)
  }
  return {
    saved,
    canSave: state.setCount > 0,
    current: saved.find(({ values }) => isSame(values, now)),
    // What is not in it is cleared: a filter that was set before must not narrow it down.
    choose: ({ values }) => state.setFilters({ ...Object.fromEntries(names.map((name) => [name, ''])), ...values }),
    save: (name) => keep([...saved.filter((one) => one.name !== name), { name, values: now }]),
    rename: (one, name) => {
      if (saved.some((other) => other !== one && other.name === name)) return
      keep(saved.map((each) => (each === one ? { ...each, name } : each)))
    },
    remove: (one) => keep(saved.filter((each) => each !== one)),
  }
}

/** Parameters of filters; views that are remembered by themselves are none. */
const namesOf = (definitions: readonly Filter[]): string[] =>
  definitions.flatMap((filter) => {
    if (filter.kind === 'flag' && filter.rememberAs !== undefined) return []
    return filter.kind === 'range' ? [filter.name, filter.nameTo] : [filter.name]
  })

export function isSame(one: FilterValues, other: FilterValues): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}

/** What is stored; whatever is no list of named filters is left out. */
export function readSaved(text: string | null): readonly SavedFilter[] {
  try {
    const json: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(json) ? json.flatMap((one) => savedIn(one) ?? []) : []
  } catch {
    return []
  }
}

function savedIn(one: unknown): SavedFilter | undefined {
  if (typeof one !== 'object' || one === null || !('name' in one) || !('values' in one)) return undefined
  const { name, values } = one
  if (typeof name !== 'string' || typeof values !== 'object' || values === null) return undefined
  return { name, values: Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)])) }
}
