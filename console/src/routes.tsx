// The map of the console: path, access, page. Pages load when they are opened; what they share (shell, kit) is a layout of its own, so that
// a page without the kit would not load it.

import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import type { CodeProviderName } from '@waystation/contract/people/sign-in'
import { isAdmin } from '@waystation/contract/site/status-table'
import { basePath } from './api/base-path.ts'
import { isSessionLost, onSessionLost, sessionFound } from './api/session-lost.ts'
import { loadAboutContent } from './features/about/about-content.ts'
import { loadHomeContent } from './features/home/home-content.ts'
import { needAllWords } from './i18n/index.ts'
import { paths } from './paths.ts'
import {
  callbackSearch,
  channelsSearch,
  chatSearch,
  connectSearch,
  couponsSearch,
  loginSearch,
  logsSearch,
  meSearch,
  messagesSearch,
  newPasswordSearch,
  ordersSearch,
  plainSearch,
  playgroundSearch,
  pricingSearch,
  registerSearch,
  settingsSearch,
  statementSearch,
  tokensSearch,
  userSearch,
  usersSearch,
} from './search-params.ts'
import { mustLoadAnew } from './session/custom-code.ts'
import { settledStatus } from './session/status.ts'
import { storedUser } from './session/user.ts'
import { CrashPage } from './shell/failure/CrashPage.tsx'

const root = createRootRoute({
  component: Outlet,
  errorComponent: CrashPage,
  // Until the server is set up there is only one page (specification section 2).
  beforeLoad: async ({ location, preload }) => {
    if (!preload && mustLoadAnew(location.pathname, router.state.resolvedLocation === undefined)) await loadAnew()
    if (location.pathname === paths.setup()) return
    if (!(await settledStatus()).setup) throw redirect({ to: paths.setup() })
  },
})

/** Loads the page that the address names from the server, and never ends: this document is gone. */
function loadAnew(): Promise<never> {
  router.history.flush()
  window.location.reload()
  return new Promise(() => undefined)
}

const needLoginSearch = (returnTo: string) => (isSessionLost() ? { expired: 'true', returnTo } : { returnTo })

