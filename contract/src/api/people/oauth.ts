import { z } from 'zod'
import { endpoint } from '../../channels/endpoint.ts'
import { codeProviders, identityProviders } from '../../people/sign-in.ts'
import { Self } from '../../people/user.ts'
import { exactText } from '../../values/pasted.ts'

/** `bind` links the account of the other site to the logged-in user; by default that is what a logged-in caller wants. */
const mode = z.enum(['login', 'bind']).optional()
const inviteCode = exactText().max(64).default('')

export const getSignInState = endpoint({
  method: 'GET',
  path: '/api/oauth/state',
  summary: 'A single-use state for a login or link at another site, valid for ten minutes in this browser',
  access: 'public',
  rate: 'critical',
  confirms: 'ways_in',
  confirmsWhen: 'it begins a link to the account of the caller',
  query: z.object({ aff: inviteCode, provider: z.enum(identityProviders).optional(), mode }),
  data: z.string(),
})

export const startSignIn = endpoint({
  method: 'GET',
  path: '/api/oauth/{provider}/start',
  summary: 'The address of another site to log in or link at, with PKCE and where it applies a nonce',
  access: 'public',
  rate: 'critical',
  confirms: 'ways_in',
  confirmsWhen: 'it begins a link to the account of the caller',
  params: z.object({ provider: z.enum(codeProviders) }),
  query: z.object({ aff: inviteCode, mode }),
  data: z.object({ url: z.string(), state: z.string() }),
})

// What a site sends a browser back with. A message `bind` without data: the account is linked; else the user who is logged in now.
const callback = {
  method: 'GET',
  access: 'public',
  rate: 'login',
  csrf: 'state',
  writes: true,
  audit: 'login',
  query: z.object({
    code: z.string().max(4096).default(''),
    state: z.string().max(256).default(''),
    iss: z.string().max(1024).optional(),
    error: z.string().max(256).optional(),
  }),
  data: Self.nullable(),
} as const

export const gitHubCallback = endpoint({ ...callback, path: '/api/oauth/github', summary: 'Log in or link with a code of GitHub' })
export const oidcCallback = endpoint({ ...callback, path: '/api/oauth/oidc', summary: 'Log in or link with a code of OpenID Connect' })
export const linuxDoCallback = endpoint({ ...callback, path: '/api/oauth/linuxdo', summary: 'Log in or link with a code of LINUX DO' })

const weChatCode = z.object({ code: exactText().max(256).default(''), aff: inviteCode })

export const weChatLogin = endpoint({
  method: 'GET',
  path: '/api/oauth/wechat',
  summary: 'Log in or register with a code that the WeChat account gave',
  access: 'public',
  rate: 'login',
  writes: true,
  audit: 'login',
  query: weChatCode,
  data: Self,
})

export const weChatBind = endpoint({
  method: 'GET',
  path: '/api/oauth/wechat/bind',
  summary: 'Link a WeChat account to the caller',
  access: 'user',
  owner: 'own',
  rate: 'critical',
  writes: true,
  audit: 'identity.bind',
  confirms: 'ways_in',
  query: weChatCode,
  data: z.null(),
})

const field = z.string().max(1024).optional()
/** What Telegram's login widget sends. Anything else in the query, such as `lang`, is no part of its signature. */
const telegramFields = z.object({
  id: field,
  first_name: field,
  last_name: field,
  username: field,
  photo_url: field,
  auth_date: field,
  hash: field,
})

export const telegramLogin = endpoint({
  method: 'GET',
  path: '/api/oauth/telegram/login',
  summary: 'Log in with a Telegram account that is linked to a user',
  access: 'public',
  rate: 'login',
  writes: true,
  audit: 'login',
  query: telegramFields,
  data: Self,
})

// Telegram's widget sends the browser here, so no header names the user: the state does, which only somebody who has confirmed is given.
export const telegramBind = endpoint({
  method: 'GET',
  path: '/api/oauth/telegram/bind',
  summary: 'Link a Telegram account to the caller, and go on to their page',
  page: '/app/me',
  access: 'user',
  owner: 'own',
  rate: 'critical',
  csrf: 'state',
  writes: true,
  audit: 'identity.bind',
  query: telegramFields.extend({ state: z.string().max(256).default('') }),
  data: z.null(),
})

export const unbindIdentity = endpoint({
  method: 'DELETE',
  path: '/api/oauth/{provider}/bind',
  summary: 'Unlink an account of another site from the caller',
  access: 'user',
  owner: 'own',
  audit: 'identity.unbind',
  confirms: 'ways_in',
  params: z.object({ provider: z.enum(identityProviders) }),
  data: z.null(),
})
