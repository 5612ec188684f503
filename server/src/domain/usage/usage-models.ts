// What each model used in a span, for the dashboard and for a channel's drawer.
import type { UsageOrder } from '@waystation/contract/calls/data'
import type { Database } from '../../db/database.ts'
import type { PartsQuery, UsageScope } from './usage-parts-store.ts'
import { type ModelSeries, type ModelTotal, seriesOf, shownModels } from './usage-series.ts'
import { findSteps, rankModels } from './usage-store.ts'

/** All models with their totals, and the largest of them over time. */
export async function modelsOf(
  database: Database,
  scope: UsageScope,
  query: PartsQuery & { starts: readonly number[]; order: UsageOrder },
): Promise<{ ranking: ModelTotal[]; models: ModelSeries[] }> {
  const ranking = await rankModels(database, scope, query)
  const shown = shownModels(ranking)
  return { ranking, models: seriesOf(shown, await findSteps(database, scope, { ...query, shown }), query.starts) }
}
