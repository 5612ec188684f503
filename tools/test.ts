// Every test that this machine can run, and at the end what was left out and what it would need.
import { findChromium } from './chromium.ts'
import { command, runNode } from './processes.ts'

const skipped: string[] = []
const failed: string[] = []

async function suite(name: string, argv: readonly string[]): Promise<void> {
  console.log(`\n=== ${name}`)
  const startedMs = performance.now()
  const code = await runNode(argv)
  console.log(`=== ${name}: ${code === 0 ? 'passed' : 'FAILED'} in ${((performance.now() - startedMs) / 1000).toFixed(1)} s`)
  if (code !== 0) failed.push(name)
}

await suite('types: contract', [command('typescript'), '-p', 'contract'])
await suite('types: wire', [command('typescript'), '-p', 'wire'])
await suite('types: server', [command('typescript'), '-p', 'server'])
await suite('types: console', [command('typescript'), '-p', 'console'])
await suite('types: tools, bench and tests', [command('typescript'), '-p', 'tools'])
await suite('lint and format', [command('biome'), 'check', '.'])
await suite('dead code', [command('knip')])
await suite('installed for production', ['tools/production.ts'])
// On a machine that is busy with something else, a browser or a database misses a moment now and then. So a test that fails runs once more;
// its line says `retry x1` then, which is worth a look.
const RETRY = ['--retry', '1']
await suite('unit, stores and gateway', [command('vitest'), 'run', ...RETRY])
// All but the matrix, which opens every page as everybody in ten minutes: `npm run e2e`; and `npm run budgets` weighs and times them.
const flows = [command('vitest'), 'run', '--config', 'e2e/vitest.config.ts', ...RETRY, '--exclude', 'e2e/console/matrix.test.ts']
if (findChromium()) await suite('end to end, in a browser', flows)
else skipped.push('end to end, in a browser: needs Chromium (Debian: apt-get install chromium; or CHROMIUM=/path)')
await suite('crash loop, 5 rounds on each database', ['e2e/crash/run.ts', '--rounds', '5'])

console.log(`\n${skipped.length === 0 ? 'Nothing was skipped.' : `Skipped:\n${skipped.map((line) => `- ${line}`).join('\n')}`}`)
console.log('Suites that skip parts of themselves (databases, recorded fixtures) say so above.')
if (failed.length > 0) {
  console.error(`\nFailed: ${failed.join(', ')}`)
  process.exit(1)
}
console.log('All suites passed.')
