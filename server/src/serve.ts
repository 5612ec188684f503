// Runs the server: builds what is needed, starts it, and shuts it down in order. Called by `main.ts`.
import cluster from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Config, readConfig } from './config.ts'
import { openLogger } from './lib/logger.ts'
import { productVersion } from './lib/version.ts'
import { serveByWorkers } from './nodes/workers.ts'
import { consoleFolder } from './places.ts'
import type { Server } from './server.ts'

/** A signal this soon after the first is the same one, come by another way. */
const SIGNAL_ECHO_MS = 1000
/** A process that cannot go on has this long for the last lines of its log, and at most so long to keep what ended it. */
const LAST_LINES_MS = 100
const LAST_NOTE_MS = 500

const version = productVersion()

try {
  const config = readConfig(process.env)
  const log = openLogger({ level: config.logLevel, isPretty: config.isLogPretty })
  const folder = await consoleFolder((text) => console.log(text))
  // Whatever is written from here on is the owner's alone.
  process.umask(0o077)
  if (config.workers > 1 && cluster.isPrimary) await watchWorkers(config, log)
  else await serveHere(config, log, folder)
} catch (error) {
  console.error(`Waystation cannot start: ${error instanceof Error ? error.message : String(error)}`)
  if (process.env.LOG_LEVEL === 'debug') console.error(error)
  process.exit(1)
}

async function watchWorkers({ workers, drainSeconds }: Config, log: Logger): Promise<never> {
  process.once('SIGTERM', () => console.log(`\nwaiting for calls to end (up to ${drainSeconds} s) …`))
  const onServing = () =>
    console.log(`Waystation ${version} runs in ${workers} processes. Ctrl-C ends it, SIGHUP renews them one after another.`)
  process.exit(await serveByWorkers({ count: workers, log, onServing }))
}

async function serveHere(config: Config, log: Logger, folder: string | undefined): Promise<void> {
  let server: Server | undefined
  const die = (error: Error) => {
    log.fatal({ err: error }, 'Waystation cannot go on')
    const noted = Promise.all([sleep(LAST_LINES_MS), server?.noteDeath(error)])
    // Calls that were under way are recovered at the next start.
    void Promise.race([noted, sleep(LAST_NOTE_MS)]).then(() => process.exit(1))
  }
  process.on('uncaughtException', die)
  process.on('unhandledRejection', (reason) => die(reason instanceof Error ? reason : new Error(String(reason))))

  const { openServer } = await import('./server.ts')
  const opened = await openServer({ config, log, consoleFolder: folder, version, onDeath: die })
  server = opened
  // Before anybody hears that it runs, and may end it.
  endBySignal(config, () => opened.close())
  if (cluster.isPrimary)
    console.log(`Waystation ${version} runs at ${opened.url} (data in ${config.dataDir})\nOpen it in a browser to go on. Ctrl-C ends it.`)
}

function endBySignal({ drainSeconds }: Config, close: () => Promise<unknown>): void {
  let endingSinceMs: number | undefined
  const end = async (signal: string) => {
    if (endingSinceMs !== undefined) {
      // npm passes on a Ctrl-C that the terminal has sent already: the echo is not a second one.
      if (performance.now() - endingSinceMs > SIGNAL_ECHO_MS) process.exit(1)
      return
    }
    endingSinceMs = performance.now()
    if (cluster.isPrimary) console.log(`\n${signal}: waiting for calls to end (up to ${drainSeconds} s; once more to stop at once) …`)
    await close()
    process.exit(0)
  }
  process.on('SIGINT', () => void end('SIGINT'))
  process.on('SIGTERM', () => void end('SIGTERM'))
  // What renews the workers is for the process that watches over them.
  if (cluster.isWorker) process.on('SIGHUP', () => {})
}
