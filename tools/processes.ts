import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Runs a program of the project on this very Node and tells its exit code.
 * @param outputPath the file that takes what it prints; absent: it is passed on
 */
export async function runNode(argv: readonly string[], env: Readonly<Record<string, string>> = {}, outputPath?: string): Promise<number> {
  const output = outputPath === undefined ? 'inherit' : openSync(outputPath, 'w')
  try {
    return await new Promise((resolve, reject) => {
      const child = spawn(process.execPath, argv, { cwd: root, stdio: ['ignore', output, output], env: { ...process.env, ...env } })
      child.on('error', reject)
      child.on('close', (code, signal) => resolve(code ?? (signal ? 1 : 0)))
    })
  } finally {
    if (output !== 'inherit') closeSync(output)
  }
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
