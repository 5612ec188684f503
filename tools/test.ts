// `npm test`: every behaviour once, on every part that this machine has. `--all` (`npm run test:all`) adds what is exhaustive: whole
// matrices, the API on three databases, all flows in the browser, installations, five rounds of the crash loop, drawn requests at every vendor.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { absentDatabases } from '../server/src/testing/databases/database-servers.ts'
import { hasRedis } from '../server/src/testing/databases/redis-server.ts'
import { findChromium } from './chromium.ts'
import { folderForFiles } from './folder-for-files.ts'
import { command, root, runNode } from './processes.ts'
import { programsForTests } from './ship/package.ts'

const isWhole = process.argv.includes('--all')
/** All that is drawn by lot hangs on it. */
const seed = process.env.WAYSTATION_SEED ?? String(Math.floor(Math.random() * 2 ** 31))
const folder = mkdtempSync(join(folderForFiles(), 'waystation-tests-'))
// Also when it is interrupted: what lies in memory would stay there.
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const env: Record<string, string> = { WAYSTATION_SEED: seed, ...(isWhole ? { WAYSTATION_TEST_ALL: '1' } : {}) }
const SLOWEST_FILES = 20

const skipped: string[] = []
const failed: string[] = []
const times: string[] = []
const files: { path: string; seconds: number }[] = []

async function timed(name: string, hasPassed: () => Promise<boolean>): Promise<void> {
  console.log(`\n=== ${name}`)
  const startedMs = performance.now()
  const isGood = await hasPassed()
  const time = `${name}: ${isGood ? 'passed' : 'FAILED'} in ${((performance.now() - startedMs) / 1000).toFixed(1)} s`
  console.log(`=== ${time}`)
  times.push(time)
  if (!isGood) failed.push(name)
}

const suite = (name: string, argv: readonly string[], more: Readonly<Record<string, string>> = {}) =>
  timed(name, async () => (await runNode(argv, { ...env, ...more })) === 0)

/** What tests start in processes of their own is what the package has: a library that cannot be bundled fails here. */
async function bundle(): Promise<boolean> {
  try {
    env.WAYSTATION_PROGRAMS = await programsForTests()
    return true
  } catch (error) {
    console.error(error)
    return false
  }
}

/** Two at a time, in this order: each keeps one of two cores busy, or waits. */
async function inPairs(checks: readonly (() => Promise<void>)[]): Promise<void> {
  const left = checks.values()
  const work = async () => {
    for (const check of left) await check()
  }
  await Promise.all([work(), work()])
}

/**
 * A run of vitest. What its files took, and which of its tests were skipped, is told at the end; but not what a filter left out, which
 * `npm run test:all` runs.
 */
async function tests(name: string, { filter, options = [] }: { filter?: string; options?: readonly string[] } = {}): Promise<void> {
  const report = join(folder, `report-${times.length}.json`)
  const chosen = filter === undefined ? options : [...options, '--tags-filter', filter]
  const argv = [command('vitest'), 'run', ...chosen, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  await suite(name, argv, { TMPDIR: folder })
  const { testResults } = readReport(report)
  for (const { name: path, startTime, endTime, assertionResults } of testResults) {
    files.push({ path: relative(root, path), seconds: (endTime - startTime) / 1000 })
    if (filter !== undefined) continue
    for (const { fullName, status } of assertionResults) if (status === 'skipped' || status === 'pending') skipped.push(fullName)
  }
}

interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly startTime: number
    readonly endTime: number
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
  }[]
}

function readReport(path: string): Report {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Report
  } catch {
    return { testResults: [] }
  }
}

console.log(`Seed: ${seed} (WAYSTATION_SEED=${seed} draws the same again)`)
// One thread each: several would read each type several times. The tools' program has the server in it.
const types = (project: string) => () => suite(`types: ${project}`, [command('typescript'), '-p', project, '--singleThreaded'])
await inPairs([
  () => timed('programs, bundled', bundle),
  ...['tools', 'console', 'contract', 'wire'].map(types),
  () => suite('lint and format', [command('biome'), 'check', '.']),
  () => suite('dead code', [command('knip')]),
])
await tests('unit, stores and gateway', { options: ['--project', '!kit'] })
if (!findChromium()) skipped.push('end to end, in a browser: needs Chromium (Debian: apt-get install chromium; or CHROMIUM=/path)')
await tests('end to end', {
  options: ['--config', 'e2e/vitest.config.ts', ...(isWhole ? [] : ['--project', 'flows'])],
  ...(isWhole ? {} : { filter: 'main' }),
})
const rounds = isWhole ? 5 : 1
const nodes = isWhole
  ? ['--nodes', '3', '--minutes', '1', '--calls', '0']
  : ['--database', 'postgres', '--nodes', '2', '--minutes', '0.2', '--calls', '0', '--without-limits', '--within-lease']
const crashes = () => suite(`crash loop, rounds on each database: ${rounds}`, ['e2e/crash/run.ts', '--rounds', String(rounds)])
const severalNodes = () => suite('several nodes', ['e2e/nodes/run.ts', ...nodes, '--clients', '12', '--keep-database'])
const hasNodes = hasRedis && !(await absentDatabases()).postgres
if (!hasNodes) skipped.push('several nodes: needs PostgreSQL and Redis')
// The kit's tests are one worker's work: they fill the core that the crash loop leaves.
await inPairs([crashes, ...(hasNodes ? [severalNodes] : []), () => tests('parts of the kit', { options: ['--project', 'kit'] })])
if (isWhole) await suite('installed for production', ['tools/production.ts'])
if (isWhole && process.getuid?.() === 0) await suite('the steps of the Dockerfile', ['tools/try-dockerfile.ts'])
else if (isWhole) skipped.push('the steps of the Dockerfile: need root, for folders that stand for a machine')

console.log(`\nThe ${SLOWEST_FILES} slowest files:`)
for (const { path, seconds } of files.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST_FILES))
  console.log(`${seconds.toFixed(1).padStart(7)} s  ${path}`)
console.log(`\n${times.join('\n')}`)
const lines = [...new Set(skipped)].map((line) => `- ${line}`)
console.log(lines.length === 0 ? '\nNothing was skipped.' : `\nSkipped:\n${lines.join('\n')}`)
if (failed.length > 0) {
  console.error(`\nFailed: ${failed.join(', ')} (seed ${seed})`)
  process.exit(1)
}
console.log('All suites passed.')
