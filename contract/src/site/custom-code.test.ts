import { expect, test } from 'vitest'
import { mayRunCustomCode } from './custom-code.ts'

test.each([
  '/',
  '/about',
  '/chat/3',
  '/app/tokens',
  '/app/tokens/',
  '/app/logs/api-usage',
  '/playground',
  '/administrators',
  '/no/such.page',
])('custom code may run at %s', (path) => expect(mayRunCustomCode(path)).toBe(true))

test.each([
  '/admin',
  '/admin/channels',
  '/ADMIN/Channels',
  '/app/me',
  '/app/me/',
  '/app/wallet',
  '/app/wallet/history',
  '/login',
  '/Login/',
  '/setup',
  '/register',
  '/reset',
  '/user/reset',
  '/oauth/github',
  '//login',
  '/about/../login',
  '/./login',
  '/%6Cogin',
  '/admin%2Fchannels',
  '/about\\..\\login',
  '/login;x',
  '',
])('custom code does not run at %s', (path) => expect(mayRunCustomCode(path)).toBe(false))
