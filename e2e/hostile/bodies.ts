// Bodies that are made to hurt, each a few words about how. All are built once, before anything is measured.
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'

export interface HostileBody {
  readonly name: string
  readonly bytes: Buffer
  readonly encoding?: string
  /** It is a form, and no JSON. */
  readonly isForm?: true
  /** What the headers claim, where it is not the truth. */
  readonly claimedBytes?: number
  /** How it is sent: whole; half, and then the client leaves; or half, and then nothing more for a while. */
  readonly sent: 'whole' | 'half' | 'slowly'
  /** It keeps to all limits: a server may serve it. */
  readonly isServable?: true
}

const servable = [
  'calls of one id up to the limit',
  'nothing but escaped quotes',
  'objects up to the limit',
  'texts up to the limit, all different',
  'messages up to the limit',
  'nothing but escapes',
]

const MEBIBYTE = 1024 * 1024

const withField = (value: string) =>
  Buffer.from(`{"model":"fake-chat","max_tokens":5,"messages":[{"role":"user","content":"#in:5 #out:1"}],"x":${value}}`)
const listOf = (count: number, item: (at: number) => string) => `[${Array.from({ length: count }, (_, at) => item(at)).join(',')}]`

export function hostileBodies(): HostileBody[] {
  const objects = withField(`[${Array(21_000_000).fill('{}').join(',')}]`)
  const call = '{"id":"a","type":"function","function":{"name":"x","arguments":"{}"}}'
  const plain: [string, Buffer][] = [
    ['a million empty objects', withField(listOf(1_000_000, () => '{}'))],
    ['objects up to the limit', withField(listOf(49_000, (at) => `{"k${at}":1}`))],
    ['five million numbers', withField(listOf(5_000_000, () => '1'))],
    ['texts up to the limit, all different', withField(listOf(199_000, (at) => `"s${at}"`))],
    ['an object of a million fields', withField(`{${Array.from({ length: 1_000_000 }, (_, at) => `"k${at}":1`).join(',')}}`)],
    ['a thousand levels', withField('['.repeat(1000) + ']'.repeat(1000))],
    ['many thousand levels', withField('{"a":'.repeat(500_000))],
    ['nothing but escapes', withField(`"${'\\n'.repeat(10 * MEBIBYTE)}"`)],
    ['nothing but escaped quotes', withField(`"${'\\"'.repeat(2_400_000)}"`)],
    ['a name in disguise', withField('{"\\u005f_proto__":{"polluted":1}}')],
    ['a name in full disguise', withField('{"\\u005f\\u005f\\u0070roto\\u005f\\u005f":{"polluted":1}}')],
    ['messages up to the limit', Buffer.from(`{"model":"fake-chat","messages":${listOf(49_000, () => '{"role":"user","content":"a"}')}}`)],
    [
      'calls of one id up to the limit',
      Buffer.from(`{"model":"claude-x","messages":[{"role":"assistant","tool_calls":${listOf(20_000, () => call)}}]}`),
    ],
    ['no JSON', Buffer.alloc(8 * MEBIBYTE, '[1,')],
    ['zeros', Buffer.alloc(8 * MEBIBYTE)],
  ]
  const bombs: HostileBody[] = [
    { name: 'gzip bomb', bytes: gzipSync(objects), encoding: 'gzip', sent: 'whole' },
    { name: 'deflate bomb', bytes: deflateSync(objects), encoding: 'deflate', sent: 'whole' },
    {
      name: 'br bomb',
      bytes: brotliCompressSync(objects, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }),
      encoding: 'br',
      sent: 'whole',
    },
    { name: 'zstd bomb', bytes: zstdCompressSync(objects), encoding: 'zstd', sent: 'whole' },
    {
      name: 'gzip of a gigabyte',
      bytes: Buffer.concat(Array(16).fill(gzipSync(Buffer.alloc(64 * MEBIBYTE)))),
      encoding: 'gzip',
      sent: 'whole',
    },
    { name: 'half a gzip', bytes: gzipSync(objects).subarray(0, 20_000), encoding: 'gzip', sent: 'whole' },
  ]
  return [
    ...bombs,
    ...forms(),
    ...plain.map(
      ([name, bytes]): HostileBody => ({ name, bytes, sent: 'whole', ...(servable.includes(name) ? { isServable: true } : {}) }),
    ),
    { name: 'a claim of 300 MB', bytes: Buffer.alloc(MEBIBYTE, 'x'), claimedBytes: 300 * MEBIBYTE, sent: 'half' },
    { name: 'half of 20 MB', bytes: Buffer.alloc(10 * MEBIBYTE, 'x'), claimedBytes: 20 * MEBIBYTE, sent: 'half' },
    { name: '20 MB that stop half-way', bytes: Buffer.alloc(10 * MEBIBYTE, 'x'), claimedBytes: 20 * MEBIBYTE, sent: 'slowly' },
    { name: 'a body of one byte in a while', bytes: Buffer.from('{'), claimedBytes: 1000, sent: 'slowly' },
  ]
}

/** What stands between the parts of these forms. */
export const BOUNDARY = 'hostile-boundary'

/** Forms with pictures or recordings, or what claims to be one. */
function forms(): HostileBody[] {
  const part = (head: string, value: string | Buffer) =>
    Buffer.concat([
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(value),
      Buffer.from('\r\n'),
    ])
  const end = Buffer.from(`--${BOUNDARY}--\r\n`)
  const texts = [part('name="model"', 'fake-chat'), part('name="prompt"', 'a cat')]
  const file = (bytes: Buffer) => part('name="image"; filename="a.png"\r\nContent-Type: image/png', bytes)
  const field = part('name="x"', '1')
  const whole = (parts: readonly Buffer[]) => Buffer.concat([...texts, ...parts, end])
  const isForm = true
  return [
    { name: 'a form of 200,000 fields', bytes: whole(Array(200_000).fill(field)), isForm, sent: 'whole' },
    { name: 'a form of 2,000 files', bytes: whole(Array(2000).fill(file(Buffer.alloc(1000)))), isForm, sent: 'whole' },
    {
      name: 'a form that never ends',
      bytes: Buffer.concat([...texts, Buffer.alloc(20 * MEBIBYTE, `\r\n--${BOUNDARY.slice(0, -1)}`)]),
      isForm,
      sent: 'whole',
    },
    { name: 'a form without parts', bytes: Buffer.alloc(8 * MEBIBYTE, '-'), isForm, sent: 'whole' },
    {
      name: 'half a form',
      bytes: Buffer.concat([...texts, Buffer.alloc(10 * MEBIBYTE)]),
      claimedBytes: 20 * MEBIBYTE,
      isForm,
      sent: 'half',
    },
    { name: 'a picture of 40 MB that is none', bytes: whole([file(Buffer.alloc(40 * MEBIBYTE))]), isForm, sent: 'whole', isServable: true },
  ]
}
