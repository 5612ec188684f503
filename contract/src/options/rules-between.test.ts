// server 17 and 23
import { expect, test } from 'vitest'
import { emailVerificationEnabled } from './login.ts'
import { optionByKey, options } from './registry.ts'
import { missingNeeds, neededBy, openProviders, otherLogins } from './rules-between.ts'
import { gitHubOAuthEnabled } from './sign-in-sites.ts'

const reading = (values: Record<string, unknown>) => (key: string) => values[key] ?? optionByKey(key)?.default

test('mail verification works with a mail server that needs no password', () => {
  const missing = (values: Record<string, unknown>) => missingNeeds(emailVerificationEnabled, true, reading(values))
  expect(missing({})).toEqual(['SMTPServer', 'SMTPFrom / SMTPAccount'])
  expect(missing({ SMTPServer: 'mail.test' })).toEqual(['SMTPFrom / SMTPAccount'])
  expect(missing({ SMTPServer: 'mail.test', SMTPAccount: 'a@mail.test' })).toEqual([])
  expect(missing({ SMTPServer: 'mail.test', SMTPFrom: 'a@mail.test' })).toEqual([])
  expect(missingNeeds(emailVerificationEnabled, false, reading({}))).toEqual([])
})

test('of what is enough alone the last one cannot be cleared', () => {
  const from = optionByKey('SMTPFrom')!
  const on = { EmailVerificationEnabled: true, SMTPServer: 'mail.test', SMTPFrom: 'a@mail.test' }
  expect(neededBy(from, '', reading(on), options)).toEqual(['EmailVerificationEnabled'])
  expect(neededBy(from, '', reading({ ...on, SMTPAccount: 'a@mail.test' }), options)).toEqual([])
  expect(neededBy(optionByKey('SMTPAccount')!, '', reading(on), options)).toEqual([])
})

test('what a switch needs cannot be cleared while the switch is on', () => {
  const server = optionByKey('SMTPServer')!
  expect(neededBy(server, '', reading({ EmailVerificationEnabled: true }), options)).toEqual(['EmailVerificationEnabled'])
  expect(neededBy(server, 'other.test', reading({ EmailVerificationEnabled: true }), options)).toEqual([])
  expect(neededBy(server, '', reading({}), options)).toEqual([])
  const domains = optionByKey('EmailDomainWhitelist')!
  expect(neededBy(domains, [], reading({ EmailDomainRestrictionEnabled: true }), options)).toEqual(['EmailDomainRestrictionEnabled'])
})

test('a login method counts when it works, is switched on and is fully configured', () => {
  const ready = [{ option: { ...gitHubOAuthEnabled, isReady: true }, provider: 'github' }]
  const filled = { GitHubClientId: 'id', GitHubClientSecret: 'secret' }
  expect(openProviders(reading({ ...filled, GitHubOAuthEnabled: true }), ready)).toEqual(['github'])
  expect(openProviders(reading(filled), ready)).toEqual([]) // ready and not switched on: the finding
  expect(openProviders(reading({ GitHubOAuthEnabled: true }), ready)).toEqual([])
  const unready = [{ option: { ...gitHubOAuthEnabled, isReady: false }, provider: 'github' }]
  expect(openProviders(reading({ ...filled, GitHubOAuthEnabled: true }), unready)).toEqual([])
})

test('every switch for a login of another site is among the ways in', () => {
  const switches = options.map(({ key }) => key).filter((key) => /OAuthEnabled$|^WeChatAuthEnabled$|^oidc\.enabled$/.test(key))
  expect(otherLogins.map(({ option }) => option.key).toSorted()).toEqual(switches.toSorted())
})
