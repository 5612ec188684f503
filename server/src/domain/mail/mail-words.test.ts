import { describe, expect, test } from 'vitest'
import { type MailMatter, writeMail } from './mail-words.ts'
import { smtpWords } from './smtp-words.ts'

const hostile = '<img src=x onerror="alert(1)">&\'\r\nBcc: eve@evil.test'
const matters: MailMatter[] = [
  { kind: 'register-code', code: '012345', minutes: 10 },
  { kind: 'bind-code', code: '012345', minutes: 10 },
  { kind: 'address-in-use' },
  { kind: 'reset-link', link: 'https://a.test/user/reset?email=a%40b.test&token=x', minutes: 30 },
  { kind: 'address-changed', username: hostile, newAddress: hostile },
  { kind: 'quota-warning', username: hostile, remaining: hostile, link: 'https://a.test/app/wallet' },
  {
    ...{ kind: 'statement', username: hostile, month: '2026-11', zone: 'UTC', rows: [{ label: hostile, value: hostile }] },
    link: 'https://a.test/app/wallet/statement?month=2026-11',
  },
  { kind: 'test' },
]

describe.each(matters)('the mail $kind', (matter) => {
  test.each(['zh', 'en'] as const)('in %s is whole, and no value of it becomes HTML or a header', (language) => {
    const { subject, text, html } = writeMail(matter, hostile, language)
    for (const part of [subject, text, html]) {
      expect(part).not.toBe('')
      expect(part).not.toMatch(/undefined|\[object/)
    }
    expect(subject).not.toMatch(/[\r\n]/)
    expect(html).not.toMatch(/<img|onerror="|[\r\n]/)
    expect(html).toContain('&lt;img')
    expect(html).toContain(language === 'zh' ? 'lang="zh-CN"' : 'lang="en"')
    expect(/\p{Script=Han}/u.test(subject + text + html)).toBe(language === 'zh')
    if ('code' in matter) for (const part of [text, html]) expect(part).toContain(matter.code)
    if ('link' in matter) expect(text).toContain(matter.link)
    if ('link' in matter) expect(html).toContain(`href="${matter.link.replaceAll('&', '&amp;')}"`)
  })
})

test('what a mail server said is told without the password, plain or encoded', () => {
  const password = 'Pässwort 密码'
  const response = `535 no: ${password} ${Buffer.from(password).toString('base64')}\r\nsecond line`
  const words = smtpWords(Object.assign(new Error('x'), { code: 'EAUTH', response }), [password])
  expect(words.en).toBe('the SMTP server rejected the account or password (535 no: *** *** second line)')
  expect(words.zh).toBe('SMTP 账户或密码被拒绝（535 no: *** *** second line）')
})
