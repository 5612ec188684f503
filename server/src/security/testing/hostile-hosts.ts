// Spellings of hosts that nobody outside may make the server connect to: generated from addresses × ways to write one (SEC-15).

export interface HostileHost {
  /** What is spelled, and how. */
  readonly name: string
  /** What stands between `//` and the port. */
  readonly authority: string
  /** May it be reached where private addresses are allowed, as at an admin's own vendor? */
  readonly isPrivate: boolean
}

/** Private networks and this machine: an admin may have a vendor there. */
const privateAddresses = [
  ...['127.0.0.1', '127.0.0.53', '127.255.255.254', '10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255'],
  ...['192.168.0.1', '192.168.255.255', '100.64.0.1', '100.127.255.255'],
]

/** Of no use to anybody, or where clouds keep credentials. */
const neverAddresses = [
  ...['0.0.0.0', '0.0.0.1', '0.255.255.255', '169.254.169.254', '169.254.170.2', '169.254.0.1', '169.254.255.255'],
  ...['100.100.100.200', '168.63.129.16', '192.0.0.192', '192.0.0.1', '192.0.2.1', '192.88.99.1', '198.18.0.1', '198.19.255.255'],
  ...['198.51.100.1', '203.0.113.1', '224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.254', '255.255.255.255'],
]

type Bytes = readonly [number, number, number, number]

const bytesOf = (address: string) => address.split('.').map(Number) as unknown as Bytes
const numberOf = (bytes: Bytes) => bytes.reduce((sum, byte) => sum * 256 + byte, 0)
const hex = (value: number) => value.toString(16)
const octal = (value: number) => `0${value.toString(8)}`
/** The two groups of an IPv6 address that hold an IPv4 one. */
const groups = ([a, b, c, d]: Bytes) => `${hex(a * 256 + b)}:${hex(c * 256 + d)}`
const inDigits = (address: string, zero: number) => address.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))

/** Ways to write an IPv4 address that all mean the address itself. */
const spellings: Readonly<Record<string, (bytes: Bytes, dotted: string) => string>> = {
  dotted: (_, dotted) => dotted,
  'with a dot at its end': (_, dotted) => `${dotted}.`,
  'as one number': (bytes) => String(numberOf(bytes)),
  'as one hexadecimal number': (bytes) => `0x${hex(numberOf(bytes))}`,
  'as one hexadecimal number in capitals': (bytes) => `0X${hex(numberOf(bytes)).toUpperCase()}`,
  'as one octal number': (bytes) => octal(numberOf(bytes)),
  'in hexadecimal parts': (bytes) => bytes.map((byte) => `0x${hex(byte)}`).join('.'),
  'in octal parts': (bytes) => bytes.map(octal).join('.'),
  'in octal parts with zeros before': (bytes) => bytes.map((byte) => `0000${octal(byte)}`).join('.'),
  'in two parts': ([a, ...rest]) => `${a}.${numberOf([0, ...rest])}`,
  'in three parts': ([a, b, c, d]) => `${a}.${b}.${c * 256 + d}`,
  'in mixed parts': ([a, b, c, d]) => `0x${hex(a)}.${octal(b)}.${c * 256 + d}`,
  'in full-width digits': (_, dotted) => inDigits(dotted, 0xff10),
  'in mathematical digits': (_, dotted) => inDigits(dotted, 0x1d7ce),
  'with ideographic dots': (_, dotted) => dotted.replaceAll('.', '。'),
  'with full-width dots': (_, dotted) => dotted.replaceAll('.', '．'),
  'with half-width dots': (_, dotted) => dotted.replaceAll('.', '｡'),
  'percent-encoded': (_, dotted) => dotted.replace(/[\d.]/g, (character) => `%${hex(character.charCodeAt(0))}`),
  'with a soft hyphen': (_, dotted) => dotted.replace('.', '\u00ad.'),
  'with a tabulator and a line break': (_, dotted) => dotted.replace('.', '\t.\n'),
  'behind a name as the user': (_, dotted) => `public.test@${dotted}`,
  'behind a name and a password': (_, dotted) => `public.test:443@${dotted}`,
  'behind an encoded at sign': (_, dotted) => `public.test%40public.test@${dotted}`,
  'mapped into IPv6': (_, dotted) => `[::ffff:${dotted}]`,
  'mapped into IPv6, in groups': (bytes) => `[::ffff:${groups(bytes)}]`,
  'mapped into IPv6, in full': (bytes) => `[0000:0000:0000:0000:0000:FFFF:${groups(bytes).toUpperCase()}]`,
}

