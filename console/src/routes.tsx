// The map of the console: path, access, page. Pages load when they are opened; what they share (shell, kit) is a layout of its own, so that
// a page without the kit would not load it.
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import { basePath } from './api/base-path.ts'
import { onSessionLost } from './api/session-lost.ts'
import { loadAboutContent } from './features/about/about-content.ts'
import { loadHomeContent } from './features/home/home-content.ts'
import { needAllWords } from './i18n/index.ts'
import { paths } from './paths.ts'
import { plainSearch } from './plain-search.ts'
import { channelsSearch, chatSearch, loginSearch, logsSearch, playgroundSearch, tokensSearch } from './search-params.ts'
import { settledStatus } from './session/status.ts'
import { storedUser } from './session/user.ts'
import { CrashPage } from './shell/CrashPage.tsx'

const root = createRootRoute({
  component: Outlet,
  errorComponent: CrashPage,
  // Until the server is set up there is only one page (specification section 2).
  beforeLoad: async ({ location }) => {
    if (location.pathname === paths.setup()) return
    if (!(await settledStatus()).setup) throw redirect({ to: paths.setup() })
  },
})

/** Did the server end the session? A page that is still standing may lead to the login a second time, and must say the same. */
let isExpired = false
const needLoginSearch = (returnTo: string) => (isExpired ? { expired: 'true', returnTo } : { returnTo })

/** Where somebody who is not logged in is sent, and from where they come back. */
function needLogin({ location }: { readonly location: { readonly href: string } }): void {
  if (storedUser()) isExpired = false
  else throw redirect({ to: paths.login(), search: needLoginSearch(location.href) })
}

/** Pages for everybody, with a bar on top and without the kit's heavier parts. */
const open = createRoute({
  getParentRoute: () => root,
  id: 'open',
  component: lazyRouteComponent(() => import('./shell/PublicLayout.tsx')),
})

const home = createRoute({
  getParentRoute: () => open,
  path: '/',
  loader: loadHomeContent,
  // What an admin has just changed shows with the next visit.
  shouldReload: true,
  component: lazyRouteComponent(() => import('./features/home/HomeRoute.tsx')),
})

const about = createRoute({
  getParentRoute: () => open,
  path: '/about',
  loader: loadAboutContent,
  shouldReload: true,
  component: lazyRouteComponent(() => import('./features/about/AboutRoute.tsx')),
})

const ChatPage = lazyRouteComponent(() => import('./features/chat/ChatPage.tsx'))
const chat = createRoute({ getParentRoute: () => open, path: '/chat', validateSearch: chatSearch, component: ChatPage })
const oneChat = createRoute({ getParentRoute: () => open, path: '/chat/$id', validateSearch: chatSearch, component: ChatPage })
const chatWithToken = createRoute({
  getParentRoute: () => open,
  path: '/chat2link',
  beforeLoad: needLogin,
  component: lazyRouteComponent(() => import('./features/chat/ChatLinkPage.tsx')),
})

/** Pages drawn with the kit, with nothing around them. */
const bare = createRoute({ getParentRoute: () => root, id: 'bare', component: lazyRouteComponent(() => import('./shell/BareLayout.tsx')) })

const login = createRoute({
  getParentRoute: () => bare,
  path: '/login',
  validateSearch: loginSearch,
  component: lazyRouteComponent(() => import('./features/auth/LoginPage.tsx')),
})

const setup = createRoute({
  getParentRoute: () => bare,
  path: '/setup',
  loader: needAllWords,
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
  loader: needAllWords,
  component: lazyRouteComponent(() => import('./shell/AppLayout.tsx')),
})

const dashboard = createRoute({
  getParentRoute: () => app,
  path: '/app/dashboard',
  component: lazyRouteComponent(() => import('./features/dashboard/DashboardPage.tsx')),
})
const tokens = createRoute({
  getParentRoute: () => app,
  path: '/app/tokens',
  validateSearch: tokensSearch,
  component: lazyRouteComponent(() => import('./features/tokens/TokensPage.tsx')),
})
const logs = createRoute({
  getParentRoute: () => app,
  path: '/app/logs/api-usage',
  validateSearch: logsSearch,
  component: lazyRouteComponent(() => import('./features/usage-logs/UsageLogsPage.tsx')),
})
const playground = createRoute({
  getParentRoute: () => app,
  path: '/playground',
  validateSearch: playgroundSearch,
  component: lazyRouteComponent(() => import('./features/playground/PlaygroundPage.tsx')),
})
const playgroundByShortName = createRoute({
  getParentRoute: () => app,
  path: '/pg',
  beforeLoad: ({ search }) => {
    throw redirect({ to: paths.playground(), search })
  },
})
/** Pages of admins; others are told that they are not for them. */
const admin = createRoute({ getParentRoute: () => app, id: 'admin', component: lazyRouteComponent(() => import('./shell/AdminOnly.tsx')) })

const channels = createRoute({
  getParentRoute: () => admin,
  path: '/admin/channels',
  validateSearch: channelsSearch,
  component: lazyRouteComponent(() => import('./features/channels/ChannelsPage.tsx')),
})

// The family's addresses for the channel drawer.
const addChannel = createRoute({
  getParentRoute: () => app,
  path: '/channel/add',
  beforeLoad: () => {
    throw redirect({ to: paths.channels(), search: { edit: 'new' } })
  },
})
const editChannel = createRoute({
  getParentRoute: () => app,
  path: '/channel/edit/$id',
  beforeLoad: ({ params }) => {
    throw redirect({ to: paths.channels(), search: { edit: params.id } })
  },
})

/** Every other address, below `/app` and `/admin` too. The console stands around it for those who are logged in, so it needs its words. */
const elsewhere = createRoute({
  getParentRoute: () => root,
  path: '/$',
  loader: () => (storedUser() ? needAllWords() : undefined),
  component: lazyRouteComponent(() => import('./shell/NotFoundPage.tsx')),
})

export const router = createRouter({
  routeTree: root.addChildren([
    open.addChildren([home, about, chat, oneChat, chatWithToken]),
    bare.addChildren([login, setup]),
    app.addChildren([playground, playgroundByShortName, dashboard, tokens, logs, admin.addChildren([channels]), addChannel, editChannel]),
    elsewhere,
  ]),
  basepath: basePath || '/',
  ...plainSearch,
  defaultErrorComponent: CrashPage,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

onSessionLost(() => {
  isExpired = true
  const { pathname, href } = router.state.location
  if (pathname !== paths.login()) void router.navigate({ to: paths.login(), search: needLoginSearch(href) })
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
