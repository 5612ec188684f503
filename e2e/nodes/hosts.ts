// The machines that the nodes run on: hosts of their own in network namespaces, where root may make them; else processes on this one. Whatever a node
// reaches of the database and of Redis goes through a proxy of its own, which fails on command.
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { REDIS } from '../../server/src/testing/databases/redis-server.ts'
import { freePort } from '../../server/src/testing/network/free-port.ts'
import { openTcpFaultProxy, type TcpFaultProxy } from '../../server/src/testing/network/tcp-fault-proxy.ts'
import { ServerProcess } from '../crash/server-process.ts'

export interface NodeHost {
  readonly name: string
  readonly server: ServerProcess
  /** Its ways to the database and to Redis. */
  readonly toDatabase: TcpFaultProxy
  readonly toRedis: TcpFaultProxy
  /** Cuts it off from everything, in silence, and joins it again; undefined: it has no link of its own. */
  readonly link: { cut(): void; join(): void } | undefined
}

export interface Hosts {
  readonly kind: 'network namespaces' | 'processes on loopback'
  readonly nodes: readonly NodeHost[]
  /** How nodes reach something that listens on 127.0.0.1 at this port. */
  reach(port: number): Promise<string>
  close(): Promise<void>
}

export interface HostsOptions {
  readonly count: number
  readonly folder: string
  readonly databaseUrl: string
  readonly env: Readonly<Record<string, string>>
  /** Variables that name something at 127.0.0.1, and its port: every node gets an address at which it reaches that. */
  readonly sites: Readonly<Record<string, number>>
}

const PORT = 3000
/** This one's clock is five minutes ahead. */
const SKEWED = 1
const skewedClock = new URL('skewed-clock.ts', import.meta.url).href
const ip = (...words: string[]) => execFileSync('ip', words, { stdio: 'pipe' })

/** May this process make network namespaces? */
export function hasNamespaces(): boolean {
  try {
    ip('netns', 'add', 'ws-probe')
    ip('netns', 'del', 'ws-probe')
    return true
  } catch {
    return false
  }
}

export function openHosts(options: HostsOptions): Promise<Hosts> {
  return hasNamespaces() ? inNamespaces(options) : onLoopback(options)
}

/** A bridge on this machine, and a link from it into each namespace. The third number of the addresses is that of this process. */
async function inNamespaces({ count, sites, ...options }: HostsOptions): Promise<Hosts> {
  const net = `10.77.${process.pid % 250}`
  const bridge = `wsb${process.pid}`
  const undo: (() => void)[] = []
  const run = (what: string[], back: string[]) => {
    ip(...what)
    undo.push(() => ip(...back))
  }
  try {
    run(['link', 'add', bridge, 'type', 'bridge'], ['link', 'del', bridge])
    ip('addr', 'add', `${net}.1/24`, 'dev', bridge)
    ip('link', 'set', bridge, 'up')
    const proxies: TcpFaultProxy[] = []
    const reach = async (port: number) => {
      const proxy = await openTcpFaultProxy({ host: '127.0.0.1', port }, `${net}.1`)
      proxies.push(proxy)
      return `http://${net}.1:${proxy.port}`
    }
    const env = { ...options.env, ...(await reached(sites, reach)) }
    const nodes: NodeHost[] = []
    for (let at = 0; at < count; at++) {
      const [space, near, address] = [`ws${process.pid}-${at}`, `wsv${process.pid}-${at}`.slice(-15), `${net}.${10 + at}`]
      run(['netns', 'add', space], ['netns', 'del', space])
      run(['link', 'add', near, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space], ['link', 'del', near])
      ip('link', 'set', near, 'master', bridge)
      ip('link', 'set', near, 'up')
      for (const words of [`addr add ${address}/24 dev eth0`, 'link set eth0 up', 'link set lo up']) ip('-n', space, ...words.split(' '))
      const link = { cut: () => void ip('link', 'set', near, 'down'), join: () => void ip('link', 'set', near, 'up') }
      const launcher = ['ip', 'netns', 'exec', space]
      nodes.push(await hostOf(at, { ...options, env, host: address, port: PORT, gateway: `${net}.1`, launcher }, link))
    }
    return {
      kind: 'network namespaces',
      nodes,
      reach,
      async close() {
        await closeAll(nodes)
        for (const proxy of proxies) await proxy.close()
        for (const step of undo.reverse()) step()
      },
    }
  } catch (error) {
    for (const step of undo.reverse()) step()
    throw error
  }
}

async function onLoopback({ count, sites, ...options }: HostsOptions): Promise<Hosts> {
  const nodes: NodeHost[] = []
  const reach = async (port: number) => `http://127.0.0.1:${port}`
  const env = { ...options.env, ...(await reached(sites, reach)) }
  for (let at = 0; at < count; at++) {
    const port = await freePort()
    nodes.push(await hostOf(at, { ...options, env, host: '127.0.0.1', port, gateway: '127.0.0.1', launcher: [] }, undefined))
  }
  return {
    kind: 'processes on loopback',
    nodes,
    reach,
    close: () => closeAll(nodes),
  }
}

async function reached(sites: HostsOptions['sites'], reach: Hosts['reach']): Promise<Record<string, string>> {
  return Object.fromEntries(await Promise.all(Object.entries(sites).map(async ([name, port]) => [name, await reach(port)] as const)))
}

interface HostOptions extends Omit<HostsOptions, 'count' | 'sites'> {
  readonly host: string
  readonly port: number
  /** Where its proxies listen. */
  readonly gateway: string
  readonly launcher: readonly string[]
}

async function hostOf(at: number, options: HostOptions, link: NodeHost['link']): Promise<NodeHost> {
  const { host, port, gateway, launcher, folder, env } = options
  const database = new URL(options.databaseUrl)
  const redis = new URL(REDIS)
  const usualPort = database.protocol.startsWith('postgres') ? 5432 : 3306
  const toDatabase = await openTcpFaultProxy({ host: database.hostname, port: Number(database.port || usualPort) }, gateway)
  const toRedis = await openTcpFaultProxy({ host: redis.hostname, port: Number(redis.port || 6379) }, gateway)
  const through = (url: URL, proxy: TcpFaultProxy) => Object.assign(new URL(url), { hostname: gateway, port: String(proxy.port) }).href
  const name = `node ${at + 1}`
  const dataDir = join(folder, `node-${at + 1}`)
  mkdirSync(dataDir, { recursive: true })
  const server = new ServerProcess({
    ...{ host, port, launcher, dataDir, nodeArguments: at === SKEWED ? ['--import', skewedClock] : [] },
    databaseUrl: through(database, toDatabase),
    env: { ...env, NODE_NAME: name, REDIS_URL: through(redis, toRedis), MASTER_KEY_FILE: join(folder, 'master.key') },
  })
  return { name, server, toDatabase, toRedis, link }
}

async function closeAll(nodes: readonly NodeHost[]): Promise<void> {
  for (const { server, toDatabase, toRedis, link } of nodes) {
    link?.join()
    server.resume()
    await server.kill()
    await Promise.all([toDatabase.close(), toRedis.close()])
  }
}
