// Where a list stands: page, size, sort and filters, read from and written to the URL.
import { PAGE_SIZES, SHOWN_PAGE_SIZE } from '@waystation/contract/values/page'
import { useMemo, useState } from 'react'
import { readText, writeText } from '../../session/local-store.ts'
import { type UrlParams, useUrlState } from '../url/url-state.ts'
import type { Filter } from './filter/filter.ts'

export interface ListState {
  readonly page: number
  readonly size: number
  readonly sort: string | undefined
  /** As they stand in the URL, defaults filled in; empty ones left out. */
  readonly filters: Readonly<Record<string, string>>
  /** How many the person has set. */
  readonly setCount: number
  /** `isReplace` leaves no step in the history. */
  readonly setPage: (page: number, isReplace?: boolean) => void
  readonly setSize: (size: number) => void
  readonly setSort: (sort: string | undefined) => void
  /** Sets filters and goes to the first page. '' clears; `isTyping` leaves no step in the history. */
  readonly setFilters: (patch: UrlParams, isTyping?: boolean) => void
  readonly clearFilters: () => void
}

const SIZE_KEY = 'page-size'

/** Rows per page as the person chose them last, in whichever list. */
export const rememberedPageSize = (): number => sizeOf(readText(SIZE_KEY))

/** @param fixedSize rows of a page, where they cannot be chosen */
export function useListState(definitions: readonly Filter[], fixedSize?: number): ListState {
  const { params, change } = useUrlState()
  const [initial] = useState(() => initialOf(definitions))
  const names = namesOf(definitions)
  const given = names.map((name) => params[name] ?? initial[name] ?? '').join('\u0000')

  // biome-ignore lint/correctness/useExhaustiveDependencies: `given` stands for the values, `names` for the definitions
  const filters = useMemo(() => {
    const entries = names.map((name) => [name, params[name] ?? initial[name] ?? ''] as const)
    return Object.fromEntries(entries.filter(([, value]) => value !== ''))
  }, [given])

  const resettable = definitions.filter((filter) => !isRemembered(filter))
  const isSet = (filter: Filter) => (params[filter.name] ?? '') !== '' || (filter.kind === 'range' && params[filter.name] !== undefined)
  return {
    page: positive(params.page) ?? 1,
    size: (fixedSize ?? params.size === undefined) ? rememberedPageSize() : sizeOf(params.size),
    sort: params.sort,
    filters,
    setCount: resettable.filter(isSet).length,
    setPage: (page, isReplace) => change({ page: page === 1 ? undefined : String(page) }, isReplace),
    setSize: (size) => {
      writeText(SIZE_KEY, String(size))
      change({ page: undefined, size: String(size) })
    },
    setSort: (sort) => change({ sort, page: undefined }),
    setFilters: (patch, isTyping = false) => {
      remember(definitions, patch)
      change(
        { ...Object.fromEntries(Object.entries(patch).map(([name, value]) => [name, keep(name, value, initial)])), page: undefined },
        isTyping,
      )
    },
    clearFilters: () => change({ ...Object.fromEntries(namesOf(resettable).map((name) => [name, undefined])), page: undefined }),
  }
}

/** What is as it is without the URL leaves it; so does a cleared filter, except where that would bring a default back. */
function keep(name: string, value: string | undefined, initial: UrlParams): string | undefined {
  if (value === '' || value === undefined) return name in initial ? '' : undefined
  return value === initial[name] ? undefined : value
}

const namesOf = (definitions: readonly Filter[]): string[] =>
  definitions.flatMap((filter) => (filter.kind === 'range' ? [filter.name, filter.nameTo] : [filter.name]))

const isRemembered = (filter: Filter): boolean => filter.kind === 'flag' && filter.rememberAs !== undefined

function remember(definitions: readonly Filter[], patch: UrlParams): void {
  for (const filter of definitions) {
    if (filter.kind === 'flag' && filter.rememberAs !== undefined && filter.name in patch)
      writeText(filter.rememberAs, patch[filter.name] === 'true' ? 'true' : null)
  }
}

function initialOf(definitions: readonly Filter[]): UrlParams {
  const values = definitions.flatMap((filter) => {
    if (filter.kind === 'flag' && filter.rememberAs !== undefined && readText(filter.rememberAs) === 'true') return [[filter.name, 'true']]
    return filter.kind === 'range' && filter.initial !== undefined ? [[filter.name, filter.initial]] : []
  })
  return Object.fromEntries(values)
}

function positive(text: string | undefined): number | undefined {
  const value = Number(text)
  return Number.isSafeInteger(value) && value > 0 ? value : undefined
}

function sizeOf(text: string | null | undefined): number {
  const size = Number(text)
  return PAGE_SIZES.some((known) => known === size) ? size : SHOWN_PAGE_SIZE
}
