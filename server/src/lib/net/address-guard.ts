// Which addresses this server may connect to, and a DNS lookup that gives no others (reliability.md 6.4).
import { lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** An address that may not be reached. */
export class BlockedAddress extends Error {
  constructor(host: string) {
    super(`${host} may not be reached`)
    this.name = 'BlockedAddress'
  }
}

const PRIVATE_RANGES = new Set(['private', 'loopback', 'uniqueLocal', 'carrierGradeNat'])

/**
 * Where clouds keep the credentials of their machines, outside of the link-local ranges. Sources: the metadata pages of Alibaba Cloud, Azure,
 * Oracle Cloud, AWS, Google Cloud and Scaleway, 2026.
 */
const METADATA_ADDRESSES = new Set(
  ['100.100.100.200', '168.63.129.16', '192.0.0.192', 'fd00:ec2::254', 'fd20:ce::254', 'fd00:c1::a9fe:a9fe', 'fd00:42::42'].map((address) =>
    ipaddr.parse(address).toNormalizedString(),
  ),
)

/** All of IPv6 that is given out as public addresses (RFC 4291, 2.4). The library takes whatever has no name for public. */
const PUBLIC_IPV6 = ipaddr.parseCIDR('2000::/3')

/**
 * May an address be connected to? `0.0.0.0`, link-local, multicast, reserved and metadata addresses never, not even with private addresses
 * allowed. IPv4 inside IPv6 counts as IPv4; spellings that a gateway on the way turns into another address (NAT64, 6to4) are refused.
 */
export function isAddressAllowed(address: string, allowsPrivate: boolean): boolean {
  if (!ipaddr.isValid(address) || isDottedCompatible(address)) return false
  const parsed = ipaddr.process(address)
  if (METADATA_ADDRESSES.has(parsed.toNormalizedString())) return false
  const range = parsed.range()
  if (range === 'unicast') return parsed.kind() === 'ipv4' || parsed.match(PUBLIC_IPV6)
  return allowsPrivate && PRIVATE_RANGES.has(range)
}

/** The deprecated spelling `::a.b.c.d`: the library reads it as the IPv4 address, and a socket as another one. */
function isDottedCompatible(address: string): boolean {
  return /^[0:]*:\d+\./.test(address)
}

/** A DNS lookup that returns only addresses that may be connected to, and fails when any of them may not. */
export function guardedLookup(allowsPrivate: () => boolean): LookupFunction {
  return (hostname, options, callback) => {
    systemLookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0)
      if (addresses.length === 0 || addresses.some(({ address }) => !isAddressAllowed(address, allowsPrivate())))
        return callback(new BlockedAddress(hostname), '', 0)
      if (options.all) return callback(null, addresses)
      const [first] = addresses
      return callback(null, first?.address ?? '', first?.family ?? 0)
    })
  }
}
