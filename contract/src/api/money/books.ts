import { z } from 'zod'
import { endpoint } from '../../channels/endpoint.ts'
import { Bill, BillDraft, BillPreview, BillUpload, BookChecks, BooksOverview } from '../../money/books.ts'
import { byId } from '../../values/id.ts'
import { integerParameter } from '../../values/page.ts'

/** Room for a bill's text as JSON, with its quotes and line ends escaped. */
const BILL_BODY_BYTES = 8 * 1024 * 1024

export const booksOverview = endpoint({
  method: 'GET',
  path: '/api/books/',
  summary: 'What users paid, what providers charge by our count and by their bills, by day in UTC, channel and model',
  access: 'admin',
  /** Unix seconds, the end not included; days that are cut count whole. By default the last 30 days. */
  query: z.object({ start_timestamp: integerParameter, end_timestamp: integerParameter }),
  data: BooksOverview,
})

export const listBills = endpoint({
  method: 'GET',
  path: '/api/books/bills',
  summary: 'The uploaded bills of providers, newest first',
  access: 'admin',
  data: z.array(Bill),
})

export const previewBill = endpoint({
  method: 'POST',
  path: '/api/books/bills/preview',
  summary: "Reads a provider's bill (CSV) and says what storing it would do",
  access: 'admin',
  writes: false,
  bodyBytes: BILL_BODY_BYTES,
  body: BillUpload,
  data: BillPreview,
})

export const storeBill = endpoint({
  method: 'POST',
  path: '/api/books/bills',
  summary: "Stores a provider's bill; its days replace those of earlier bills of the channel",
  access: 'admin',
  scope: 'settings',
  audit: 'bill.store',
  bodyBytes: BILL_BODY_BYTES,
  body: BillDraft,
  data: z.object({ id: z.number().int() }),
})

export const deleteBill = endpoint({
  method: 'DELETE',
  path: '/api/books/bills/{id}',
  summary: 'Deletes an uploaded bill',
  access: 'admin',
  scope: 'settings',
  audit: 'bill.delete',
  params: byId,
  data: z.null(),
})

export const bookChecks = endpoint({
  method: 'GET',
  path: '/api/books/checks',
  summary: 'The last check of the ledger, and whether one is running',
  access: 'admin',
  rate: 'poll',
  data: BookChecks,
})

export const checkBooks = endpoint({
  method: 'POST',
  path: '/api/books/checks',
  summary: 'Checks the ledger again, in the background; one check runs at a time',
  access: 'admin',
  scope: 'settings',
  data: BookChecks,
})
