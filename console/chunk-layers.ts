import { dirname, join } from 'node:path'
import type { Rolldown } from 'vite'

/**
 * What is opened for itself, by name: the pages and the frames around them. Files are below `src`.
 * A page that nobody comes to at first (set-up, chat links) needs no place here.
 */
const roots: Readonly<Record<string, readonly string[]>> = {
  home: ['shell/PublicLayout.tsx', 'features/home/HomeRoute.tsx'],
  login: ['shell/BareLayout.tsx', 'features/auth/LoginPage.tsx'],
  app: ['shell/AppLayout.tsx'],
  dashboard: ['features/dashboard/DashboardPage.tsx'],
  tokens: ['features/tokens/TokensPage.tsx'],
  logs: ['features/usage-logs/UsageLogsPage.tsx'],
  channels: ['features/channels/ChannelsPage.tsx'],
  users: ['features/users/UsersPage.tsx'],
}
/** What is large and asked for only when something is wrong; some pages have it from the start. */
const apart = ['../../contract/src/errors.ts']
const entries = new Set([...Object.values(roots).flat(), ...apart].map(inSources))
const lists = ['tokens', 'logs', 'channels', 'users']

/** Modules that only hand on what others export: what is asked of them decides what is reached, or every page would reach everything. */
const barrels: Readonly<Record<string, RegExp>> = {
  '/src/ui/kit.ts': /~\/ui\/kit/,
  '/src/ui/icons.ts': /\/icons(\.ts)?$/,
  '/node_modules/antd/es/index.js': /antd/,
  '/node_modules/lucide-react/dist/esm/lucide-react.mjs': /^lucide-react$/,
}
/** One module for each icon. What only pages of the app show is kept with it, or many icons would be files of their own. */
const icons = '/node_modules/lucide-react/dist/esm/icons/'

/** The layers, first to last, each with what tells that a module is of it by the names of the roots that reach it. */
const layers: Readonly<Record<string, (by: ReadonlySet<string>) => boolean>> = {
  open: (by) => by.has('home') && by.size > 1,
  kit: (by) => by.has('login') && by.size > 1,
  app: (by) => by.has('app'),
  lists: (by) => lists.filter((name) => by.has(name)).length > 1,
}

/**
 * Groups of modules that become one file each, by who reaches them. Ninety small files cost a page more than what is in them, so there are a
 * few layers: what the landing page shares with others, what the login shares with the app, what every page of the app needs, what its lists
 * need. A layer needs only those before it, since whoever reaches a module reaches what that one imports. The builder decides of the rest.
 */
export function chunkLayers(): Rolldown.CodeSplittingGroup[] {
  let reach: ReadonlyMap<string, ReadonlySet<string>> | undefined
  return Object.entries(layers).map(([name, isOf], index) => ({
    debugName: name,
    // The first takes its modules first: a group takes along what its modules import.
    priority: Object.keys(layers).length - index,
    name(id, context) {
      reach ??= reachOf(context)
      const by = reach.get(id)
      if (id.includes(icons) && name === 'app' && !by?.has('home') && !by?.has('login')) return name
      // What is opened for itself stays a file of its own, by which it is asked for.
      return by && !entries.has(id) && isOf(by) ? name : null
    },
  }))
}

type Context = Rolldown.ChunkingContext

function inSources(file: string): string {
  return join(import.meta.dirname, 'src', file)
}

/** By module, the names of the roots that reach it without a dynamic import. */
function reachOf(context: Context): Map<string, Set<string>> {
  const reach = new Map<string, Set<string>>()
  const next = edges(context)
  for (const [name, files] of Object.entries(roots)) {
    const waiting = files.map(inSources)
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const by = reach.get(id) ?? new Set()
      if (by.has(name)) continue
      reach.set(id, by.add(name))
      waiting.push(...next(id))
    }
  }
  return reach
}

/** What a module imports, past the barrels. */
function edges(context: Context): (id: string) => readonly string[] {
  const exportsOf = barrelReader(context)
  return (id) => {
    const info = context.getModuleInfo(id)
    const code = info?.code ?? ''
    return (info?.importedIds ?? []).flatMap((imported) => {
      const specifier = barrelOf(imported)
      return specifier ? namesFrom(code, specifier).flatMap((name) => exportsOf(imported).get(name) ?? []) : [imported]
    })
  }
}

const barrelOf = (id: string): RegExp | undefined => Object.entries(barrels).find(([end]) => id.endsWith(end))?.[1]

/** By exported name, the module it is from. */
type Exports = ReadonlyMap<string, string>

/** Reads what a barrel hands on, through those that it hands on itself. */
function barrelReader(context: Context): (barrel: string) => Exports {
  const known = new Map<string, Exports>()
  const exportsOf = (barrel: string): Exports => {
    const found = known.get(barrel) ?? read(barrel)
    known.set(barrel, found)
    return found
  }
  const read = (barrel: string): Exports => {
    const info = context.getModuleInfo(barrel)
    const [code, ids] = [info?.code ?? '', info?.importedIds ?? []]
    const found = new Map<string, string>()
    for (const [, from = ''] of code.matchAll(/export\s*\*\s*from\s*["']([^"']+)["']/g)) {
      const id = resolved(barrel, from, ids)
      if (id !== undefined && barrelOf(id)) for (const [name, module] of exportsOf(id)) found.set(name, module)
    }
    for (const [, names = '', from = ''] of code.matchAll(/export\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g)) {
      const id = resolved(barrel, from, ids)
      for (const pair of id === undefined ? [] : listed(names)) {
        const [name = '', shown = name] = pair.split(/\s+as\s+/)
        const module = barrelOf(id ?? '') ? exportsOf(id ?? '').get(name) : id
        if (module !== undefined) found.set(shown, module)
      }
    }
    return found
  }
  return exportsOf
}

/** The one of these modules that a barrel means by such an address. */
function resolved(barrel: string, from: string, ids: readonly string[]): string | undefined {
  if (!from.startsWith('.')) return ids.find((id) => id.includes(`/node_modules/${from}/`))
  const path = join(dirname(barrel), from)
  return ids.find((id) => id === path || id.startsWith(`${path}/`) || id.startsWith(`${path}.`))
}

function namesFrom(code: string, specifier: RegExp): string[] {
  const all = [...code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g)]
  return all
    .filter(([, , from]) => specifier.test(from ?? ''))
    .flatMap(([, names]) => listed(names ?? '').map((name) => name.replace(/\sas\s.*/, '')))
}

const listed = (names: string): string[] =>
  names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
