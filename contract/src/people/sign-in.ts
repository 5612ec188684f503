// Other sites that users log in with.

/** Sites that confirm a login with a code. */
export const codeProviders = ['github', 'oidc', 'linuxdo'] as const
export type CodeProviderName = (typeof codeProviders)[number]

/** Every site that a user can be linked to. */
export const identityProviders = [...codeProviders, 'wechat', 'telegram'] as const
export type IdentityProviderName = (typeof identityProviders)[number]

/** How the sites are called on screen. */
export const providerTitles: Readonly<Record<IdentityProviderName, string>> = {
  github: 'GitHub',
  oidc: 'OpenID Connect',
  linuxdo: 'LINUX DO',
  wechat: 'WeChat',
  telegram: 'Telegram',
}
