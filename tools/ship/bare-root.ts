// A folder that a program takes for the whole machine: the machine's own programs below /usr, this project's Node as the image's, and nothing
// else of the project. It needs root, and no container engine.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { root as project } from '../processes.ts'

/** As the image node:24-bookworm-slim has them. */
const NODE_USER = 1000
const accounts = `root:x:0:0:root:/root:/bin/sh\nnode:x:${NODE_USER}:${NODE_USER}::/home/node:/bin/sh\n`
const groups = `root:x:0:\nnode:x:${NODE_USER}:\n`
const PATH = '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** Where a step runs, and as whom. */
export interface Circumstances {
  readonly workdir: string
  readonly user: string
  readonly env: Readonly<Record<string, string>>
}

export class BareRoot {
  readonly folder: string

  /** @param folder is made */
  constructor(folder: string) {
    this.folder = folder
    for (const name of ['usr', 'etc', 'proc', 'dev', 'tmp', 'root/.npm', 'home/node', 'local-bin'])
      mkdirSync(join(folder, name), { recursive: true })
    for (const name of ['bin', 'sbin', 'lib', 'lib64']) symlinkSync(`usr/${name}`, join(folder, name))
    for (const name of ['ssl', 'resolv.conf', 'hosts', 'nsswitch.conf'])
      cpSync(join('/etc', name), join(folder, 'etc', name), { recursive: true, dereference: false })
    writeFileSync(join(folder, 'etc/passwd'), accounts)
    writeFileSync(join(folder, 'etc/group'), groups)
    cpSync(realpathSync(join(project, 'node_modules', `node-linux-${process.arch}`, 'bin/node')), join(folder, 'local-bin/node'))
  }

  /** @param path as a program within sees it */
  path(path: string): string {
    return join(this.folder, path)
  }

  /** Runs a command to its end. Throws Error where it fails, with what it printed. */
  run(argv: readonly string[], how: Circumstances): void {
    const { status, stdout, stderr } = spawnSync('unshare', this.#words(argv, how), { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
    if (status !== 0) throw new Error(`${argv.join(' ')} ended with ${status}:\n${(stdout + stderr).slice(-4000)}`)
  }

  /** Starts a program. The process is the program's own, so signals reach it. */
  start(argv: readonly string[], how: Circumstances): ChildProcess {
    return spawn('unshare', this.#words(argv, how), { stdio: ['ignore', 'pipe', 'pipe'] })
  }

  /** Mounts are seen by this command alone, and gone with it. Each program takes the place of the one before. */
  #words(argv: readonly string[], { workdir, user, env }: Circumstances): string[] {
    const id = user === 'root' ? 0 : NODE_USER
    const variables = { PATH, HOME: user === 'root' ? '/root' : '/home/node', npm_config_prefer_offline: 'true', ...env }
    const script = [
      'set -e',
      'mount --rbind /usr "$1/usr"; mount --bind "$1/local-bin" "$1/usr/local/bin"',
      'mount --rbind /proc "$1/proc"; mount --rbind /dev "$1/dev"; mount --bind "$2" "$1/root/.npm"',
      'folder="$1"; id="$3"; shift 3',
      'exec chroot --userspec="$id:$id" "$folder" "$@"',
    ].join('\n')
    const inside = [
      ...['/usr/bin/env', '--ignore-environment', ...Object.entries(variables).map(([name, value]) => `${name}=${value}`)],
      ...['/usr/bin/env', `--chdir=${workdir}`, ...argv],
    ]
    return ['--mount', 'sh', '-c', script, 'sh', this.folder, join(homedir(), '.npm'), String(id), ...inside]
  }
}
