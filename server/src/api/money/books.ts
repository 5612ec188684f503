import * as declared from '@waystation/contract/api/money/books'
import type { BillService } from '../../domain/books/bill-service.ts'
import type { BooksService } from '../../domain/books/books-service.ts'
import type { CheckService } from '../../domain/books/check-service.ts'
import { type Route, route } from '../http/route.ts'

export interface BooksRouteParts {
  readonly books: BooksService
  readonly bills: BillService
  readonly checks: CheckService
}

export const booksRoutes = ({ books, bills, checks }: BooksRouteParts): Route[] => [
  route(declared.booksOverview, ({ query }) => books.overview({ from: query.start_timestamp, to: query.end_timestamp })),
  route(declared.listBills, () => bills.list()),
  route(declared.previewBill, ({ body }) => bills.preview(body)),
  route(declared.storeBill, async ({ caller, body, audit }) => {
    const { replace, ...upload } = body
    const { id, preview } = await bills.store(upload, { userId: caller.id, mayReplace: replace })
    // The file itself is left out: it is long, and its sums are what counts.
    const { form, lines, dollars, days, replaces } = preview
    audit({ target: String(id), after: { channel_id: body.channel_id, file_name: body.file_name, form, lines, dollars, days, replaces } })
    return { id }
  }),
  route(declared.deleteBill, async ({ params, audit }) => {
    const before = await bills.remove(params.id)
    audit({ target: String(params.id), before })
    return null
  }),
  route(declared.bookChecks, () => checks.state()),
  route(declared.checkBooks, () => {
    checks.start()
    return checks.state()
  }),
]
