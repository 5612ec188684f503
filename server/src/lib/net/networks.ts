// A list of addresses and networks, parsed once and looked up in steps that do not grow with its length.
import ipaddr from 'ipaddr.js'

export interface Networks {
  readonly isEmpty: boolean
  has(address: string): boolean
}

/** Prefixes of one length, such as all of `10.0.0.0/8` and `11.0.0.0/8`. */
interface Group {
  readonly kind: 'ipv4' | 'ipv6'
  readonly bits: number
  readonly prefixes: Set<string>
}

/** Lines after which a long list lets others have their turn. */
const LINES_PER_TURN = 500

/** Parses lines, each an address or a network; others are left out. Lists of any length: it takes pauses. */
export async function readNetworks(lines: readonly string[]): Promise<Networks> {
  const groups = new Map<string, Group>()
  for (const [at, line] of lines.entries()) {
    if (at % LINES_PER_TURN === LINES_PER_TURN - 1) await new Promise<void>((resolve) => setImmediate(resolve))
    const network = networkOf(line)
    if (!network) continue
    const [base, bits] = network
    const name = `${base.kind()}/${bits}`
    let group = groups.get(name)
    if (!group) {
      group = { kind: base.kind(), bits, prefixes: new Set() }
      groups.set(name, group)
    }
    group.prefixes.add(prefixOf(base.toByteArray(), bits))
  }
  const all = [...groups.values()]
  return {
    isEmpty: lines.length === 0,
    has(address) {
      if (!ipaddr.isValid(address)) return false
      const parsed = ipaddr.process(address)
      const bytes = parsed.toByteArray()
      return all.some(({ kind, bits, prefixes }) => kind === parsed.kind() && prefixes.has(prefixOf(bytes, bits)))
    },
  }
}

function networkOf(line: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | undefined {
  if (line.includes('/')) return ipaddr.isValidCIDR(line) ? ipaddr.parseCIDR(line) : undefined
  if (!ipaddr.isValid(line)) return undefined
  const address = ipaddr.process(line)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

/** The first bits of an address, as a text that is the same for all addresses of the network. */
function prefixOf(bytes: readonly number[], bits: number): string {
  const whole = bits >> 3
  let text = String.fromCharCode(...bytes.slice(0, whole))
  const rest = bits & 7
  if (rest > 0) text += String.fromCharCode((bytes[whole] ?? 0) & (0xff << (8 - rest)) & 0xff)
  return text
}
