import { ownUsageOverview, usageOverview } from '@waystation/contract/api/data'
import type { UsageOverview } from '@waystation/contract/data'
import { useState } from 'react'
import { type Data, useData } from '~/api/use-data'
import type { View } from './use-view.ts'

/** The refresh interval until the server has sent its own. */
const FIRST_REFRESH_SECONDS = 300

/** The figures of the current view, refreshed at the server's interval while the page is visible. */
export function useOverview({ isAdmin, span, step, metric, username }: View): Data<UsageOverview> {
  const [everyMs, setEveryMs] = useState(FIRST_REFRESH_SECONDS * 1000)
  const query = { start_timestamp: span.from, end_timestamp: span.to, step, order: metric }
  const options = { everyMs, freshMs: everyMs, keepsPrevious: true, refetchesOnReturn: true }
  const everybodys = useData(usageOverview, { query: { ...query, username } }, { ...options, when: isAdmin })
  const own = useData(ownUsageOverview, { query }, { ...options, when: !isAdmin })
  const answer = isAdmin ? everybodys : own
  const intervalMs = (answer.data?.refresh_seconds ?? 0) * 1000
  if (intervalMs > 0 && intervalMs !== everyMs) setEveryMs(intervalMs)
  return answer
}
