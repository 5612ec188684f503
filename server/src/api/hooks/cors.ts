// Some answers are open to pages of any origin. Cookies do not travel with `*`.
import type { EndpointSpec } from '@waystation/contract/channels/endpoint'
import type { Hook } from './hook.ts'

export const cors: Hook = ({ endpoint, reply }) => {
  if (endpoint.cors) reply.header('access-control-allow-origin', '*')
}

/** The preflight response to a page of another origin. */
export function preflightHeaders({ method }: EndpointSpec): Record<string, string> {
  return {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': method,
    'access-control-allow-headers': 'authorization, content-type, accept-language',
    'access-control-max-age': '86400',
  }
}
