import { optionByKey, options } from '@waystation/contract/options/registry'
import { expect, test } from 'vitest'
import { optionAbout, saysMore } from './option-text.ts'

const says = (key: string, language: 'en' | 'zh') => {
  const option = optionByKey(key)
  return option && saysMore(optionAbout(option, language), option.name[language], language)
}

test.each(['LogErrorEnabled', 'EpayId', 'GitHubClientSecret', 'TurnstileSiteKey', 'GitHubOAuthEnabled', 'MinTopUp'])(
  'the help of %s only repeats its name',
  (key) => {
    expect([says(key, 'en'), says(key, 'zh')]).toEqual([false, false])
  },
)

test.each(['SMTPFrom', 'ServerAddress', 'LogConsumeEnabled', 'EmailVerificationEnabled', 'relay.strict_holds', 'SMTPSSLEnabled'])(
  'the help of %s tells more',
  (key) => {
    expect([says(key, 'en'), says(key, 'zh')]).toEqual([true, true])
  },
)

test('most options have help', () => {
  const told = options.filter(({ key, isReady }) => isReady && says(key, 'en'))
  expect(told.length).toBeGreaterThan(100)
})

test('the name above is not said again before a colon', () => {
  const option = optionByKey('DemoSiteEnabled')
  expect(option && optionAbout(option, 'en')).toMatch(/^Only the super admin/)
  expect(option && optionAbout(option, 'zh')).toMatch(/^只有超级管理员/)
})
