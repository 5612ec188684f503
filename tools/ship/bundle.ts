// The server as JavaScript, for the package: Node takes no types off below `node_modules`. All programs lie in one folder, so an address beside
// a program is an address beside each of its parts.
import { basename, dirname, join } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { root } from '../processes.ts'

const source = join(root, 'server/src')

/** Native code, and a thread that is started from its own file: these are installed beside the bundle. */
export const installedBeside = ['@node-rs/argon2', '@node-rs/bcrypt', 'pino', 'pino-pretty']
/** What libraries try to load, and do without: faster masks of sockets, a driver in C, and one for a cloud's own sockets. */
const notThere = ['bufferutil', 'utf-8-validate', 'pg-native', 'pg-cloudflare']

/** The version stands in it, one folder above the programs. */
const manifest = /new URL\('[./]+\/package\.json', import\.meta\.url\)/g
const fileBeside = /new URL\('(\.{1,2}\/[^']+)\.ts', import\.meta\.url\)/g

export interface Bundle {
  /** File names with their code. */
  readonly files: ReadonlyMap<string, string>
  /** The files of libraries that went in. */
  readonly libraries: readonly string[]
}

/** The programs of the command line and of each thread, with all that they load. */
export async function bundleServer(): Promise<Bundle> {
  const build = await rolldown({
    input: { waystation: join(source, 'cli/waystation.ts'), main: join(source, 'main.ts') },
    platform: 'node',
    external: [...installedBeside, ...notThere],
    plugins: [packedPlaces, filesBeside()],
    logLevel: 'warn',
  })
  const { output } = await build.generate({
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    minify: { compress: false, mangle: false, codegen: true },
  })
  await build.close()
  const files = new Map<string, string>()
  const libraries = new Set<string>()
  for (const part of output) {
    if (part.type !== 'chunk') throw new Error(`the bundle has a file that is no program: ${part.fileName}`)
    files.set(part.fileName, part.code)
    for (const file of part.moduleIds) if (file.includes('/node_modules/')) libraries.add(file)
  }
  return { files, libraries: [...libraries] }
}

const packedPlaces: Plugin = {
  name: 'packed-places',
  resolveId: (asked, importer) =>
    /\/places\.ts$/.test(asked) && importer?.startsWith(source) ? join(source, 'packed-places.ts') : undefined,
}

/** Threads, and modules that they load, are named by `new URL('./x.ts', import.meta.url)`: each becomes a program of its own. */
function filesBeside(): Plugin {
  const programs = new Map<string, string>()
  return {
    name: 'files-beside',
    transform(code, file) {
      if (!file.startsWith(source) || !code.includes('import.meta.url')) return undefined
      return code.replace(manifest, "new URL('../package.json', import.meta.url)").replace(fileBeside, (_whole, path: string) => {
        const program = join(dirname(file), `${path}.ts`)
        const name = basename(path)
        const other = programs.get(name)
        if (other !== undefined && other !== program) throw new Error(`two programs are called ${name}: ${other} and ${program}`)
        if (other === undefined) {
          programs.set(name, program)
          this.emitFile({ type: 'chunk', id: program, fileName: `${name}.js`, preserveSignature: 'strict' })
        }
        return `new URL('./${name}.js', import.meta.url)`
      })
    },
  }
}
