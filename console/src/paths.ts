// Every address of the console, once. Links go through these; `routes.tsx` maps the same ones to pages. Those that are literal types have
// their query checked too, by `search-params.ts`.
export const paths = {
  home: () => '/',
  about: () => '/about',
  setup: () => '/setup',
  login: () => '/login' as const,
  playground: () => '/playground' as const,
  chat: (id?: number) => (id === undefined ? '/chat' : `/chat/${id}`),
  chatWithToken: () => '/chat2link',
  dashboard: () => '/app/dashboard',
  tokens: () => '/app/tokens' as const,
  logs: () => '/app/logs/api-usage' as const,
  channels: () => '/admin/channels' as const,
} as const

/** The pages of the menu, by name. */
export type MenuPage = 'playground' | 'dashboard' | 'tokens' | 'logs' | 'channels'
