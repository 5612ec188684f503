// Every address of the console, once. Links go through these; `routes.tsx` maps the same ones to pages.
export const paths = {
  home: () => '/',
  setup: () => '/setup',
  login: () => '/login',
  tokens: () => '/app/tokens',
  logs: () => '/app/logs/api-usage',
  channels: () => '/admin/channels',
} as const

/** The pages of the menu, by name. */
export type MenuPage = 'tokens' | 'logs' | 'channels'
