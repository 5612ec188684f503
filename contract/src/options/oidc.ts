// Logging in with any OpenID Connect server. Everything here is the super admin's: the client secret is sent to these addresses.
import { keyText } from '../pasted.ts'
import { address, flag, option, text } from './option.ts'

export const oidcEnabled = option({
  key: 'oidc.enabled',
  type: flag(),
  default: false,
  status: 'oidc_enabled',
  needs: ['oidc.client_id', 'oidc.client_secret', 'oidc.authorization_endpoint', 'oidc.token_endpoint', 'oidc.user_info_endpoint'],
  confirmed: true,
  about: 'Let users log in through an OpenID Connect provider.',
  isReady: true,
})

export const oidcClientId = option({
  key: 'oidc.client_id',
  type: text(),
  default: '',
  status: 'oidc_client_id',
  writer: 'root',
  about: 'Client ID at the OpenID Connect provider.',
  isReady: true,
})

export const oidcClientSecret = option({
  key: 'oidc.client_secret',
  type: text(keyText()),
  default: '',
  secret: true,
  about: 'Client secret at the OpenID Connect provider.',
  isReady: true,
})

export const oidcWellKnown = option({
  key: 'oidc.well_known',
  type: address(),
  default: '',
  writer: 'root',
  about:
    'Discovery address. With it the server reads the endpoints and signing keys of the provider itself and checks the signature of each login; the console also fills in the three endpoints from it.',
  isReady: true,
})

export const oidcAuthorizationEndpoint = option({
  key: 'oidc.authorization_endpoint',
  type: address(),
  default: '',
  status: 'oidc_authorization_endpoint',
  writer: 'root',
  about: 'Authorization endpoint, to which the browser is redirected to log in.',
  isReady: true,
})

export const oidcTokenEndpoint = option({
  key: 'oidc.token_endpoint',
  type: address(),
  default: '',
  writer: 'root',
  about: 'Token endpoint, where the code is exchanged for a token.',
  isReady: true,
})

export const oidcUserInfoEndpoint = option({
  key: 'oidc.user_info_endpoint',
  type: address(),
  default: '',
  writer: 'root',
  about: 'User info endpoint, from which the name and ID of the user are read.',
  isReady: true,
})
