import { serverAddress } from '@waystation/contract/options/payment'
import type { FastifyRequest } from 'fastify'
import type { Gateway } from '../gateway.ts'

/**
 * Where this server has a path, as its caller reaches it, for an address that the caller calls next: only the caller gets it. A proxy may say
 * that the request came by https, and where the site's own address has the same host, that decides.
 */
export function ownAddress(
  { headers, protocol, host }: Pick<FastifyRequest, 'headers' | 'protocol' | 'host'>,
  path: string,
  { options }: Pick<Gateway, 'options'>,
): string {
  const site = options.get(serverAddress)
  if (URL.canParse(site) && new URL(site).host === host) return new URL(path, site).href
  const told = String(headers['x-forwarded-proto'] ?? '')
    .split(',')[0]
    ?.trim()
  return `${told === 'https' || told === 'http' ? told : protocol}://${host}${path}`
}
