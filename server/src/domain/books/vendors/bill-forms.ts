// The forms of bills that are known by their header. Sources, of November 2026:
// OpenAI: the cost export of the usage page (platform.openai.com/usage), whose columns are those of the Costs API, flattened; the line item
//   names the model and what of it was used. Days without costs have empty cells.
// Anthropic: the CSV of the Cost page of the console (platform.claude.com/cost); one row for each kind of token of a model.
// Google: Cloud Billing's report and cost table as CSV (cloud.google.com/billing/docs/how-to/reports, …/cost-table), and rows of the
//   BigQuery export (…/export-data-bigquery-tables/standard-usage). A cost table begins with the facts of its invoice.
// General: whatever has a date, a model and an amount.
import type { BillForm } from '@waystation/contract/money/books'
import { modelOfItem } from './model-key.ts'

/** Columns by what they tell; of several that a file has, the first counts. */
export interface Columns {
  readonly date: readonly string[]
  readonly amount: readonly string[]
  readonly model: readonly string[]
  readonly end?: readonly string[]
  readonly currency?: readonly string[]
  readonly tokens?: readonly string[]
  /** Taken off the amount, as a negative number. */
  readonly credit?: readonly string[]
}

export interface Form {
  readonly name: BillForm
  /** Columns that only files of this form have: one of each list. */
  readonly marks: readonly (readonly string[])[]
  readonly columns: Columns
  /** Without these a file cannot be read; the others may be missing. */
  readonly required: readonly (keyof Columns)[]
  /** Rows without a date are sums and notes. */
  readonly hasTotals?: true
  /** Rows without an amount are days on which nothing was used. */
  readonly hasEmptyDays?: true
  modelOf(cell: string): string
}

const same = (cell: string) => cell

export const forms: readonly Form[] = [
  {
    name: 'openai',
    marks: [['amount_value'], ['start_time_iso', 'start_time', 'date']],
    columns: {
      date: ['start_time_iso', 'start_time', 'date'],
      amount: ['amount_value'],
      currency: ['amount_currency'],
      model: ['line_item', 'model'],
    },
    required: ['date', 'amount'],
    hasEmptyDays: true,
    // `gpt-5-mini-2025-08-07, cached input`
    modelOf: (cell) => (/^([^,|]*)[,|]/.exec(cell)?.[1] ?? cell).trim(),
  },
  {
    name: 'anthropic',
    marks: [['usage_date_utc'], ['cost_usd']],
    columns: { date: ['usage_date_utc'], amount: ['cost_usd'], model: ['model', 'model_version'] },
    required: ['date', 'amount'],
    modelOf: same,
  },
  {
    name: 'google',
    marks: [['sku description', 'sku_description', 'sku.description']],
    columns: {
      date: ['date', 'usage start date', 'usage_start_time'],
      end: ['usage end date'],
      amount: [
        'unrounded subtotal ($)',
        'unrounded cost ($)',
        'subtotal ($)',
        'cost ($)',
        'unrounded subtotal',
        'unrounded cost',
        'subtotal',
        'cost',
      ],
      credit: ['credits_amount', 'credits.amount'],
      currency: ['currency'],
      model: ['sku description', 'sku_description', 'sku.description'],
    },
    required: ['date', 'amount', 'model'],
    hasTotals: true,
    modelOf: modelOfItem,
  },
  {
    name: 'general',
    marks: [],
    columns: {
      date: ['date', 'day', 'usage_date', 'usage date', '日期'],
      amount: ['amount', 'cost', 'amount_usd', 'cost_usd', 'amount (usd)', 'cost (usd)', 'amount ($)', 'cost ($)', '金额', '费用'],
      model: ['model', 'model_name', 'model_id', '模型'],
      currency: ['currency', '货币', '币种'],
      tokens: ['tokens', 'total_tokens', 'token'],
    },
    required: ['date', 'model', 'amount'],
    modelOf: same,
  },
]

/** Columns of exports that tell how much was used and not what it cost, and the column that the export of costs has. */
export const usageExports: readonly { readonly column: string; readonly missing: string }[] = [
  { column: 'usage_input_tokens_no_cache', missing: 'cost_usd' },
  { column: 'num_model_requests', missing: 'amount_value' },
  { column: 'n_context_tokens_total', missing: 'amount_value' },
]
