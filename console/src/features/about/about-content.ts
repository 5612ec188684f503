import { getAbout } from '@waystation/contract/api/site'
import { call } from '~/api/call'

/** The about page that an admin wrote; empty: the built-in one. Never rejects: without an answer it is the built-in one too. */
export function loadAboutContent(): Promise<string> {
  return call(getAbout).catch(() => '')
}
