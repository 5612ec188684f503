// One agent at one far end: it does its job, and everything that can be said about that afterwards must be right.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { LogEntry, LogOther } from '@waystation/contract/calls/log'
import { doors } from '../server/src/gateway/clients/testing/doors.ts'
import type { World } from '../server/src/gateway/testing/world.ts'
import { type Agent, content, FILE, type Place } from './agent.ts'
import type { AgentTask } from './agent-tasks/agent-task.ts'
import type { Outside } from './outside.ts'
import { partOf } from './part.ts'
import { type Ran, run } from './process.ts'
import { modelAt, owed, type Upstream, vendorModel } from './upstreams.ts'

export interface Result {
  readonly agent: Agent
  readonly upstream: Upstream
  /** What was wrong; empty when the cell holds. */
  readonly complaints: readonly string[]
  readonly seconds: number
  /** Calls that were billed. */
  readonly calls: number
  /** Hosts outside that the agent asked for, in vain. */
  readonly hosts: readonly string[]
  readonly ran: Ran
}

const LIMIT_MS = 120_000
const WAIT_MS = 40
const MAX_WAITS = 100
/** What stands in for a signature that was lost; the vendor's own come back, so nobody needs it. */
const STAND_IN = 'skip_thought_signature_validator'
const PAID = 2

let cells = 0

/** @param program what starts the agent, without arguments */
export async function runCell(
  { agent, upstream, program }: { agent: Agent; upstream: Upstream; program: readonly string[] },
  { world, outside }: { world: World; outside: Outside },
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'waystation-agent-'))
  const token = `cell-${cells++}`
  const { leavesNoFile, sends }: Partial<AgentTask> = agent
  try {
    const { key } = await world.addToken({ name: token })
    const place: Place = {
      url: world.url,
      key: `sk-${key}`,
      model: modelAt(upstream, agent),
      home: join(folder, 'home'),
      work: join(folder, 'work'),
    }
    const file = join(place.work, FILE)
    const words = `The note for ${agent.name} at ${upstream.name} is written.`
    world.provider.clear()
    world.provider.play(vendorModel(upstream, agent), partOf(agent.steps(file), words))

    const start = agent.start(place, `Write the file ${FILE}, then change what it says, then tell me that it is done.`)
    const env = { ...environment(folder, place), ...outside.env, ...start.env }
    write(place.home, { ...start.files })
    for (const each of [place.work, env.TMPDIR]) mkdirSync(each, { recursive: true })
    const ran = await run([...program, ...start.args], { cwd: place.work, env, limitMs: LIMIT_MS })

    const costs = world.provider.requests.flatMap((request) => owed(request) ?? [])
    const rows = await rowsOf(world, token, costs.length)
    const refused = world.provider.requests.filter(({ method, bill }) => method === 'POST' && bill === undefined)
    const complaints = [
      ...ranComplaints(ran),
      ...(refused.length === 0 ? [] : [`the vendor refused ${refused.length} requests`]),
      ...new Set(refused.flatMap(({ refusal }) => (refusal ? [`${refusal.rule}: ${JSON.stringify(refusal.body)}`] : []))),
      ...(leavesNoFile ? [] : fileComplaints(file)),
      ...sentComplaints(world, sends?.(upstream)),
      ...wordComplaints(agent, ran, words),
      ...moneyComplaints(rows, costs),
      ...doorComplaints(agent, rows),
      ...(world.provider.requests.some(({ rawBody }) => rawBody.includes(STAND_IN)) ? ['a signature was lost, and a stand-in sent'] : []),
    ]
    return { agent, upstream, complaints, seconds: ran.tookMs / 1000, calls: costs.length, hosts: outside.takeHosts(), ran }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** All that every agent gets to know of this machine. */
function environment(folder: string, { home }: Place) {
  return {
    PATH: process.env.PATH ?? '',
    HOME: home,
    TMPDIR: join(folder, 'tmp'),
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local/share'),
    XDG_CACHE_HOME: join(home, '.cache'),
    XDG_STATE_HOME: join(home, '.local/state'),
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    NO_COLOR: '1',
    DO_NOT_TRACK: '1',
  }
}

function write(home: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(home, { recursive: true })
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), text)
  }
}

/** Was what the task is about sent to the vendor at all? */
function sentComplaints({ provider }: World, wanted: RegExp | undefined): string[] {
  return wanted === undefined || provider.requests.some(({ rawBody }) => wanted.test(rawBody)) ? [] : [`nothing sent holds ${wanted}`]
}

/** Agents that patch may leave out the last line's end. */
function fileComplaints(file: string): string[] {
  if (!existsSync(file)) return [`there is no ${FILE}`]
  const text = readFileSync(file, 'utf8')
  return text.trimEnd() === content.last.trimEnd() ? [] : [`${FILE} holds ${JSON.stringify(text)}`]
}

function ranComplaints({ exitCode, isLate }: Ran): string[] {
  if (isLate) return [`it was not done after ${LIMIT_MS / 1000} s`]
  return exitCode === 0 ? [] : [exitCode === undefined ? 'it was killed' : `it ended with ${exitCode}`]
}

function wordComplaints(agent: Agent, ran: Ran, words: string): string[] {
  try {
    const said = agent.lastWords(ran)
    return said.includes(words) ? [] : [`its last words were ${JSON.stringify(said.slice(-200))}`]
  } catch (error) {
    return [`its output could not be read: ${(error as Error).message}`]
  }
}

/** The rows of a token, once there are so many. */
async function rowsOf(world: World, token: string, wanted: number): Promise<LogEntry[]> {
  for (let tries = 0; ; tries++) {
    const { items } = await world.console.call<{ items: LogEntry[] }>('GET', `/api/log/?p=1&page_size=100&token_name=${token}`)
    if (items.length >= wanted || tries === MAX_WAITS) return items
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
  }
}

/** Every call at the vendor is billed once, for what the vendor's book says, and nothing else is in the log. */
function moneyComplaints(rows: readonly LogEntry[], costs: readonly number[]): string[] {
  const others = rows.filter(({ type }) => type !== PAID)
  const paid = rows.filter(({ type }) => type === PAID)
  const charged = paid.map(({ quota }) => quota).toSorted((one, other) => one - other)
  const isRight = JSON.stringify(charged) === JSON.stringify(costs.toSorted((one, other) => one - other))
  const odd = paid
    .map(({ other }) => JSON.parse(other) as LogOther)
    .filter((facts) => facts.end_reason !== 'done' || facts.usage_source !== 'upstream')
  return [
    ...(costs.length === 0 ? ['the vendor was never asked'] : []),
    ...[...new Set(others.map((row) => `a call failed: ${row.content.slice(0, 300)}`))],
    ...(isRight ? [] : [`charged ${charged.join(', ')}; the vendor’s book says ${costs.join(', ')}`]),
    ...odd.map(({ end_reason, usage_source }) => `a call ended as ${end_reason}, counted by ${usage_source}`),
  ]
}

/** Did it knock where it is said to? */
function doorComplaints(agent: Agent, rows: readonly LogEntry[]): string[] {
  const door = doors.find(({ dialect }) => dialect === agent.dialect)
  const own = [true, false].map((isStream) => door?.path('{model}', isStream).split('?')[0])
  const others = rows.map((row) => String((JSON.parse(row.other || '{}') as LogOther).endpoint)).filter((path) => !own.includes(path))
  return [...new Set(others)].map((path) => `it asked at ${path}`)
}
