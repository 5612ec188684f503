// The agents' packages. They stand apart from the project's: nobody needs them to run Waystation, or to work on it.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('.', import.meta.url))
/** Holds the hash of the lock file that was installed. */
const stamp = join(folder, 'node_modules', '.installed-lock')

/**
 * Installs what the lock file says, unless that was done. Not by `npm ci`: it demands the programs for every other system too, of which some
 * registries have none. Install scripts are not run: they copy what the packages find without, or build what nobody needs. Throws when npm
 * fails.
 */
export function installPackages(): void {
  const hash = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  console.log('Installing the agents, about 1.5 GB …')
  const npm = process.env.npm_execpath
  const [program, ...args] = npm === undefined ? ['npm'] : [process.execPath, npm]
  // What an npm above this one said of its own project is not meant for this one.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_(?!config_userconfig)|^INIT_CWD$/.test(name)))
  const { status } = spawnSync(program, [...args, 'install', '--no-save', '--ignore-scripts'], { cwd: folder, env, stdio: 'inherit' })
  if (status !== 0) throw new Error(`npm install in clients/ ended with ${status}`)
  writeFileSync(stamp, hash)
}

/** A file of a package; undefined when it is not there. */
export function fileOf(name: string, ...path: string[]): string | undefined {
  const file = join(folder, 'node_modules', name, ...path)
  return existsSync(file) ? file : undefined
}

/** A script of a package, to be run by this Node. */
export function script(name: string, ...path: string[]): readonly string[] | undefined {
  const file = fileOf(name, ...path)
  return file === undefined ? undefined : [process.execPath, file]
}

/** The version that is installed. */
export function versionOf(name: string): string {
  const file = fileOf(name, 'package.json')
  return file === undefined ? 'not installed' : (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

/** The values of an output with one JSON value on each line. */
export function lines<T>(text: string): T[] {
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T)
}
