// The package that `npm install` takes: the bundled server, the built console, the licences, and a package.json of its own.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ensureConsole } from '../../server/src/pages/console-build.ts'
import { root } from '../processes.ts'
import { readManifest } from '../supply-chain.ts'
import { bundleServer, installedBeside } from './bundle.ts'
import { licenceTexts } from './licences.ts'

export interface PackedPackage {
  readonly file: string
  readonly packedBytes: number
  readonly unpackedBytes: number
  readonly files: number
}

/**
 * Builds what is needed and writes `waystation-VERSION.tgz` to this folder, which is made if it is not there.
 * @param version that the package gets; absent: that of this checkout
 */
export async function packPackage(to: string, say: (text: string) => void, version?: string): Promise<PackedPackage> {
  const pages = await builtConsole(say)
  const folder = join(root, 'dist/package')
  rmSync(folder, { recursive: true, force: true })
  say('Bundling the server …')
  const programs = await writePrograms(folder)
  writeFileSync(join(programs, 'waystation.cjs'), commandLine(), { mode: 0o755 })
  cpSync(pages, join(folder, 'console'), { recursive: true, filter: (path) => basename(path) !== '.sources' })
  writeFileSync(join(folder, 'THIRD-PARTY-LICENCES.txt'), licenceTexts())
  for (const name of ['LICENSE', 'README.md', 'CHANGELOG.md'])
    if (existsSync(join(root, name))) cpSync(join(root, name), join(folder, name))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(packageManifest(version), undefined, 2)}\n`)
  mkdirSync(to, { recursive: true })
  const told = execFileSync('npm', ['pack', folder, '--json', '--ignore-scripts', '--pack-destination', to], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [packed]: { filename: string; size: number; unpackedSize: number; entryCount: number }[] = JSON.parse(told)
  if (!packed) throw new Error('npm pack has packed nothing')
  const { filename, size, unpackedSize, entryCount } = packed
  return { file: join(to, filename), packedBytes: size, unpackedBytes: unpackedSize, files: entryCount }
}

async function builtConsole(say: (text: string) => void): Promise<string> {
  const pages = await ensureConsole(say)
  if (pages === undefined) throw new Error('the console could not be built')
  return pages
}

/** Bundles the server into the folder `server` of a package. @returns that folder */
async function writePrograms(folder: string): Promise<string> {
  const programs = join(folder, 'server')
  mkdirSync(programs, { recursive: true })
  const { files } = await bundleServer()
  for (const [name, code] of files) writeFileSync(join(programs, name), code)
  return programs
}

/** The programs of a package, in this checkout, for tests that start them: they load in half the time of their sources. @returns their folder */
export async function programsForTests(): Promise<string> {
  const pages = await builtConsole((text) => console.log(text))
  const folder = join(root, 'dist/tests')
  rmSync(folder, { recursive: true, force: true })
  const programs = await writePrograms(folder)
  symlinkSync(pages, join(folder, 'console'))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(packageManifest(undefined))}\n`)
  return programs
}

/** What the shell calls; it starts the program beside it. */
function commandLine(): string {
  const text = readFileSync(join(root, 'server/src/cli/waystation.cjs'), 'utf8')
  const parts = text.split("'waystation.ts'")
  if (parts.length !== 2) throw new Error('the command does not name its program once')
  return parts.join("'waystation.js'")
}

function packageManifest(given: string | undefined): object {
  const { name, version: own, license, description, engines, optionalDependencies } = readManifest('')
  const versions = readManifest('server').dependencies ?? {}
  const dependencies = Object.fromEntries(installedBeside.map((library) => [library, versions[library]]))
  return {
    ...{ name, version: given ?? own, description, license, type: 'module' },
    bin: { waystation: 'server/waystation.cjs' },
    files: ['server', 'console', 'THIRD-PARTY-LICENCES.txt', 'CHANGELOG.md'],
    engines: { node: engines?.node },
    ...{ dependencies, optionalDependencies },
  }
}
