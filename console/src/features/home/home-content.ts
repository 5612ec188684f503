import { getHomePageContent } from '@waystation/contract/api/site'
import { call } from '~/api/call'

/** The home page that an admin wrote in place of ours; empty: ours. Never rejects: without an answer it is ours too. */
export function loadHomeContent(): Promise<string> {
  return call(getHomePageContent).catch(() => '')
}
