import { z } from 'zod'
import { endpoint } from '../../channels/endpoint.ts'
import { typedName, typedText } from '../../people/typed-login.ts'
import { GroupChoice, Self } from '../../people/user.ts'

export const login = endpoint({
  method: 'POST',
  path: '/api/user/login',
  summary: 'Log in with a password',
  access: 'public',
  rate: 'login',
  csrf: true,
  writes: false,
  audit: 'login',
  query: z.object({ turnstile: z.string().default('') }),
  body: z.object({ username: typedName, password: typedText }),
  data: Self,
})

// A state-changing GET of the family: the user-id header is demanded, which a page of another site cannot send (control 8).
export const logout = endpoint({
  method: 'GET',
  path: '/api/user/logout',
  summary: 'Log out',
  access: 'public',
  csrf: true,
  writes: false,
  audit: 'logout',
  data: z.null(),
})

export const getSelf = endpoint({ method: 'GET', path: '/api/user/self', summary: 'The caller', access: 'user', owner: 'own', data: Self })

export const setSelfLanguage = endpoint({
  method: 'PUT',
  path: '/api/user/self/language',
  summary: "Remember the caller's language",
  access: 'user',
  owner: 'own',
  body: z.object({ language: z.enum(['zh', 'en']) }),
  data: z.null(),
})

export const getSelfGroups = endpoint({
  method: 'GET',
  path: '/api/user/self/groups',
  summary: 'Groups the caller may use, with their ratios',
  access: 'user',
  owner: 'own',
  data: z.record(z.string(), GroupChoice),
})

export const getUserModels = endpoint({
  method: 'GET',
  path: '/api/user/models',
  summary: 'Models the caller may use, over all usable groups',
  access: 'user',
  owner: 'own',
  data: z.array(z.string()),
})
