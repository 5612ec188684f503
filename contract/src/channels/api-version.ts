// The version of Azure's API that a channel, or a client, asks for, and how it stands in an address.
import { withoutEnd } from '../values/without-end.ts'

/** Versions of the older API are dates. */
const DATED = /^20\d\d-\d\d-\d\d(?:-preview)?$/

/** Is this a version of the older API, in which addresses name the deployment? */
export const isDatedVersion = (version: string): boolean => DATED.test(version)

/** Is this a version of either API? `preview` is the current one with what is not released yet. */
export const isApiVersion = (version: string): boolean => version === 'v1' || version === 'preview' || isDatedVersion(version)

/** What the addresses of calls have below that of a resource. */
const BELOW_RESOURCE = /\/(?:openai|anthropic)(?:\/.*)?$/

/** The path of a resource, or of one of its projects, in that of a call to it. */
export const resourcePath = (path: string): string => withoutEnd(path.replace(BELOW_RESOURCE, ''), '/')

/**
 * What an address says in which Azure shows a whole call ("Target URI"): the address of its resource, and the version of the API. Undefined
 * for an address without a version, of another API, or with anything else in it.
 */
export function readTarget(address: string): { readonly base_url: string; readonly other: string } | undefined {
  const { origin, pathname, searchParams, hash } = URL.canParse(address) ? new URL(address) : nowhere
  const version = searchParams.get('api-version') ?? ''
  const isResource = pathname === '/' || BELOW_RESOURCE.test(pathname)
  if (!isResource || !isApiVersion(version) || searchParams.size > 1 || hash !== '') return undefined
  return { base_url: origin + resourcePath(pathname), other: version }
}

const nowhere = { origin: '', pathname: '', searchParams: new URLSearchParams(), hash: '' }
