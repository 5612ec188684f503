// Pages inside the console that everybody who is logged in has.
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { connectSearch, logsSearch, meSearch, playgroundSearch, statementSearch, tokensSearch } from '../search-params.ts'
import { app } from './frames.ts'

const dashboard = createRoute({
  getParentRoute: () => app,
  path: '/app/dashboard',
  component: lazyRouteComponent(() => import('../features/dashboard/DashboardPage.tsx')),
})
const tokens = createRoute({
  getParentRoute: () => app,
  path: '/app/tokens',
  validateSearch: tokensSearch,
  component: lazyRouteComponent(() => import('../features/tokens/TokensPage.tsx')),
})
const connect = createRoute({
  getParentRoute: () => app,
  path: '/app/connect',
  validateSearch: connectSearch,
  component: lazyRouteComponent(() => import('../features/connect/ConnectPage.tsx')),
})
const logs = createRoute({
  getParentRoute: () => app,
  path: '/app/logs/api-usage',
  validateSearch: logsSearch,
  component: lazyRouteComponent(() => import('../features/usage-logs/UsageLogsPage.tsx')),
})
const drawingLogs = createRoute({
  getParentRoute: () => app,
  path: '/app/logs/drawing',
  component: lazyRouteComponent(() => import('../features/tasks/DrawingLogPage.tsx')),
})
const taskLogs = createRoute({
  getParentRoute: () => app,
  path: '/app/logs/tasks',
  component: lazyRouteComponent(() => import('../features/tasks/TaskLogPage.tsx')),
})
const playground = createRoute({
  getParentRoute: () => app,
  path: '/playground',
  validateSearch: playgroundSearch,
  component: lazyRouteComponent(() => import('../features/playground/PlaygroundPage.tsx')),
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
  component: lazyRouteComponent(() => import('../features/wallet/WalletPage.tsx')),
})
const statement = createRoute({
  getParentRoute: () => app,
  path: '/app/wallet/statement',
  validateSearch: statementSearch,
  component: lazyRouteComponent(() => import('../features/wallet/statement/StatementPage.tsx')),
})
const invitations = createRoute({
  getParentRoute: () => app,
  path: '/app/wallet/invitations',
  component: lazyRouteComponent(() => import('../features/wallet/invitations/InvitationsPage.tsx')),
})
/** Where payment services send the browser back to. */
const topUpSuccess = createRoute({
  getParentRoute: () => app,
  path: '/app/wallet/topup-success',
  component: lazyRouteComponent(() => import('../features/wallet/pay/TopUpSuccessPage.tsx')),
})
const me = createRoute({
  getParentRoute: () => app,
  path: '/app/me',
  validateSearch: meSearch,
  component: lazyRouteComponent(() => import('../features/me/MePage.tsx')),
})
const InboxPage = lazyRouteComponent(() => import('../features/inbox/InboxPage.tsx'))
const inbox = createRoute({ getParentRoute: () => app, path: '/app/inbox', component: InboxPage })
const inboxMessage = createRoute({ getParentRoute: () => app, path: '/app/inbox/$id', component: InboxPage })

export const ownPages = [
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
] as const
