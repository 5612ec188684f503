// A whole Waystation with its console for the browser tests: the real server on a real socket over its embedded database, and vendors
// that are scripted. The console is the production build.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Config, readConfig } from '../../server/src/config.ts'
import { openLogger } from '../../server/src/lib/logger.ts'
import { ensureConsole } from '../../server/src/pages/console-build.ts'
import { openServer } from '../../server/src/server.ts'
import type { ConsoleOverrides } from '../../server/src/services/console-base.ts'
import { type ConsoleClient, logIn, setUp } from '../../server/src/testing/console-client.ts'
import { siteZone } from './browser.ts'

export interface ConsoleServerOptions {
  /** False: nobody has opened it yet, and there is only `/setup`. */
  readonly isSetUp?: boolean
  /** By its name and not by its number, for what browsers do on no page of a number: passkeys. */
  readonly isAtLocalhost?: boolean
  /** A stand-in of Stripe. */
  readonly stripeApi?: URL
  /** Other sites than the real ones to log in with. */
  readonly sites?: ConsoleOverrides['sites']
  /** Fills the database once it is set up, while no server runs on it. */
  readonly fill?: (config: Config) => Promise<void>
}

export type ConsoleServer = Awaited<ReturnType<typeof openConsoleServer>>

/** Opens a server with the console, which is built if need be where WAYSTATION_CONSOLE names no folder of a build. Close it at the end. */
export async function openConsoleServer(options: ConsoleServerOptions = {}) {
  const { isSetUp = true, isAtLocalhost = false, stripeApi, sites, fill } = options
  const buildFolder = process.env.WAYSTATION_CONSOLE ?? (await ensureConsole(() => undefined))
  if (!buildFolder) throw new Error('the sources of the console are not there')
  const folder = mkdtempSync(join(tmpdir(), 'waystation-console-'))
  const config = { ...readConfig({ DATA_DIR: folder, HOST: '127.0.0.1' }), port: 0, drainSeconds: 1, stripeApi, timeZone: siteZone }
  const open = () =>
    openServer({
      config,
      log: openLogger({ level: process.env.WAYSTATION_TEST_LOG ?? 'silent', isPretty: false }),
      consoleFolder: buildFolder,
      version: '0.1.0',
      onDeath: (error) => {
        throw error
      },
      overrides: { sites },
    })
  let server = await open()
  let root: ConsoleClient | undefined
  if (isSetUp) {
    await setUp(server.url)
    root = await logIn(server.url)
    // The browser tells the address of the person that it plays.
    await root.call('PUT', '/api/option/', { key: 'ReverseProxyEnabled', value: 'true' })
  }
  if (fill) {
    await server.close()
    await fill(config)
    server = await open()
    root = await logIn(server.url)
  }
  return {
    url: isAtLocalhost ? server.url.replace('127.0.0.1', 'localhost') : server.url,
    /** The file of the embedded database, for what runs beside the server. */
    databasePath: config.database.kind === 'sqlite' ? config.database.path : '',
    /** Where the build that is served lies. */
    buildFolder,
    /** The super admin's session. @throws Error where nothing was set up */
    root() {
      if (!root) throw new Error('this server is not set up')
      return root
    },
    async close() {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
