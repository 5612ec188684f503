// The lines of the table and of its export: by channel, model or day.
import type { BookSums, BooksOverview } from '@waystation/contract/books'
import type { Language } from '~/i18n/language'
import { dayText, isoDay } from './books-days.ts'
import type { Grouping } from './use-books.ts'

export interface BookLine {
  readonly key: string
  readonly name: string
  /** Of a channel. */
  readonly id?: number
  readonly sums: BookSums
}

/** Names for what has none. */
export interface RowWords {
  readonly deleted: string
  readonly nameless: string
  /** Days in words; absent: as `2026-03-18`. */
  readonly language?: Language
}

export function bookRows(books: BooksOverview, grouping: Grouping, { deleted, nameless, language }: RowWords): BookLine[] {
  if (grouping === 'channels') {
    return books.channels.map((sums) => ({ key: String(sums.channel_id), id: sums.channel_id, name: sums.name || deleted, sums }))
  }
  if (grouping === 'models') return books.models.map((sums) => ({ key: sums.model, name: sums.model || nameless, sums }))
  // Days on which nothing happened are no rows; the newest stands first.
  return books.days
    .filter(({ calls, revenue, bill }) => calls !== 0 || revenue !== 0 || bill !== null)
    .toReversed()
    .map((sums) => ({ key: String(sums.day), name: language ? dayText(sums.day, language) : isoDay(sums.day), sums }))
}