/** Redirects users who are not logged in to the login, which returns them afterwards. */
function needLogin({ location }: { readonly location: { readonly href: string } }): void {
  if (storedUser()) sessionFound()
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

const register = createRoute({
  getParentRoute: () => bare,
  path: '/register',
  validateSearch: registerSearch,
  component: lazyRouteComponent(() => import('./features/auth/RegisterPage.tsx')),
})
const reset = createRoute({
  getParentRoute: () => bare,
  path: '/reset',
  component: lazyRouteComponent(() => import('./features/auth/ResetPage.tsx')),
})
const keyUsage = createRoute({
  getParentRoute: () => bare,
  path: '/usage',
  component: lazyRouteComponent(() => import('./features/auth/KeyUsagePage.tsx')),
})
const newPassword = createRoute({
  getParentRoute: () => bare,
  path: '/user/reset',
  validateSearch: newPasswordSearch,
  component: lazyRouteComponent(() => import('./features/auth/NewPasswordPage.tsx')),
})

/** Where another site sends the browser back to. */
const callback = <const Path extends string>(path: Path, provider: CodeProviderName) =>
  createRoute({
    getParentRoute: () => bare,
    path,
    validateSearch: callbackSearch,
    component: lazyRouteComponent(async () => {
      const { CallbackPage } = await import('./features/auth/CallbackPage.tsx')
      return { default: () => <CallbackPage provider={provider} /> }
    }),
  })
const callbacks = [callback('/oauth/github', 'github'), callback('/oauth/oidc', 'oidc'), callback('/oauth/linuxdo', 'linuxdo')] as const

const setup = createRoute({
  getParentRoute: () => bare,
  path: '/setup',
  loader: needAllWords,
  // Features never import each other, so the wizard is handed the channel form here.
  component: lazyRouteComponent(async () => {
    const [{ SetupPage }, { ChannelFields }] = await Promise.all([
      import('./features/setup/SetupPage.tsx'),
      import('./features/channels/form/ChannelFields.tsx'),
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
const connect = createRoute({
  getParentRoute: () => app,
  path: '/app/connect',
  validateSearch: connectSearch,
  component: lazyRouteComponent(() => import('./features/connect/ConnectPage.tsx')),
})
const logs = createRoute({
  getParentRoute: () => app,
  path: '/app/logs/api-usage',
  validateSearch: logsSearch,
  component: lazyRouteComponent(() => import('./features/usage-logs/UsageLogsPage.tsx')),
})
const drawingLogs = createRoute({
  getParentRoute: () => app,
  path: '/app/logs/drawing',
  component: lazyRouteComponent(() => import('./features/tasks/DrawingLogPage.tsx')),
})
const taskLogs = createRoute({
  getParentRoute: () => app,
  path: '/app/logs/tasks',
  component: lazyRouteComponent(() => import('./features/tasks/TaskLogPage.tsx')),
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
const wallet = createRoute({
  getParentRoute: () => app,
  path: '/app/wallet',
  component: lazyRouteComponent(() => import('./features/wallet/WalletPage.tsx')),
})
const statement = createRoute({
  getParentRoute: () => app,
  path: '/app/wallet/statement',
  validateSearch: statementSearch,
  component: lazyRouteComponent(() => import('./features/wallet/statement/StatementPage.tsx')),
})
const invitations = createRoute({
  getParentRoute: () => app,
  path: '/app/wallet/invitations',
  component: lazyRouteComponent(() => import('./features/wallet/invitations/InvitationsPage.tsx')),
})
/** Where payment services send the browser back to. */
const topUpSuccess = createRoute({
  getParentRoute: () => app,
  path: '/app/wallet/topup-success',
  component: lazyRouteComponent(() => import('./features/wallet/pay/TopUpSuccessPage.tsx')),
})
const me = createRoute({
  getParentRoute: () => app,
  path: '/app/me',
  validateSearch: meSearch,
  component: lazyRouteComponent(() => import('./features/me/MePage.tsx')),
})
const InboxPage = lazyRouteComponent(() => import('./features/inbox/InboxPage.tsx'))
const inbox = createRoute({ getParentRoute: () => app, path: '/app/inbox', component: InboxPage })
const inboxMessage = createRoute({ getParentRoute: () => app, path: '/app/inbox/$id', component: InboxPage })

/** Pages of admins; others see that they lack the permission. */
const admin = createRoute({ getParentRoute: () => app, id: 'admin', component: lazyRouteComponent(() => import('./shell/AdminOnly.tsx')) })

const channels = createRoute({
  getParentRoute: () => admin,
  path: '/admin/channels',
  validateSearch: channelsSearch,
  component: lazyRouteComponent(() => import('./features/channels/ChannelsPage.tsx')),
})

const coupons = createRoute({
  getParentRoute: () => admin,
  path: '/admin/coupons',
  validateSearch: couponsSearch,
  component: lazyRouteComponent(() => import('./features/coupons/CouponsPage.tsx')),
})

const orders = createRoute({
  getParentRoute: () => admin,
  path: '/admin/orders',
  validateSearch: ordersSearch,
  component: lazyRouteComponent(() => import('./features/orders/OrdersPage.tsx')),
})

/** Others are led to the home page (specification section 2). */
const messages = createRoute({
  getParentRoute: () => app,
  path: '/admin/messages',
  validateSearch: messagesSearch,
  beforeLoad: () => {
    if (!isAdmin(storedUser()?.role ?? 0)) throw redirect({ to: paths.home() })
  },
  component: lazyRouteComponent(() => import('./features/messages/MessagesPage.tsx')),
})

const users = createRoute({
  getParentRoute: () => admin,
  path: '/admin/users',
  validateSearch: usersSearch,
  component: lazyRouteComponent(() => import('./features/users/UsersPage.tsx')),
})

const user = createRoute({
  getParentRoute: () => admin,
  path: '/admin/users/$id',
  validateSearch: userSearch,
  component: lazyRouteComponent(() => import('./features/users/page/UserPage.tsx')),
})

const books = createRoute({
  getParentRoute: () => admin,
  path: '/admin/books',
  component: lazyRouteComponent(() => import('./features/books/BooksPage.tsx')),
})

const userStatement = createRoute({
  getParentRoute: () => admin,
  path: '/admin/users/$id/statement',
  validateSearch: statementSearch,
  component: lazyRouteComponent(() => import('./features/wallet/statement/UserStatementPage.tsx')),
})

const audit = createRoute({
  getParentRoute: () => admin,
  path: '/admin/audit',
  component: lazyRouteComponent(() => import('./features/audit/AuditPage.tsx')),
})

const settings = createRoute({
  getParentRoute: () => admin,
  path: '/admin/settings',
  validateSearch: settingsSearch,
  component: lazyRouteComponent(() => import('./features/settings/SettingsPage.tsx')),
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

// The family's addresses for the user drawer.
const addUser = createRoute({
  getParentRoute: () => app,
  path: '/user/edit',
  beforeLoad: () => {
    throw redirect({ to: paths.users(), search: { edit: 'new' } })
  },
})
const editUser = createRoute({
  getParentRoute: () => app,
  path: '/user/edit/$id',
  beforeLoad: ({ params }) => {
    throw redirect({ to: paths.users(), search: { edit: params.id } })
  },
})

/** Pages for everybody that are drawn with the kit. */
const either = createRoute({
  getParentRoute: () => root,
  id: 'either',
  loader: needAllWords,
  component: lazyRouteComponent(() => import('./shell/EitherLayout.tsx')),
})
const pricing = createRoute({
  getParentRoute: () => either,
  path: '/pricing',
  validateSearch: pricingSearch,
  component: lazyRouteComponent(() => import('./features/pricing/PricingPage.tsx')),
})

/** Every other address, below `/app` and `/admin` too. Logged-in users see it inside the console, so it needs the console's texts. */
const elsewhere = createRoute({
  getParentRoute: () => root,
  path: '/$',
  loader: () => (storedUser() ? needAllWords() : undefined),
  component: lazyRouteComponent(() => import('./shell/failure/NotFoundPage.tsx')),
})

export const router = createRouter({
  routeTree: root.addChildren([
    open.addChildren([home, about, chat, oneChat, chatWithToken]),
    bare.addChildren([login, register, reset, keyUsage, newPassword, ...callbacks, setup]),
    app.addChildren([
      playground,
      playgroundByShortName,
      dashboard,
      tokens,
      connect,
      logs,
      drawingLogs,
      taskLogs,
      wallet,
      statement,
      invitations,
      topUpSuccess,
      me,
      inbox,
      inboxMessage,
      admin.addChildren([channels, coupons, orders, books, users, user, userStatement, audit, settings]),
      messages,
      addChannel,
      editChannel,
      addUser,
      editUser,
    ]),
    either.addChildren([pricing]),
    elsewhere,
  ]),
  basepath: basePath || '/',
  ...plainSearch,
  defaultErrorComponent: CrashPage,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

onSessionLost(() => {
  const { pathname, href } = router.state.location
  if (pathname !== paths.login()) void router.navigate({ to: paths.login(), search: needLoginSearch(href) })
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
