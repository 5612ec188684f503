// Once before all test files: the console is built, and copied, so that nobody's next build pulls it away under the browsers.
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureConsole } from '../server/src/pages/console-build.ts'

/** @returns what tidies up when all files are through; undefined where another project of the run did this already */
export default async function setUp(): Promise<(() => void) | undefined> {
  if (process.env.WAYSTATION_CONSOLE) return undefined
  const built = await ensureConsole((text) => void process.stdout.write(`${text}\n`))
  if (!built) throw new Error('the sources of the console are not there')
  const folder = mkdtempSync(join(tmpdir(), 'waystation-flows-'))
  // What workers and their browsers put into temporary folders goes with this one, also where they had to be killed.
  process.env.TMPDIR = folder
  process.env.WAYSTATION_CONSOLE = join(folder, 'build')
  cpSync(built, process.env.WAYSTATION_CONSOLE, { recursive: true })
  return () => rmSync(folder, { recursive: true, force: true })
}
