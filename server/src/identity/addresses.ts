/** Where the sites are that have only one address. Tests have others. */
export interface SiteAddresses {
  readonly gitHubAuthorize: string
  readonly gitHubToken: string
  readonly gitHubUser: string
  readonly linuxDoAuthorize: string
  readonly linuxDoToken: string
  readonly linuxDoUser: string
  readonly turnstileVerify: string
}

export const siteAddresses: SiteAddresses = {
  gitHubAuthorize: 'https://github.com/login/oauth/authorize',
  gitHubToken: 'https://github.com/login/oauth/access_token',
  gitHubUser: 'https://api.github.com/user',
  linuxDoAuthorize: 'https://connect.linux.do/oauth2/authorize',
  linuxDoToken: 'https://connect.linux.do/oauth2/token',
  linuxDoUser: 'https://connect.linux.do/api/user',
  turnstileVerify: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
}
