// Paging. Missing or silly parameters get the default and are clamped, never refused: clients of this family send all kinds (D35).
import { z } from 'zod'

export const PAGE_SIZES = [10, 20, 50, 100] as const
/** Default rows per page, as clients of this family expect. */
export const DEFAULT_PAGE_SIZE = 10
/** Rows of a page on the screen, until a person chooses. */
export const SHOWN_PAGE_SIZE = 20

/** A number in a query string; anything that is not one reads as undefined. */
const queryInteger = z.codec(z.union([z.string(), z.number()]).optional(), z.number().int().optional(), {
  decode: (value) => {
    const number = Number(value)
    if (value === undefined || value === '' || !Number.isFinite(number)) return undefined
    return Math.trunc(Math.max(Number.MIN_SAFE_INTEGER, Math.min(number, Number.MAX_SAFE_INTEGER)))
  },
  encode: (value) => (value === undefined ? undefined : String(value)),
})

/** The requested page as sent. Some lists count from 0, others from 1; `pageOf` handles both. */
export const pageParameter = queryInteger
export const integerParameter = queryInteger

/** `true`, `1` or a present empty value in a query string mean yes. */
export const flagParameter = z.codec(z.string().optional(), z.boolean(), {
  decode: (text) => text !== undefined && text !== 'false' && text !== '0',
  encode: (value) => (value ? 'true' : undefined),
})

/** Where a page lies in a list. */
export interface Page {
  /** The page number in the response. */
  readonly number: number
  readonly size: number
  readonly offset: number
}

/**
 * The requested page, clamped to the allowed range.
 * @param first number of the first page: 0 on channels and tokens, 1 elsewhere (server-behaviour 1.4)
 */
export function pageOf(asked: { number?: number | undefined; size?: number | undefined }, limits: { first: 0 | 1; maxSize: number }): Page {
  const number = Math.max(limits.first, Math.min(asked.number ?? limits.first, 10_000_000))
  const size = asked.size === undefined || asked.size < 1 ? DEFAULT_PAGE_SIZE : Math.min(asked.size, limits.maxSize)
  return { number, size, offset: (number - limits.first) * size }
}

/** Where the rows of a list that grows for ever are counted no further: no one pages so far, and counting millions takes as long as reading them. */
export const COUNT_LIMIT = 100_000

/** One page of a list whose rows are counted up to `COUNT_LIMIT`; `has_more`: there are more of them than `total`. */
export function countedPageSchema<Item extends z.ZodType>(item: Item) {
  return pageSchema(item).extend({ has_more: z.boolean() })
}

/** One page of a list, in the form that most endpoints return. */
export function pageSchema<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), page: z.number().int(), page_size: z.number().int(), total: z.number().int() })
}
