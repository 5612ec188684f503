import { getAbout, getHomePageContent, getNotice, testStatus } from '@waystation/contract/api/site'
import { AppError } from '@waystation/contract/errors'
import { about, homePageContent, notice } from '@waystation/contract/options/appearance'
import type { Option } from '@waystation/contract/options/option'
import { type Route, route } from '../http/route.ts'

export interface SiteRouteParts {
  readonly options: { get<Value>(option: Option<Value>): Value }
  readonly ping: () => Promise<void>
}

/** How long a good answer of the database counts (server-behaviour 1.4). */
const PING_KEPT_MS = 10_000
const PING_TIMEOUT_MS = 3000

/** What an admin wrote for the public pages, and whether the server's database is there. */
export const siteRoutes = ({ options, ping }: SiteRouteParts): Route[] => [
  route(testStatus, lastingPing(ping)),
  route(getNotice, () => options.get(notice)),
  route(getAbout, () => options.get(about)),
  route(getHomePageContent, () => options.get(homePageContent)),
]

/** A database behind a dead network neither answers nor refuses. */
async function withinTime(ping: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the database did not answer in time')), PING_TIMEOUT_MS)
  })
  await Promise.race([ping, late]).finally(() => clearTimeout(timer))
}

/** @throws AppError database_unavailable */
function lastingPing(ping: () => Promise<void>): () => Promise<null> {
  let goodUntilMs = 0
  return async () => {
    if (performance.now() < goodUntilMs) return null
    await withinTime(ping()).catch((error: unknown) => {
      throw new AppError('database_unavailable', {}, { cause: error })
    })
    goodUntilMs = performance.now() + PING_KEPT_MS
    return null
  }
}
