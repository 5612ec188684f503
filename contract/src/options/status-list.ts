// Lists of HTTP statuses as an admin writes them: `429`, `5xx`, `500-503`. Source: server-behaviour 3.3.
import { z } from 'zod'

/** One item of a status list. */
export const statusPattern = z.string().refine((text) => rangeOf(text) !== undefined, 'bad_status')

/** Is the status in the list? An item that cannot be read matches nothing. */
export function isStatusListed(list: readonly string[], status: number): boolean {
  return list.some((item) => {
    const range = rangeOf(item)
    return range !== undefined && status >= range.from && status <= range.to
  })
}

function rangeOf(text: string): { from: number; to: number } | undefined {
  const family = /^([1-5])xx$/i.exec(text)
  if (family) return { from: Number(family[1]) * 100, to: Number(family[1]) * 100 + 99 }
  const range = /^([1-5]\d\d)(?:\s*-\s*([1-5]\d\d))?$/.exec(text)
  if (!range) return undefined
  const from = Number(range[1])
  const to = Number(range[2] ?? range[1])
  return from <= to ? { from, to } : undefined
}
