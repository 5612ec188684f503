// The steps of a Dockerfile, done one after another in bare folders.
import { cpSync, existsSync, globSync, lstatSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, join, matchesGlob, relative } from 'node:path'
import { root as project } from '../processes.ts'
import { BareRoot, type Circumstances } from './bare-root.ts'
import type { Stage, Step } from './dockerfile.ts'

export interface BuiltStage {
  readonly root: BareRoot
  readonly how: Circumstances
}

/** @param folder for the stages; what is built stays in it */
export function buildStages(stages: readonly Stage[], folder: string, say: (text: string) => void): BuiltStage {
  const built = new Map<string, BuiltStage>()
  let last: BuiltStage | undefined
  for (const stage of stages) {
    const root = new BareRoot(join(folder, stage.name))
    let how: Circumstances = { workdir: '/', user: 'root', env: {} }
    for (const step of stage.steps) {
      say(`${stage.name}: ${describe(step)}`)
      how = perform(step, { root, how }, built)
    }
    last = { root, how }
    built.set(stage.name, last)
  }
  if (!last) throw new Error('the Dockerfile has no stage')
  return last
}

function perform(step: Step, { root, how }: BuiltStage, built: ReadonlyMap<string, BuiltStage>): Circumstances {
  switch (step.kind) {
    case 'copy':
      copy(step, { root, how }, built)
      return how
    case 'run':
      root.run(['/bin/sh', '-c', step.command], how)
      return how
    case 'workdir':
      mkdirSync(root.path(step.path), { recursive: true })
      return { ...how, workdir: step.path }
    case 'user':
      return { ...how, user: step.name }
    case 'env':
      return { ...how, env: { ...how.env, [step.name]: step.value } }
  }
}

function describe(step: Step): string {
  const { kind, ...facts } = step
  return `${kind.toUpperCase()} ${Object.values(facts).flat().join(' ')}`
}

/** From another stage, or from this checkout without what `.dockerignore` names. */
function copy(step: Extract<Step, { kind: 'copy' }>, { root, how }: BuiltStage, built: ReadonlyMap<string, BuiltStage>): void {
  const { from, sources, to } = step
  const other = from === undefined ? undefined : built.get(from)
  if (from !== undefined && !other) throw new Error(`there is no stage ${from}`)
  const target = root.path(to.startsWith('/') ? to : join(how.workdir, to))
  const isFolder = to.endsWith('/') || to === '.' || to === './' || sources.length > 1
  const ignored = other ? [] : ignoredPatterns()
  for (const source of sources) {
    const place = other ? other.root.path(source) : join(project, source)
    if (!existsSync(place)) throw new Error(`${source}, which is copied, is not there`)
    const into = isFolder && !lstatSync(place).isDirectory() ? join(target, basename(source)) : target
    mkdirSync(isFolder ? target : join(target, '..'), { recursive: true })
    const isKept = (path: string) => other !== undefined || !isIgnored(relative(project, path), ignored)
    cpSync(place, into, { recursive: true, verbatimSymlinks: true, filter: isKept })
  }
}

function ignoredPatterns(): string[] {
  const lines = readFileSync(join(project, '.dockerignore'), 'utf8').split('\n')
  return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'))
}

export const isIgnored = (path: string, patterns: readonly string[]): boolean => patterns.some((pattern) => matchesGlob(path, pattern))

/** Files of a built stage that match, as a program within sees them. */
export const filesOf = ({ root }: BuiltStage, pattern: string): string[] => globSync(pattern, { cwd: root.folder })
