// Real reverse proxies in front of a server, each started with a configuration of its own in a folder that is removed at the end.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { pollFor } from '../time/poll.ts'
import { freePort } from './free-port.ts'

export type ReverseProxyKind = 'nginx' | 'caddy' | 'haproxy'

export interface ReverseProxyOptions {
  readonly kind: ReverseProxyKind
  /** Host and port of the server behind it. */
  readonly upstream: string
  /** The address that it listens on, as it stands in a URL; default 127.0.0.1. */
  readonly host?: string | undefined
  /** Lines for the place where requests are passed on, in the proxy's own language. */
  readonly lines?: readonly string[] | undefined
}

/** Where the program is; undefined: it is not installed. Debian's packages have the programs' names. */
export function findReverseProxy(kind: ReverseProxyKind): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, kind)).find(existsSync)
}

interface Place {
  readonly folder: string
  /** `127.0.0.1:8080` */
  readonly listens: string
  readonly upstream: string
  readonly lines: readonly string[]
}

const nginx = ({ folder, listens, upstream, lines }: Place) => `
daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr error;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 64; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  server {
    listen ${listens};
    location / { proxy_pass http://${upstream}; ${lines.join(' ')} }
  }
}`

const caddy = ({ listens, upstream, lines }: Place) => `
{
  admin off
  auto_https off
}
http://:${listens.split(':').at(-1)} {
  bind ${listens.slice(0, listens.lastIndexOf(':'))}
  reverse_proxy ${upstream} {
    ${lines.join('\n    ')}
  }
}`

const haproxy = ({ listens, upstream, lines }: Place) => `
defaults
  mode http
  timeout connect 10s
  timeout client 60s
  timeout server 60s
frontend front
  bind ${listens}
  default_backend back
backend back
  ${lines.join('\n  ')}
  server behind ${upstream}
`

const programs: Readonly<Record<ReverseProxyKind, { config(place: Place): string; options(file: string): readonly string[] }>> = {
  nginx: { config: nginx, options: (file) => ['-c', file] },
  caddy: { config: caddy, options: (file) => ['run', '--adapter', 'caddyfile', '--config', file] },
  haproxy: { config: haproxy, options: (file) => ['-db', '-f', file] },
}

export type ReverseProxy = Awaited<ReturnType<typeof openReverseProxy>>

/** Starts the proxy, and waits until it takes connections. @throws Error with what it said when it ends instead */
export async function openReverseProxy({ kind, upstream, host = '127.0.0.1', lines = [] }: ReverseProxyOptions) {
  const program = findReverseProxy(kind)
  if (program === undefined) throw new Error(`${kind} is not installed`)
  const folder = mkdtempSync(join(tmpdir(), 'waystation-proxy-'))
  const port = await freePort()
  const file = join(folder, 'config')
  writeFileSync(file, programs[kind].config({ folder, listens: `${host}:${port}`, upstream, lines }))
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const child = spawn(program, programs[kind].options(file), { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += String(chunk)
  })
  const bare = host.replace(/[[\]]/g, '')
  const isThere = await pollFor(
    async () => child.exitCode === null && isListening(bare, port),
    (isUp) => isUp || child.exitCode !== null,
  )
  if (!isThere) throw new Error(`${kind} does not listen: ${said}`)
  return {
    port,
    async close() {
      await ended(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function isListening(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host)
    socket.on('error', () => resolve(false))
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const over = once(child, 'exit')
  child.kill('SIGTERM')
  await over
}
