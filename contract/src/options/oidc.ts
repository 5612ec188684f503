// Logging in with any OpenID Connect server. Everything here is the super admin's: the client secret is sent to these addresses.
import { keyText } from '../values/pasted.ts'
import { address, flag, option, text } from './option.ts'

export const oidcEnabled = option({
  key: 'oidc.enabled',
  type: flag(),
  default: false,
  status: 'oidc_enabled',
  needs: ['oidc.client_id', 'oidc.client_secret', 'oidc.authorization_endpoint', 'oidc.token_endpoint', 'oidc.user_info_endpoint'],
  confirmed: true,
  name: { en: 'OIDC login', zh: 'OIDC 登录' },
  about: { en: 'Let users log in through an OpenID Connect provider.', zh: '允许用户通过 OpenID Connect 服务登录。' },
  card: ['oidc', 1],
})

export const oidcClientId = option({
  key: 'oidc.client_id',
  type: text(),
  default: '',
  status: 'oidc_client_id',
  writer: 'root',
  name: { en: 'OIDC client ID', zh: 'OIDC Client ID' },
  about: { en: 'Client ID at the OpenID Connect provider.', zh: '在 OpenID Connect 服务处的 Client ID。' },
  card: ['oidc', 3],
})

export const oidcClientSecret = option({
  key: 'oidc.client_secret',
  type: text(keyText()),
  default: '',
  secret: true,
  name: { en: 'OIDC client secret', zh: 'OIDC Client Secret' },
  about: { en: 'Client secret at the OpenID Connect provider.', zh: '在 OpenID Connect 服务处的 Client Secret。' },
  card: ['oidc', 4],
})

export const oidcWellKnown = option({
  key: 'oidc.well_known',
  type: address(),
  default: '',
  writer: 'root',
  name: { en: 'Well-known URL', zh: 'Well-Known URL' },
  about: {
    en: 'Discovery address. With it the server reads the endpoints and signing keys of the provider itself and checks the signature of each login; the console also fills in the three endpoints from it.',
    zh: '发现地址。服务器由此自行读取该服务的端点和签名密钥，并校验每次登录的签名；控制台也可据此填写三个端点。',
  },
  card: ['oidc', 2],
})

export const oidcAuthorizationEndpoint = option({
  key: 'oidc.authorization_endpoint',
  type: address(),
  default: '',
  status: 'oidc_authorization_endpoint',
  writer: 'root',
  name: { en: 'Authorization endpoint', zh: '授权端点' },
  about: { en: 'Authorization endpoint, to which the browser is redirected to log in.', zh: '登录时浏览器跳转到的授权端点。' },
  card: ['oidc', 5],
})

export const oidcTokenEndpoint = option({
  key: 'oidc.token_endpoint',
  type: address(),
  default: '',
  writer: 'root',
  name: { en: 'Token endpoint', zh: '令牌端点' },
  about: { en: 'Token endpoint, where the code is exchanged for a token.', zh: '用授权码换取令牌的端点。' },
  card: ['oidc', 6],
})

export const oidcUserInfoEndpoint = option({
  key: 'oidc.user_info_endpoint',
  type: address(),
  default: '',
  writer: 'root',
  name: { en: 'User info endpoint', zh: '用户信息端点' },
  about: { en: 'User info endpoint, from which the name and ID of the user are read.', zh: '读取用户名称和 ID 的端点。' },
  card: ['oidc', 7],
})
