// What comes with an installation, read from package-lock.json: no network, and nothing that is not locked.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './processes.ts'

interface LockedPackage {
  readonly version?: string
  readonly license?: string
  readonly integrity?: string
  readonly resolved?: string
  readonly link?: boolean
  readonly hasInstallScript?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** Every package of the lock, by its place such as `node_modules/kysely`; workspaces by their folder, the project itself by ''. */
export type Lock = Readonly<Record<string, LockedPackage>>

export interface Manifest {
  readonly name?: string
  readonly version?: string
  readonly license?: string
  readonly description?: string
  readonly engines?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly allowScripts?: Readonly<Record<string, boolean>>
}

export const workspaces = ['contract', 'wire', 'server', 'console'] as const
export type Workspace = (typeof workspaces)[number]

export function readLock(): Lock {
  const { packages }: { packages: Lock } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return packages
}

/** @param folder of a workspace, or '' for the project */
export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
}

/** Everything that reaches users: what the server loads, and what is built into the console. Places in the lock. */
export function shippedPackages(lock: Lock): readonly string[] {
  const seen = new Set<string>()
  const visit = (from: string, { dependencies, optionalDependencies }: LockedPackage) => {
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const place = placeOf(lock, from, name)
      const found = place === undefined ? undefined : lock[place]
      if (place === undefined || !found || seen.has(place)) continue
      seen.add(place)
      visit(place, found)
    }
  }
  for (const workspace of workspaces) visit(workspace, lock[workspace] ?? {})
  visit('', { optionalDependencies: lock['']?.optionalDependencies ?? {} })
  // The build takes the console's libraries in, so they are listed as for development.
  visit('console', { dependencies: lock.console?.devDependencies ?? {} })
  return [...seen].filter((place) => lock[place]?.link !== true).toSorted()
}

/** Where Node finds a package: the nearest `node_modules` above. */
function placeOf(lock: Lock, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.includes('/node_modules/') ? folder.slice(0, folder.lastIndexOf('/node_modules/')) : '') {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (lock[place]) return place
    if (folder === '') return undefined
  }
}

const allowedLicences = [
  'MIT',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'Apache-2.0',
  'MPL-2.0',
  '0BSD',
  'MIT-0',
  'Unlicense',
  'CC0-1.0',
  'BlueOak-1.0.0',
  'Python-2.0',
]

/** May we ship a package under this licence? Of a choice one has to fit, of a combination all. */
export function isAllowedLicence(licence: string | undefined): boolean {
  const parts = (licence ?? '').replace(/[()]/g, '')
  return parts.split(' OR ').some((choice) => choice.split(' AND ').every((one) => allowedLicences.includes(one.trim())))
}
