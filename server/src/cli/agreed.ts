import { createInterface } from 'node:readline/promises'

/** Asks at the terminal whether to go on. */
export async function isAgreed(): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await terminal.question('Go on? [y/N] ')).trim())
  } finally {
    terminal.close()
  }
}
