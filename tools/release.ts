// Makes a release: the version in every package.json, a section of CHANGELOG.md, and in release/ the package, what is in it (SBOM), and checksums.
// `npm run release -- 1.2.3`, and with `--dry-run` the same without changing a file of the repository. The commit and its tag are yours to make.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './processes.ts'
import { changelogSection, type Release, withSection } from './ship/changelog.ts'
import { packPackage } from './ship/package.ts'
import { assertLater, lockWithVersion, withVersion } from './ship/versions.ts'
import { readManifest, workspaces } from './supply-chain.ts'

const MEGABYTE = 2 ** 20
const options = { 'dry-run': { type: 'boolean', default: false } } as const
const { values, positionals } = parseArgs({ options, allowPositionals: true })
const isRehearsal = values['dry-run']

const run = (program: string, words: readonly string[]) =>
  execFileSync(program, words, { cwd: root, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024, stdio: ['ignore', 'pipe', 'ignore'] })

try {
  const [version = ''] = positionals
  assertLater(version, readManifest('').version ?? '')
  if (!isRehearsal && run('git', ['status', '--porcelain']) !== '') throw new Error('there are changes that are not committed')
  await release({ version, day: new Date().toISOString().slice(0, 10), titles: titlesSinceLast() })
} catch (error) {
  console.error(`release: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}

/** Titles since the last tag of a version, oldest first. */
function titlesSinceLast(): string[] | undefined {
  const [last] = run('git', ['tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname']).split('\n')
  if (!last) return undefined
  return run('git', ['log', '--no-merges', '--reverse', '--format=%s', `${last}..HEAD`])
    .split('\n')
    .filter((title) => title !== '')
}

async function release(made: Release): Promise<void> {
  const { version } = made
  const folder = isRehearsal ? mkdtempSync(join(tmpdir(), 'waystation-release-')) : join(root, 'release')
  const changed = changedFiles(made)
  console.log(`${isRehearsal ? 'It would change' : 'Changed'}: ${[...changed.keys()].join(', ')}\n\n${changelogSection(made)}`)
  if (!isRehearsal) for (const [path, text] of changed) writeFileSync(join(root, path), text)
  try {
    mkdirSync(folder, { recursive: true })
    const { file, packedBytes } = await packPackage(folder, (text) => console.log(text), version)
    const sbom = join(folder, `waystation-${version}.cdx.json`)
    writeFileSync(sbom, run('npm', ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--offline']))
    const sums = [file, sbom].map((path) => `${createHash('sha256').update(readFileSync(path)).digest('hex')}  ${basename(path)}\n`)
    writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
    console.log(`${basename(file)}: ${(packedBytes / MEGABYTE).toFixed(1)} MB\n${sums.join('')}`)
  } finally {
    if (isRehearsal) rmSync(folder, { recursive: true, force: true })
  }
  if (!isRehearsal)
    console.log(
      `They are in release/. To go on: git commit -am 'release: make ${version}' && git tag v${version} && git push --follow-tags`,
    )
}

/** Files of the repository, by their paths, as the release has them. */
function changedFiles(made: Release): ReadonlyMap<string, string> {
  const printed = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`
  const files = new Map<string, string>()
  for (const folder of ['', ...workspaces])
    files.set(join(folder, 'package.json'), printed(withVersion(readManifest(folder), made.version)))
  files.set('package-lock.json', printed(lockWithVersion(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')), made.version)))
  const path = join(root, 'CHANGELOG.md')
  files.set('CHANGELOG.md', withSection(existsSync(path) ? readFileSync(path, 'utf8') : '', made))
  return files
}
