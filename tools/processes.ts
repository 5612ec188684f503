import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** Runs a program of the project on this very Node, with its output passed on, and tells its exit code. */
export function runNode(argv: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, argv, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } })
    child.on('error', reject)
    child.on('close', (code, signal) => resolve(code ?? (signal ? 1 : 0)))
  })
}

/** The path of a package's command, for `runNode`. */
export function command(name: 'vitest' | 'typescript' | 'biome' | 'knip'): string {
  const paths = {
    vitest: 'node_modules/vitest/vitest.mjs',
    typescript: 'node_modules/typescript/bin/tsc',
    biome: 'node_modules/@biomejs/biome/bin/biome',
    knip: 'node_modules/knip/bin/knip.js',
  }
  return paths[name]
}
