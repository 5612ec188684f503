// Every address of the console, once. Links go through these; `routes.tsx` maps the same ones to pages.
export const paths = {
  home: () => '/',
  about: () => '/about',
  setup: () => '/setup',
  login: () => '/login',
  playground: () => '/playground',
  chat: (id?: number) => (id === undefined ? '/chat' : `/chat/${id}`),
  chatWithToken: () => '/chat2link',
  dashboard: () => '/app/dashboard',
  tokens: () => '/app/tokens',
  logs: () => '/app/logs/api-usage',
  channels: () => '/admin/channels',
} as const

/** The pages of the menu, by name. */
export type MenuPage = 'playground' | 'dashboard' | 'tokens' | 'logs' | 'channels'
