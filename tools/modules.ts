// The product's own modules and what each imports, read from the sources.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { root } from './processes.ts'

/** A source file of the product; tests and their helpers are none. */
export interface Module {
  readonly path: string
  readonly text: string
  readonly imports: readonly string[]
}

/** All source files below a folder, tests too and installed packages not, named from the root of the project. */
export function sourcesBelow(folder: string): string[] {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  return names.filter((name) => /\.tsx?$/.test(name) && !name.includes('node_modules')).map((name) => join(folder, name))
}

/** All modules below a folder. */
export function modulesBelow(folder: string): Module[] {
  const paths = sourcesBelow(folder).filter((path) => !path.includes('/testing/') && !/\.test\.tsx?$/.test(path))
  return paths.map((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    const imports = [
      ...text.matchAll(
        /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s+['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)import\s+['"]([^'"]+)['"]/g,
      ),
    ]
    return { path, text, imports: imports.map((match) => match[1] ?? match[2] ?? match[3] ?? '') }
  })
}

/** The file of ours that an import names, from the root of the project; undefined for a package. */
export function target(module: Module, name: string): string | undefined {
  if (name.startsWith('.')) return relative(root, resolve(root, dirname(module.path), name))
  if (name.startsWith('@waystation/wire/testing/')) return `${name.slice('@waystation/'.length)}.ts`
  const workspace = /^@waystation\/(contract|wire|server)\/(.*)$/.exec(name)
  if (workspace) return `${workspace[1]}/src/${workspace[2]}.ts`
  return name.startsWith('~/') ? `console/src/${name.slice(2)}` : undefined
}
