// The processes of a question: load, floor, server under test, vendor, and where two commits are compared, the other's server. A fresh
// set for every question.
import type { BenchOptions } from '../question.ts'
import { type Cores, findCores } from './cores.ts'
import { type Gateway, openGateway } from './gateway.ts'
import { cpuMicroseconds, type Program, startProgram } from './process.ts'
import { assertClean, type LoadAnswer, type LoadOrder, type Target } from './traffic.ts'

/** How the vendor answers, by model: the beginning of its path, behind an address of this machine where it is not the usual one. */
export type Modes = Readonly<Record<string, string | SpokenMode>>

/** A mode that names its dialects; where none is named, both sides speak OpenAI chat. */
export interface SpokenMode {
  readonly mode: string
  readonly client: Spoken
  readonly vendor: Spoken
}

export type Spoken = 'chat' | 'messages'

/** Where a dialect is spoken, and the channel type of a vendor that speaks it. */
const doors: Readonly<Record<Spoken, { path: string; channelType: number | undefined }>> = {
  chat: { path: '/v1/chat/completions', channelType: undefined },
  messages: { path: '/v1/messages', channelType: 14 },
}

/** Streams that were dropped are settled a moment later. */
const SETTLED_WITHIN_MS = 20_000

const USUAL_HOST = '127.0.0.1'

export interface Stage {
  readonly gateway: Gateway
  readonly floorPid: number
  /** Where the servers that are measured run alone; undefined where they run wherever there is room. */
  readonly cores: Cores | undefined
  readonly upstreamPort: number
  load(order: LoadOrder): Promise<LoadAnswer>
  /** The server of another commit, where one is compared with. */
  readonly rival: Gateway | undefined
  /** The call that asks for a model, sent to the server under test, its rival, the floor, or straight to the vendor. */
  target(to: 'subject' | 'rival' | 'floor' | 'upstream', model: string, body: string): Target
  /** Runs a load and answers its outcome with the CPU time of a process over it, in microseconds. Throws when a call failed. */
  cost(pid: number, order: LoadOrder): Promise<LoadAnswer & { readonly cpuMicroseconds: number }>
}

/** Opens a stage for a question of time or memory, hands it over, and ends all its processes. */
export function onStage<Answer>(options: BenchOptions, modes: Modes, play: (stage: Stage) => Promise<Answer>): Promise<Answer> {
  return openStage(options, modes, undefined, play)
}

/** The same for a question of CPU time: floor and server have one core, the same, with all their threads. */
export function onOneCore<Answer>(options: BenchOptions, modes: Modes, play: (stage: Stage) => Promise<Answer>): Promise<Answer> {
  return openStage(options, modes, findCores(), play)
}

async function openStage<Answer>(
  options: BenchOptions,
  modes: Modes,
  cores: Cores | undefined,
  play: (stage: Stage) => Promise<Answer>,
): Promise<Answer> {
  const upstream = await startProgram(new URL('../programs/upstream.ts', import.meta.url), {}, cores?.others)
  const closing: (() => Promise<void>)[] = [upstream.stop]
  try {
    const floor = await startProgram(
      new URL('../programs/bare-proxy.ts', import.meta.url),
      { BENCH_UPSTREAM: `http://127.0.0.1:${upstream.port}` },
      cores?.measured,
    )
    closing.push(floor.stop)
    const generator: Program<LoadOrder, LoadAnswer> = await startProgram<LoadOrder, LoadAnswer>(
      new URL('../programs/load-generator.ts', import.meta.url),
      {},
      cores?.others,
    )
    closing.push(generator.stop)
    const gatewayOf = async (root: string) => {
      const gateway = await openGateway({ ...options, root }, Object.keys(modes), cores?.measured)
      closing.push(gateway.close)
      for (const model of Object.keys(modes)) {
        const { mode, vendor } = spokenMode(modes[model])
        await gateway.addChannel(model, `http://${hostOf(mode)}:${upstream.port}${pathOf(mode)}`, doors[vendor].channelType)
      }
      return gateway
    }
    const gateway = await gatewayOf(options.root)
    const rival = options.rivalRoot === undefined ? undefined : await gatewayOf(options.rivalRoot)

    const ports = { subject: gateway.port, rival: rival?.port ?? 0, floor: floor.port, upstream: upstream.port }
    const keys = { subject: `sk-${gateway.key}`, rival: `sk-${rival?.key}`, floor: 'key-7', upstream: 'key-7' }
    let answered = 0
    const load = async (order: LoadOrder) => {
      const answer = await generator.order(order)
      if ('target' in order && order.target.port === gateway.port) answered += answer.calls
      return answer
    }
    const figures = await play({
      gateway,
      rival,
      floorPid: floor.pid,
      cores,
      upstreamPort: upstream.port,
      load,
      target(to, model, body) {
        const { mode, client, vendor } = spokenMode(modes[model])
        const path = to === 'subject' || to === 'rival' ? doors[client].path : pathOf(mode) + doors[vendor].path
        return { port: ports[to], path, key: keys[to], body }
      },
      async cost(pid, order) {
        const before = cpuMicroseconds(pid)
        const answer = assertClean(await load(order), `port ${'target' in order ? order.target.port : 0}`)
        return { ...answer, cpuMicroseconds: cpuMicroseconds(pid) - before }
      },
    })
    await assertCharged(gateway, answered)
    return figures
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

/** Throws when the server did not charge what it answered: a call that nobody pays for is cheap. */
async function assertCharged({ console }: Gateway, answered: number): Promise<void> {
  const untilMs = performance.now() + SETTLED_WITHIN_MS
  for (;;) {
    const { used_quota, request_count } = await console.call<{ used_quota: number; request_count: number }>('GET', '/api/user/self')
    if (request_count >= answered && (used_quota > 0 || answered === 0)) return
    if (performance.now() > untilMs)
      throw new Error(`${answered} calls were answered, ${request_count} were charged with ${used_quota} units`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

function spokenMode(given: string | SpokenMode = ''): SpokenMode {
  return typeof given === 'string' ? { mode: given, client: 'chat', vendor: 'chat' } : given
}

function pathOf(mode: string): string {
  return mode.slice(mode.indexOf('/'))
}

function hostOf(mode: string): string {
  return mode.slice(0, mode.indexOf('/')) || USUAL_HOST
}
