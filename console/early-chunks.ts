import type { Plugin } from 'vite'

/** Page to the modules that it is made of, which are loaded only when it is opened. A name that no chunk has breaks the build. */
const pages: Readonly<Record<string, readonly string[]>> = {
  '/': ['shell/PublicLayout.tsx', 'features/home/HomeRoute.tsx'],
  '/login': ['shell/BareLayout.tsx', 'features/auth/LoginPage.tsx'],
  '/playground': ['shell/AppLayout.tsx', 'features/playground/PlaygroundPage.tsx'],
  '/app/dashboard': ['shell/AppLayout.tsx', 'features/dashboard/DashboardPage.tsx'],
  '/app/tokens': ['shell/AppLayout.tsx', 'features/tokens/TokensPage.tsx'],
  '/app/logs/api-usage': ['shell/AppLayout.tsx', 'features/usage-logs/UsageLogsPage.tsx'],
  '/admin/channels': ['shell/AppLayout.tsx', 'shell/AdminOnly.tsx', 'features/channels/ChannelsPage.tsx'],
  '/admin/users': ['shell/AppLayout.tsx', 'shell/AdminOnly.tsx', 'features/users/UsersPage.tsx'],
}
/** Words by language: of the pages that everybody may open, and of the others. */
const words = { zh: ['i18n/zh-open.ts', 'i18n/zh.ts'], en: ['i18n/en-open.ts', 'i18n/en.ts'] }
const openPages = ['/', '/login']

interface Chunk {
  readonly fileName: string
  readonly facadeModuleId?: string | null
  readonly imports: readonly string[]
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> }
}

/**
 * Has the browser ask for a page's scripts and styles while it is still reading the first one, in place of finding out one after the
 * other. The document says which files each page needs; a few lines of script in it ask for those of the address that was opened.
 */
export function earlyChunks(): Plugin {
  return {
    name: 'early-chunks',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter((file) => file.type === 'chunk') as Chunk[]
        const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
        const filesOf = (names: readonly string[]) => [...new Set(names.flatMap((name) => withImports(entry(chunks, name), byFile)))]
        const files = Object.fromEntries(Object.entries(pages).map(([path, names]) => [path, filesOf(names)]))
        const wordFiles = Object.fromEntries(
          Object.entries(words).flatMap(([language, names]) => [
            [language, filesOf(names.slice(0, 1))],
            [`${language}-all`, filesOf(names)],
          ]),
        )
        const numbers = [...new Set([...Object.values(files), ...Object.values(wordFiles)].flat())]
        const numbered = (table: Record<string, readonly string[]>) =>
          Object.fromEntries(Object.entries(table).map(([key, list]) => [key, list.map((file) => numbers.indexOf(file))]))
        return [
          {
            tag: 'script',
            attrs: { nonce: '__NONCE__' },
            injectTo: 'head',
            children: script(numbers, numbered(files), numbered(wordFiles)),
          },
        ]
      },
    },
  }
}

function entry(chunks: readonly Chunk[], name: string): Chunk {
  const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/src/${name}`))
  if (!chunk) throw new Error(`early-chunks: no chunk begins with ${name}`)
  return chunk
}

function withImports(chunk: Chunk, byFile: ReadonlyMap<string, Chunk>, seen = new Set<Chunk>()): string[] {
  if (seen.has(chunk)) return []
  seen.add(chunk)
  const imported = chunk.imports.flatMap((file) => {
    const next = byFile.get(file)
    return next ? withImports(next, byFile, seen) : []
  })
  return [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? []), ...imported]
}

/** Runs before anything else, so it is plain and short. Who is not logged in is on the way to the login. */
function script(files: readonly string[], pageFiles: object, wordFiles: object): string {
  return `(() => {
  const files = ${JSON.stringify(files)}, pages = ${JSON.stringify(pageFiles)}, words = ${JSON.stringify(wordFiles)}
  const base = '__BASE_PATH__', path = location.pathname.slice(base.length).replace(/(.)\\/+$/, '$1') || '/'
  let user = null, language = null
  try { user = localStorage.getItem('user'); language = localStorage.getItem('language') } catch {}
  const page = !user && /^\\/(app\\/|admin\\/|playground$)/.test(path) ? '/login' : path
  const spoken = language === 'zh' || language === 'en' ? language : navigator.language.toLowerCase().startsWith('en') ? 'en' : 'zh'
  for (const at of new Set([...(pages[page] ?? []), ...words[${JSON.stringify(openPages)}.includes(page) ? spoken : spoken + '-all']])) {
    const link = document.createElement('link')
    const isStyle = files[at].endsWith('.css')
    link.rel = isStyle ? 'preload' : 'modulepreload'
    if (isStyle) link.as = 'style'
    link.crossOrigin = ''
    link.href = base + '/' + files[at]
    link.nonce = '__NONCE__'
    document.head.append(link)
  }
})()`
}
