// Pages of admins.
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { isAdmin } from '@waystation/contract/site/status-table'
import { paths } from '../paths.ts'
import {
  channelsSearch,
  couponsSearch,
  messagesSearch,
  ordersSearch,
  settingsSearch,
  statementSearch,
  userSearch,
  usersSearch,
} from '../search-params.ts'
import { storedUser } from '../session/user.ts'
import { admin, app } from './frames.ts'

const channels = createRoute({
  getParentRoute: () => admin,
  path: '/admin/channels',
  validateSearch: channelsSearch,
  component: lazyRouteComponent(() => import('../features/channels/ChannelsPage.tsx')),
})

const coupons = createRoute({
  getParentRoute: () => admin,
  path: '/admin/coupons',
  validateSearch: couponsSearch,
  component: lazyRouteComponent(() => import('../features/coupons/CouponsPage.tsx')),
})

const orders = createRoute({
  getParentRoute: () => admin,
  path: '/admin/orders',
  validateSearch: ordersSearch,
  component: lazyRouteComponent(() => import('../features/orders/OrdersPage.tsx')),
})

const users = createRoute({
  getParentRoute: () => admin,
  path: '/admin/users',
  validateSearch: usersSearch,
  component: lazyRouteComponent(() => import('../features/users/UsersPage.tsx')),
})

const user = createRoute({
  getParentRoute: () => admin,
  path: '/admin/users/$id',
  validateSearch: userSearch,
  component: lazyRouteComponent(() => import('../features/users/page/UserPage.tsx')),
})

const books = createRoute({
  getParentRoute: () => admin,
  path: '/admin/books',
  component: lazyRouteComponent(() => import('../features/books/BooksPage.tsx')),
})

const userStatement = createRoute({
  getParentRoute: () => admin,
  path: '/admin/users/$id/statement',
  validateSearch: statementSearch,
  component: lazyRouteComponent(() => import('../features/wallet/statement/UserStatementPage.tsx')),
})

const audit = createRoute({
  getParentRoute: () => admin,
  path: '/admin/audit',
  component: lazyRouteComponent(() => import('../features/audit/AuditPage.tsx')),
})

const settings = createRoute({
  getParentRoute: () => admin,
  path: '/admin/settings',
  validateSearch: settingsSearch,
  component: lazyRouteComponent(() => import('../features/settings/SettingsPage.tsx')),
})

/** Others are led to the home page (specification section 2). */
const messages = createRoute({
  getParentRoute: () => app,
  path: '/admin/messages',
  validateSearch: messagesSearch,
  beforeLoad: () => {
    if (!isAdmin(storedUser()?.role ?? 0)) throw redirect({ to: paths.home() })
  },
  component: lazyRouteComponent(() => import('../features/messages/MessagesPage.tsx')),
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

export const adminPages = [
  admin.addChildren([channels, coupons, orders, books, users, user, userStatement, audit, settings]),
  messages,
  addChannel,
  editChannel,
  addUser,
  editUser,
] as const
