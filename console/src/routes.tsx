// The map of the console: path, access, page. Pages load when they are opened; what they share (shell, kit) is a layout of its own, so that
// a page without the kit would not load it.
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import { basePath } from './api/base-path.ts'
import { onSessionLost } from './api/session-lost.ts'
import { paths } from './paths.ts'
import { settledStatus } from './session/status.ts'
import { storedUser } from './session/user.ts'
import { CrashPage } from './shell/CrashPage.tsx'

const root = createRootRoute({
  component: Outlet,
  errorComponent: CrashPage,
  notFoundComponent: lazyRouteComponent(() => import('./shell/NotFoundPage.tsx')),
  // Until the server is set up there is only one page (specification section 2).
  beforeLoad: async ({ location }) => {
    if (location.pathname === paths.setup()) return
    if (!(await settledStatus()).setup) throw redirect({ to: paths.setup() })
  },
})

/** Where somebody who is not logged in is sent, and from where they come back. */
function needLogin({ location }: { readonly location: { readonly href: string } }): void {
  if (!storedUser()) throw redirect({ to: paths.login(), search: { returnTo: location.href } as never })
}

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: storedUser() ? paths.tokens() : paths.login() })
  },
})

/** Pages drawn with the kit, with nothing around them. */
const bare = createRoute({ getParentRoute: () => root, id: 'bare', component: lazyRouteComponent(() => import('./shell/BareLayout.tsx')) })

const login = createRoute({
  getParentRoute: () => bare,
  path: '/login',
  component: lazyRouteComponent(() => import('./features/auth/LoginPage.tsx')),
})

const setup = createRoute({
  getParentRoute: () => bare,
  path: '/setup',
  // Features never import each other, so the wizard is handed the channel form here.
  component: lazyRouteComponent(async () => {
    const [{ SetupPage }, { ChannelFields }] = await Promise.all([
      import('./features/setup/SetupPage.tsx'),
      import('./features/channels/ChannelFields.tsx'),
    ])
    return { default: () => <SetupPage ChannelFields={ChannelFields} /> }
  }),
})

/** Pages inside the console: top bar, side menu, login needed. */
const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  beforeLoad: needLogin,
  component: lazyRouteComponent(() => import('./shell/AppLayout.tsx')),
})

const tokens = createRoute({
  getParentRoute: () => app,
  path: '/app/tokens',
  component: lazyRouteComponent(() => import('./features/tokens/TokensPage.tsx')),
})
const logs = createRoute({
  getParentRoute: () => app,
  path: '/app/logs/api-usage',
  component: lazyRouteComponent(() => import('./features/usage-logs/UsageLogsPage.tsx')),
})
const channels = createRoute({
  getParentRoute: () => app,
  path: '/admin/channels',
  component: lazyRouteComponent(() => import('./features/channels/ChannelsPage.tsx')),
})

// The family's addresses for the channel drawer.
const addChannel = createRoute({
  getParentRoute: () => app,
  path: '/channel/add',
  beforeLoad: () => {
    throw redirect({ to: paths.channels(), search: { edit: 'new' } as never })
  },
})
const editChannel = createRoute({
  getParentRoute: () => app,
  path: '/channel/edit/$id',
  beforeLoad: ({ params }) => {
    throw redirect({ to: paths.channels(), search: { edit: params.id } as never })
  },
})

export const router = createRouter({
  routeTree: root.addChildren([home, bare.addChildren([login, setup]), app.addChildren([tokens, logs, channels, addChannel, editChannel])]),
  basepath: basePath || '/',
  // The query is plain text: `?page=2`, never JSON.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(
      Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
    ).toString()
    return text === '' ? '' : `?${text}`
  },
  defaultErrorComponent: CrashPage,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

onSessionLost(() => {
  const { pathname, href } = router.state.location
  if (pathname !== paths.login()) void router.navigate({ to: paths.login(), search: { expired: 'true', returnTo: href } as never })
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
