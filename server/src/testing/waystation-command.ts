// Runs a command of `waystation` in a process of its own, as an operator does beside a running server.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { DatabaseAddress } from '../db/kind.ts'

const program = fileURLToPath(new URL('../cli/waystation.ts', import.meta.url))

/** The database as DATABASE_URL names it. */
export const databaseUrl = (address: DatabaseAddress): string => (address.kind === 'sqlite' ? `sqlite:${address.path}` : address.url)

/** @param typed what is typed at its standard input */
export function waystation(words: readonly string[], databaseUrl: string, typed = ''): Promise<{ code: number | null; text: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...words], { env: { ...process.env, DATABASE_URL: databaseUrl } })
    child.stdin.end(typed)
    let text = ''
    child.stdout.on('data', (chunk) => (text += String(chunk)))
    child.stderr.on('data', (chunk) => (text += String(chunk)))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, text }))
  })
}
