// `places.ts` of the package that is installed: its programs lie in the folder `server`, beside the folder of the built console.
import { fileURLToPath } from 'node:url'

/** Beside the programs, where only who may change those may write: code is run from it. */
export const compileCache = new URL('../.cache', import.meta.url)

export async function consoleFolder(): Promise<string> {
  return fileURLToPath(new URL('../console', import.meta.url))
}
