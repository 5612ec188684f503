// What a new operator has: an empty folder for a package, a PostgreSQL server, a Redis, a provider, some ports, and terminals.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { POSTGRES, runPostgres } from '../../server/src/testing/databases/database-servers.ts'
import { REDIS } from '../../server/src/testing/databases/redis-server.ts'
import { openFakeProvider } from '../../server/src/testing/fakes/fake-provider.ts'
import { freePort } from '../../server/src/testing/network/free-port.ts'
import { root } from '../../tools/processes.ts'
import { plainEnvironment } from '../newcomer/installation.ts'
import type { OwnWords } from './guide-commands.ts'
import { openTerminal, type Terminal } from './terminal.ts'

/** Those of these programs that are not on this machine. */
export function programsMissing(names: readonly string[]): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.filter((name) => !folders.some((folder) => existsSync(join(folder, name))))
}

export type OperatorPlace = Awaited<ReturnType<typeof openOperatorPlace>>

export async function openOperatorPlace(model: string) {
  const folder = mkdtempSync(join(tmpdir(), 'waystation-operator-'))
  for (const name of ['safe', 'keys']) mkdirSync(join(folder, name))
  const provider = await openFakeProvider({ models: [model], keepRequests: 0 })
  const [site, node1, node2] = [await freePort(), await freePort(), await freePort()]
  // Of the database and of the role that owns it.
  const name = `waystation_test_${randomBytes(6).toString('hex')}`
  const env = {
    ...plainEnvironment(site),
    ...{ HOST: '127.0.0.1', LOG_LEVEL: 'warn' },
    // Caddy's own door and folders.
    ...{ CADDY_ADMIN: `127.0.0.1:${await freePort()}`, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
    ...{ npm_config_prefer_offline: 'true', npm_config_audit: 'false', npm_config_update_notifier: 'false' },
  }
  const terminals: Terminal[] = []
  const open = (where: string) => {
    const terminal = openTerminal(where, env)
    terminals.push(terminal)
    return terminal
  }
  const urlOf = (port: number) => `http://127.0.0.1:${port}`
  return {
    ...{ folder, provider },
    ...{ url: urlOf(site), nodes: [urlOf(node1), urlOf(node2)] as const },
    /** In this checkout, where the package is made. */
    openInRepository: () => open(root),
    /** In the empty folder, and later in that of the installation. */
    open: (below = '.') => open(join(folder, below)),
    words: {
      'npm run pack': () => `npm run pack -- ${folder}`,
      'https://your-site.example': () => urlOf(site),
      'sudo -u postgres psql': () => `psql ${adminAddress()}`,
      'USER waystation': () => `USER ${name}`,
      'DATABASE waystation': () => `DATABASE ${name}`,
      'OWNER waystation': () => `OWNER ${name}`,
      'TO waystation_before': () => `TO ${name}_before`,
      'postgres://waystation:password@database:5432/waystation': () => ownAddress(name),
      'redis://redis:6379/0': () => REDIS,
      ':3000': () => `:${site}`,
      '3001': () => String(node1),
      '3002': () => String(node2),
      '/mnt/safe': () => join(folder, 'safe'),
      '/mnt/keys': () => join(folder, 'keys'),
      '/tmp/practice': () => join(folder, 'practice'),
    } satisfies OwnWords,
    async close() {
      for (const terminal of terminals) await terminal.close()
      await provider.close()
      for (const database of [name, `${name}_before`]) await runPostgres(`drop database if exists ${database} with (force)`)
      await runPostgres(`drop role if exists ${name}`)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The server's own database, as its administrator. */
function adminAddress(): string {
  const url = new URL(POSTGRES)
  if (url.pathname.length < 2) url.pathname = '/postgres'
  return url.toString()
}

function ownAddress(name: string): string {
  const url = new URL(POSTGRES)
  Object.assign(url, { username: name, password: 'password', pathname: `/${name}` })
  return url.toString()
}