/** Ways to write an IPv4 address that a gateway on the way would translate back: no spelling of any vendor. */
const tunnels: Readonly<Record<string, (bytes: Bytes, dotted: string) => string>> = {
  'as an IPv4-compatible address': (_, dotted) => `[::${dotted}]`,
  'through NAT64': (_, dotted) => `[64:ff9b::${dotted}]`,
  'through NAT64, in groups': (bytes) => `[64:ff9b::${groups(bytes)}]`,
  'through local NAT64': (bytes) => `[64:ff9b:1::${groups(bytes)}]`,
  'through 6to4': (bytes) => `[2002:${groups(bytes)}::1]`,
  'as a translated address': (_, dotted) => `[::ffff:0:${dotted}]`,
  'as a Teredo server': (bytes) => `[2001:0:${groups(bytes)}::]`,
  'as a Teredo client': (bytes) => `[2001::${groups(bytes.map((byte) => 255 - byte) as unknown as Bytes)}]`,
  'through ISATAP': (_, dotted) => `[fe80::5efe:${dotted}]`,
}

const privateIPv6 = ['::1', '0:0:0:0:0:0:0:1', '0000:0000:0000:0000:0000:0000:0000:0001', '::0.0.0.1', 'fc00::1', 'fd12:3456:789a::1']
const neverIPv6 = [
  ...['::', '0:0:0:0:0:0:0:0', '::0.0.0.0', '::2', '::1:0:0:0', 'fe80::1', 'FE80::A9FE:A9FE', 'febf::1', 'fec0::1', 'ff02::1', 'ff0e::1'],
  ...['fd00:ec2::254', 'FD00:0EC2:0:0:0:0:0:0254', 'fd20:ce::254', 'fd00:c1::a9fe:a9fe', 'fd00:42::42', '100::1', '2001:db8::1', '3fff::1'],
  ...['2001:2::1', '2001:10::1', '2001:20::1', '5f00::1', '1::1', '4000::1', 'e000::1'],
]

function ofAddress(dotted: string, isPrivate: boolean): HostileHost[] {
  const bytes = bytesOf(dotted)
  const written = (ways: typeof spellings, isReachable: boolean) =>
    Object.entries(ways).map(([way, spell]) => ({
      name: `${dotted} ${way}`,
      authority: spell(bytes, dotted),
      isPrivate: isReachable,
    }))
  return [...written(spellings, isPrivate), ...written(tunnels, false)]
}

const ofIPv6 = (isPrivate: boolean) => (address: string) => ({ name: `[${address}]`, authority: `[${address}]`, isPrivate })

/** This is `::1`, which stands among the private ones. */
const isLoopback = ({ authority }: HostileHost) => authority === '[::0.0.0.1]'

const spelled: readonly HostileHost[] = [
  ...privateAddresses.flatMap((address) => ofAddress(address, true)),
  ...neverAddresses.flatMap((address) => ofAddress(address, false)).filter((host) => !isLoopback(host)),
  ...privateIPv6.map(ofIPv6(true)),
  ...neverIPv6.map(ofIPv6(false)),
]

/** All hosts that are addresses, each once: some small addresses are written alike in several ways. */
export const hostileHosts: readonly HostileHost[] = [...new Map(spelled.map((host) => [host.authority, host])).values()]

/** The addresses as a name server would answer with them. */
export const hostileAnswers: readonly { readonly address: string; readonly isPrivate: boolean }[] = [
  ...[...privateAddresses, ...privateIPv6].map((address) => ({ address, isPrivate: true })),
  ...[...neverAddresses, ...neverIPv6, 'fe80::1%lo', '::ffff:169.254.169.254', '64:ff9b::7f00:1'].map((address) => ({
    address,
    isPrivate: false,
  })),
]

/** Names that mean this machine or a cloud's metadata, and what they stand for. */
export const hostileNames: Readonly<Record<string, string>> = {
  localhost: '127.0.0.1',
  'localhost.': '127.0.0.1',
  LOCALHOST: '127.0.0.1',
  ｌｏｃａｌｈｏｓｔ: '127.0.0.1',
  'lo\u00adcalhost': '127.0.0.1',
  '%6cocalhost': '127.0.0.1',
  'public.test@localhost': '127.0.0.1',
  'app.localhost': '127.0.0.1',
  'localhost.localdomain': '127.0.0.1',
  'ip6-localhost': '::1',
  'ip6-loopback': '::1',
  'localtest.me': '127.0.0.1',
  '127.0.0.1.nip.io': '127.0.0.1',
  'a9fea9fe.nip.io': '169.254.169.254',
  metadata: '169.254.169.254',
  'metadata.google.internal': '169.254.169.254',
  'metadata.google.internal.': '169.254.169.254',
  'METADATA.GOOGLE.INTERNAL': 'fd20:ce::254',
  'instance-data.ec2.internal': '169.254.169.254',
  'metadata.tencentyun.com': '169.254.0.23',
  '100-100-100-200.test': '100.100.100.200',
  'kubernetes.default.svc': '10.0.0.1',
  'host.docker.internal': '172.17.0.1',
  'router.local': '192.168.1.1',
}
