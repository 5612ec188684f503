// The version of a release, and the files that it stands in.
import { type Manifest, type Workspace, workspaces } from '../supply-chain.ts'

const form = /^(\d+)\.(\d+)\.(\d+)(?:-([a-z]+)\.(\d+))?$/

/**
 * @param next such as `1.2.3` or `1.2.3-rc.1`
 * @throws Error where it is none, or not later than the present one
 */
export function assertLater(next: string, present: string): void {
  const [later, before] = [form.exec(next), form.exec(present)]
  if (!later) throw new Error(`${next} is no version such as 1.2.3 or 1.2.3-rc.1`)
  if (!before) throw new Error(`the present version ${present} is none`)
  if (compare(later, before) <= 0) throw new Error(`${next} is not later than ${present}`)
}

function compare(one: RegExpExecArray, other: RegExpExecArray): number {
  for (const at of [1, 2, 3]) {
    const difference = Number(one[at]) - Number(other[at])
    if (difference !== 0) return difference
  }
  const [mine, yours] = [one[4], other[4]]
  // A candidate comes before what it is a candidate for.
  if (mine === undefined || yours === undefined) return Number(yours !== undefined) - Number(mine !== undefined)
  return mine === yours ? Number(one[5]) - Number(other[5]) : mine < yours ? -1 : 1
}

/** A package.json of ours with the version, in itself and wherever it names another part of ours. */
export function withVersion<Kind extends Manifest>(manifest: Kind, version: string): Kind {
  const changed = { ...manifest, version }
  for (const field of ['dependencies', 'devDependencies'] as const) {
    const named = manifest[field]
    if (named) Object.assign(changed, { [field]: renewed(named, version) })
  }
  return changed
}

const renewed = (named: Readonly<Record<string, string>>, version: string) =>
  Object.fromEntries(Object.entries(named).map(([name, found]) => [name, name.startsWith('@waystation/') ? version : found]))

interface LockFile {
  readonly version: string
  readonly packages: Readonly<Record<string, Manifest>>
}

/** The lock with the version in all parts of ours. */
export function lockWithVersion(lock: LockFile, version: string): LockFile {
  const isOurs = (place: string) => place === '' || workspaces.includes(place as Workspace)
  const packages = Object.entries(lock.packages).map(([place, entry]) => [place, isOurs(place) ? withVersion(entry, version) : entry])
  return { ...lock, version, packages: Object.fromEntries(packages) }
}
