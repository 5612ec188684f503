// server 17 and 23
import { expect, test } from 'vitest'
import { emailVerificationEnabled, gitHubOAuthEnabled } from './login.ts'
import { optionByKey, options } from './registry.ts'
import { missingNeeds, neededBy, openProviders, otherLogins } from './rules-between.ts'

const reading = (values: Record<string, unknown>) => (key: string) => values[key] ?? optionByKey(key)?.default

test('mail verification works with a mail server that asks for no password', () => {
  expect(missingNeeds(emailVerificationEnabled, true, reading({}))).toEqual(['SMTPServer', 'SMTPAccount'])
  expect(missingNeeds(emailVerificationEnabled, true, reading({ SMTPServer: 'mail.test', SMTPAccount: 'a@mail.test' }))).toEqual([])
  expect(missingNeeds(emailVerificationEnabled, false, reading({}))).toEqual([])
})

test('what a switch needs cannot be cleared while the switch is on', () => {
  const server = optionByKey('SMTPServer')!
  expect(neededBy(server, '', reading({ EmailVerificationEnabled: true }), options)).toEqual(['EmailVerificationEnabled'])
  expect(neededBy(server, 'other.test', reading({ EmailVerificationEnabled: true }), options)).toEqual([])
  expect(neededBy(server, '', reading({}), options)).toEqual([])
  const domains = optionByKey('EmailDomainWhitelist')!
  expect(neededBy(domains, [], reading({ EmailDomainRestrictionEnabled: true }), options)).toEqual(['EmailDomainRestrictionEnabled'])
})

test('a way in counts when it works, is switched on and has what it needs', () => {
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
