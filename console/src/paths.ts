// Every address of the console, once. Links go through these; `routes/` maps the same ones to pages. Those that are literal types have
// their query checked too, by `search-params.ts`.
export const paths = {
  home: () => '/',
  about: () => '/about',
  pricing: () => '/pricing' as const,
  /** The guide: its first page, or one of them. */
  docs: (page?: string) => (page === undefined ? '/docs' : `/docs/${page}`),
  setup: () => '/setup',
  login: () => '/login' as const,
  register: () => '/register' as const,
  reset: () => '/reset' as const,
  keyUsage: () => '/usage' as const,
  playground: () => '/playground' as const,
  chat: (id?: number) => (id === undefined ? '/chat' : `/chat/${id}`),
  chatWithToken: () => '/chat2link',
  dashboard: () => '/app/dashboard',
  tokens: () => '/app/tokens' as const,
  connect: () => '/app/connect' as const,
  logs: () => '/app/logs/api-usage' as const,
  drawingLogs: () => '/app/logs/drawing' as const,
  taskLogs: () => '/app/logs/tasks' as const,
  wallet: () => '/app/wallet' as const,
  statement: () => '/app/wallet/statement' as const,
  /** One user, for admins. */
  user: (id: number | string) => `/admin/users/${id}`,
  invitations: () => '/app/wallet/invitations' as const,
  userStatement: (id: number) => `/admin/users/${id}/statement`,
  topUpSuccess: () => '/app/wallet/topup-success' as const,
  me: () => '/app/me' as const,
  inbox: () => '/app/inbox' as const,
  inboxMessage: (id: number) => `/app/inbox/${id}`,
  channels: () => '/admin/channels' as const,
  coupons: () => '/admin/coupons' as const,
  orders: () => '/admin/orders' as const,
  books: () => '/admin/books' as const,
  messages: () => '/admin/messages' as const,
  users: () => '/admin/users' as const,
  audit: () => '/admin/audit' as const,
  settings: () => '/admin/settings' as const,
} as const

/** The pages of the menu, by name. */
export type MenuPage =
  | 'playground'
  | 'dashboard'
  | 'tokens'
  | 'connect'
  | 'logs'
  | 'drawingLogs'
  | 'taskLogs'
  | 'channels'
  | 'coupons'
  | 'orders'
  | 'books'
  | 'messages'
  | 'users'
  | 'audit'
  | 'settings'
  | 'wallet'
  | 'me'
