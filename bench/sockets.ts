// How much memory does the server keep for a socket on which nothing goes on, and for one whose caller reads nothing while the vendor sends as
// much as is taken? The slope between a few sockets and many, after the garbage was collected, of what is resident or of what is in use,
// whichever is more: what is used first is room that the process has already. Both ends of a session are in it. Each measure is a server
// of its own: memory that was freed is not given back at once.
import { type Gateway, openGateway, startGateway } from './lib/gateway.ts'
import { once } from './lib/measure.ts'
import { type Program, startProgram } from './lib/process.ts'
import type { SocketAnswer, SocketOrder } from './lib/socket-load.ts'
import type { BenchOptions, Question, Row } from './question.ts'

const MODEL = 'bench-talking'
const OPENAI_TYPE = 1
/** Opened before the first look, so that what the process has anyway is not counted. */
const FIRST = 30
/** So many are opened and dropped before, so often: until then compiling takes tens of MB, at any time. */
const WARM = 100
const WARM_ROUNDS = 6
const STEADY_MS = 1500

interface Kind {
  readonly what: string
  readonly path: string
  readonly count: number
  readonly goalKilobytes: number
  /** Bytes of a message of the vendor, of which the caller reads none; absent: nobody says anything. */
  readonly flood?: number
}

const IDLE_KILOBYTES = 60
/**
 * What waits for a stalled caller: 256 KB, up to which the vendor is read; 64 KB that wait for a step; and three reads of 64 KB that are under
 * way when reading ends, one in hand and two that the connection reads ahead.
 */
const WAITING_KILOBYTES = 256 + 64 + 3 * 64
/** Memory is given out in larger pieces than are asked for: a bare relay takes as much more. */
const STALLED_KILOBYTES = 1.25 * WAITING_KILOBYTES + IDLE_KILOBYTES

const kinds: readonly Kind[] = [
  { what: 'a realtime session that says nothing', path: `/v1/realtime?model=${MODEL}`, count: 500, goalKilobytes: IDLE_KILOBYTES },
  { what: 'a socket for responses that idles', path: '/v1/responses', count: 500, goalKilobytes: IDLE_KILOBYTES },
  { ...stalled(8000), count: 300 },
  // What the system keeps for a connection is a few MB, and so thousands of these.
  { ...stalled(250), count: 60 },
]

function stalled(flood: number): Omit<Kind, 'count'> {
  return {
    what: `a session whose caller reads nothing of messages of ${flood} bytes`,
    path: `/v1/realtime?model=${MODEL}`,
    goalKilobytes: STALLED_KILOBYTES,
    flood,
  }
}

type Clients = Program<SocketOrder, SocketAnswer>
type Vendor = Program<'sent', { sentBytes: number }>

export const sockets: Question = {
  number: 15,
  title: 'Memory of sockets',
  async ask(options) {
    const vendor: Vendor = await startProgram(new URL('./programs/socket-vendor.ts', import.meta.url))
    const clients: Clients = await startProgram(new URL('./programs/socket-clients.ts', import.meta.url))
    try {
      const gateway = await openGateway(options, [MODEL])
      try {
        await gateway.addChannel(MODEL, `http://127.0.0.1:${vendor.port}`, OPENAI_TYPE)
        await gateway.stop()
        const rows: Row[] = []
        for (const kind of kinds) {
          const row = await measure(kind, { vendor, clients, gateway, options })
          options.say(`${row.what}: ${row.judged.median.toFixed(1)} KB (${row.note})`)
          rows.push(row)
        }
        return rows
      } finally {
        await gateway.close()
      }
    } finally {
      await clients.stop()
      await vendor.stop()
    }
  },
}

interface Parts {
  readonly vendor: Vendor
  readonly clients: Clients
  readonly gateway: Gateway
  readonly options: BenchOptions
}

async function measure(kind: Kind, { vendor, clients, gateway, options }: Parts): Promise<Row> {
  const upstream = { BENCH_UPSTREAM: `ws://127.0.0.1:${vendor.port}` }
  const relay: Program<'collect', Memory> = await startProgram(new URL('./programs/bare-relay.ts', import.meta.url), upstream)
  const floor = await slope(kind, { vendor, clients, port: relay.port, key: 'any', collect: () => relay.order('collect') })
  await relay.stop()
  const module = new URL('./programs/collect.ts', import.meta.url).href
  const server = await startGateway({ ...options, module }, gateway.dataFolder, gateway.port)
  try {
    const subject = await slope(kind, {
      vendor,
      clients,
      port: server.port,
      key: gateway.key,
      collect: () => server.ask('collect') as Promise<Memory>,
    })
    return {
      what: `memory of ${kind.what}, from ${FIRST} to ${FIRST + kind.count}`,
      unit: 'KB',
      subject: once(subject),
      judged: once(subject),
      goal: kind.goalKilobytes,
      note: `a bare relay: ${floor.toFixed(1)} KB`,
    }
  } finally {
    await server.stop()
  }
}

/** Kilobytes after the garbage was collected. */
interface Memory {
  readonly resident: number
  /** In the heap, and what objects hold outside of it. */
  readonly used: number
}

interface Side {
  readonly vendor: Vendor
  readonly clients: Clients
  readonly port: number
  readonly key: string
  readonly collect: () => Promise<Memory>
}

/** Kilobytes for one more socket. */
async function slope({ path, count, flood }: Kind, { vendor, clients, port, key, collect }: Side): Promise<number> {
  const open = async (more: number, ask?: string) => {
    const { open } = await clients.order({
      ...{ kind: 'open', url: `ws://127.0.0.1:${port}${path}`, key: `sk-${key}`, count: more },
      ...{ hello: path.includes('realtime'), isDeaf: ask !== undefined },
      ...(ask === undefined ? {} : { ask }),
    })
    if (ask !== undefined) await untilNothingIsTaken(vendor)
    return open
  }
  for (let round = 0; round < WARM_ROUNDS; round++) {
    await open(WARM)
    await clients.order({ kind: 'drop' })
    await collect()
  }
  const ask = flood === undefined ? undefined : JSON.stringify({ type: 'response.create', response: { metadata: { flood } } })
  await open(FIRST, ask)
  const before = await collect()
  const isOpen = await open(count, ask)
  const after = await collect()
  await clients.order({ kind: 'drop' })
  if (isOpen !== FIRST + count) throw new Error(`of ${FIRST + count} sockets ${isOpen} were open`)
  return Math.max(after.resident - before.resident, after.used - before.used) / count
}

/** Waits until the vendor sends no more, since nothing is read of it. */
async function untilNothingIsTaken(vendor: Vendor): Promise<void> {
  for (let sentBefore = -1; ; ) {
    const { sentBytes } = await vendor.order('sent')
    if (sentBytes === sentBefore) return
    sentBefore = sentBytes
    await new Promise((resolve) => setTimeout(resolve, STEADY_MS))
  }
}
