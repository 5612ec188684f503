// MON-13: the ledger with one rule broken at a time. A named test must notice each; a mutant that lives is a hole in the tests.
// `node e2e/crash/mutants.ts [name]` works on a copy of the source tree and never touches the one it stands in.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Mutant, mutants } from './mutant-list.ts'

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url))
/** A walk that is repeated exactly: a mutant must not live by luck. */
const SEED = '20261121'

const only = process.argv[2]
const chosen = mutants.filter((mutant) => only === undefined || mutant.name.includes(only))
const tree = copyTree()
let survivors = 0
try {
  const healthy = new Map<string, boolean>()
  for (const mutant of chosen) {
    const key = `${mutant.test.file} ${mutant.test.name}`
    if (!healthy.has(key)) healthy.set(key, runTest(mutant) === 'passed')
    if (!healthy.get(key)) {
      say('SICK', mutant, 'its test does not pass on the healthy tree')
      survivors += 1
      continue
    }
    const restore = apply(mutant)
    const outcome = runTest(mutant)
    restore()
    if (outcome === 'failed') say('killed', mutant, `by "${mutant.test.name}"`)
    else {
      say('LIVES', mutant, outcome === 'passed' ? `"${mutant.test.name}" did not notice` : 'the test did not run')
      survivors += 1
    }
  }
} finally {
  rmSync(tree, { recursive: true, force: true })
}
process.stdout.write(`${chosen.length - survivors}/${chosen.length} mutants killed\n`)
process.exit(survivors === 0 ? 0 : 1)

function copyTree(): string {
  const folder = mkdtempSync(join(tmpdir(), 'waystation-mutants-'))
  for (const part of ['server', 'contract', 'wire', 'package.json', 'tsconfig.base.json', 'vitest.config.ts']) {
    cpSync(join(REPOSITORY, part), join(folder, part), { recursive: true, force: true, filter: (path) => !path.includes('/node_modules') })
  }
  symlinkSync(join(REPOSITORY, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** Breaks the copy, and answers how to mend it. The text must stand there exactly once: source that moved must move its mutant too. */
function apply(mutant: Mutant): () => void {
  const path = join(tree, mutant.file)
  const source = readFileSync(path, 'utf8')
  const count = source.split(mutant.from).length - 1
  if (count !== 1) throw new Error(`mutant "${mutant.name}": its text stands ${count} times in ${mutant.file}`)
  writeFileSync(
    path,
    source.replace(mutant.from, () => mutant.to),
  )
  return () => writeFileSync(path, source)
}

/** `broken` when not a single test ran: a mutant that does not even load proves nothing. */
function runTest({ test }: Mutant): 'passed' | 'failed' | 'broken' {
  const report = join(tree, 'report.json')
  rmSync(report, { force: true })
  spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', test.file, '-t', test.name, '--reporter=json', `--outputFile=${report}`],
    {
      cwd: tree,
      env: { ...process.env, WAYSTATION_SEED: SEED, WAYSTATION_TEST_DATABASES: test.database },
      stdio: 'ignore',
      timeout: 600_000,
    },
  )
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8')) as {
      numPassedTests: number
      numFailedTests: number
    }
    if (numFailedTests > 0) return 'failed'
    return numPassedTests > 0 ? 'passed' : 'broken'
  } catch {
    return 'broken'
  }
}

function say(verdict: string, mutant: Mutant, words: string): void {
  process.stdout.write(`${verdict.padEnd(6)} ${mutant.name} (${words})\n`)
}
