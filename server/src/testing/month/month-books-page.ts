// The operator's page of books for the month, beside what the entries come to.
import type { BooksOverview } from '@waystation/contract/books'
import { type Books, type Charge, chargedIn, movedIn } from './month-books.ts'
import { type Compare, MONTH_DAYS, MONTH_START_MS, type Scene } from './month-scene.ts'

const START = MONTH_START_MS / 1000
const DAY = 86_400

/** What users paid by day, model and channel, and what lies on their accounts. */
export async function compareBooksPage(scene: Scene, books: Books, compare: Compare): Promise<void> {
  const page = await scene.call<BooksOverview>(
    `GET /api/books/?start_timestamp=${START}&end_timestamp=${START + MONTH_DAYS * DAY}`,
    scene.root,
  )
  compare('books, revenue', page.totals.revenue, chargedIn(books))
  compare('books, balances', page.balances.posted, movedIn(books, 'all', 'user'))
  compare('books, held', page.balances.held, 0)
  for (let at = 0; at < MONTH_DAYS; at++) {
    const day = START + at * DAY
    const shown = page.days.find((one) => one.day === day)?.revenue ?? 0
    compare(
      `books, day ${at + 1}`,
      shown,
      chargedIn(books, ({ hour }) => hour >= day && hour < day + DAY),
    )
  }
  const namesOf = <Name>(of: (charge: Charge) => Name) => new Set(books.charges.map(of))
  for (const name of namesOf(({ model }) => model))
    compare(
      `books, model ${name}`,
      page.models.find(({ model }) => model === name)?.revenue ?? 0,
      chargedIn(books, ({ model }) => model === name),
    )
  for (const id of namesOf(({ channelId }) => channelId))
    compare(
      `books, channel ${id}`,
      page.channels.find(({ channel_id }) => channel_id === id)?.revenue ?? 0,
      chargedIn(books, ({ channelId }) => channelId === id),
    )
}
