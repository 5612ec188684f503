// Logging in with any OpenID Connect server. Everything here is the super admin's: the client secret is sent to these addresses.
import { address, flag, option, text } from './option.ts'

export const oidcEnabled = option({
  key: 'oidc.enabled',
  type: flag(),
  default: false,
  status: 'oidc_enabled',
  needs: ['oidc.client_id', 'oidc.client_secret', 'oidc.authorization_endpoint', 'oidc.token_endpoint', 'oidc.user_info_endpoint'],
  about: 'Users may log in through an OpenID Connect server.',
  isReady: false,
})

export const oidcClientId = option({
  key: 'oidc.client_id',
  type: text(),
  default: '',
  status: 'oidc_client_id',
  writer: 'root',
  about: 'Client id at the OpenID Connect server.',
  isReady: false,
})

export const oidcClientSecret = option({
  key: 'oidc.client_secret',
  type: text(),
  default: '',
  secret: true,
  about: 'Client secret at the OpenID Connect server.',
  isReady: false,
})

export const oidcWellKnown = option({
  key: 'oidc.well_known',
  type: address(),
  default: '',
  writer: 'root',
  about: 'Discovery address; the console reads the three endpoints from it.',
  isReady: false,
})

export const oidcAuthorizationEndpoint = option({
  key: 'oidc.authorization_endpoint',
  type: address(),
  default: '',
  status: 'oidc_authorization_endpoint',
  writer: 'root',
  about: 'Where the browser is sent to log in.',
  isReady: false,
})

export const oidcTokenEndpoint = option({
  key: 'oidc.token_endpoint',
  type: address(),
  default: '',
  writer: 'root',
  about: 'Where the code is exchanged for a token.',
  isReady: false,
})

export const oidcUserInfoEndpoint = option({
  key: 'oidc.user_info_endpoint',
  type: address(),
  default: '',
  writer: 'root',
  about: 'Where the name and id of the user are read.',
  isReady: false,
})
