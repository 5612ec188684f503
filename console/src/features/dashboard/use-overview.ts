import { ownUsageOverview, usageOverview } from '@waystation/contract/api/data'
import type { UsageOverview } from '@waystation/contract/data'
import { useState } from 'react'
import { type Data, useData } from '~/api/use-data'
import type { View } from './use-view.ts'

/** Until the server has said how old its figures may be. */
const FIRST_REFRESH_SECONDS = 300

/** The figures of what is looked at, asked again as often as the server says while the page is visible. */
export function useOverview({ isAdmin, span, step, metric, username }: View): Data<UsageOverview> {
  const [everyMs, setEveryMs] = useState(FIRST_REFRESH_SECONDS * 1000)
  const query = { start_timestamp: span.from, end_timestamp: span.to, step, order: metric }
  const options = { everyMs, freshMs: everyMs, keepsPrevious: true, asksOnReturn: true }
  const everybodys = useData(usageOverview, { query: { ...query, username } }, { ...options, when: isAdmin })
  const own = useData(ownUsageOverview, { query }, { ...options, when: !isAdmin })
  const answer = isAdmin ? everybodys : own
  const saidMs = (answer.data?.refresh_seconds ?? 0) * 1000
  if (saidMs > 0 && saidMs !== everyMs) setEveryMs(saidMs)
  return answer
}
