import type { ReactNode } from 'react'
import type { SpanName } from './spans.ts'

interface FilterShape {
  /** The parameter's name, in the URL and for the server. */
  readonly name: string
  readonly label: string
  /** Only offered while true, such as to admins. */
  readonly showIf?: boolean
}

/** Text that is searched while it is typed. The first one of a list gets `/`. */
export interface SearchFilter extends FilterShape {
  readonly kind: 'search'
  readonly placeholder?: string
}

/** Text behind a dashed chip "+ Name", set on Enter. */
export interface TextFilter extends FilterShape {
  readonly kind: 'text'
  readonly placeholder?: string
}

export interface FilterChoice {
  readonly value: string
  readonly label: ReactNode
}

/** One of a list; nothing chosen means all. */
export interface SelectFilter extends FilterShape {
  readonly kind: 'select'
  readonly choices: readonly FilterChoice[]
  /** What "nothing chosen" is called; default "All {label}". */
  readonly allLabel?: string
  readonly isSearchable?: boolean
}

/** A few choices side by side; the one with the value '' means all. */
export interface SegmentFilter extends FilterShape {
  readonly kind: 'segment'
  readonly choices: readonly FilterChoice[]
  /** The response field next to the rows with the count of each choice: numbers by value. */
  readonly countsIn?: string
}

/** Choices in a line of their own above the other filters, each with how many rows it has; what does not fit is scrolled to. */
export interface TabsFilter extends FilterShape {
  readonly kind: 'tabs'
  readonly choices: readonly FilterChoice[]
  readonly countsIn: string
}

/** A switch at the right end of the bar; on is `true`. */
export interface FlagFilter extends FilterShape {
  readonly kind: 'flag'
  /** A view option rather than a filter: remembered in the browser under this name, and left alone by "reset". */
  readonly rememberAs?: string
}

/**
 * A span of time: two moments in unix seconds under two parameters, of which `name` is the first, or a span with a name (`today`) under
 * the first one alone. The server always gets moments.
 */
export interface RangeFilter extends FilterShape {
  readonly kind: 'range'
  readonly nameTo: string
  /** The span while the URL has none; default none. */
  readonly initial?: SpanName
}

export type Filter = SearchFilter | TextFilter | SelectFilter | SegmentFilter | TabsFilter | FlagFilter | RangeFilter
