// Where the calls of a resource go. Microsoft gives the address of one out with and without what stands below it, and one resource is at
// several hosts.
import { isApiVersion, isDatedVersion, resourcePath } from '@waystation/contract/channels/api-version'
import { withoutEnd } from '@waystation/contract/values/without-end'

/** A project of a resource: its calls are those of the resource. */
const PROJECT = /\/api\/projects\/[^/]+$/
/** The hosts of a resource that do not serve Claude. */
const OTHER_HOSTS = /\.(?:openai|cognitiveservices)(\.azure\.(?:com|us))$/

/** The address of a resource, or of one of its projects: of whatever a channel gives of it. Throws TypeError on an address that is none. */
export function resourceOf(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl)
  return origin + resourcePath(pathname)
}

/** Where the same resource serves Claude. */
export function claudeResourceOf(baseUrl: string): string {
  const url = new URL(resourceOf(baseUrl))
  const host = url.host.replace(OTHER_HOSTS, '.services.ai$1')
  return `${url.protocol}//${host}${withoutEnd(url.pathname.replace(PROJECT, ''), '/')}`
}

/** The version of the API: the caller's where they name one, else the channel's; `v1` where neither does. */
export function versionOf(asked: string | undefined, other: string): string {
  return [asked, other].find((version) => version !== undefined && isApiVersion(version)) ?? 'v1'
}

/**
 * An address of the current API in the form of a version of the older one, or in its own where that has the call no more.
 * @param url an address below `/openai/v1/`
 * @param deployment the one that the call is for; undefined: it is for none
 */
export function inVersion(url: URL, version: string, deployment: string | undefined): URL {
  const [resource = '', task = ''] = url.href.split('/openai/v1/')
  if (!isDatedVersion(version)) return version === 'preview' ? new URL(`${url.href}?api-version=preview`) : url
  const place = deployment === undefined ? '' : `deployments/${encodeURIComponent(deployment)}/`
  return new URL(`${resource}/openai/${place}${task}?api-version=${version}`)
}
