// security, foundation 2: look-alikes and capitals. Decision D55.
import { expect, test } from 'vitest'
import { emailFault, fittedUsername, loginKey, normalUsername, USERNAME_MAX, usernameFault } from './user-name.ts'

test.each([
  'root',
  'Ann_100%',
  'Émile',
  '张三',
  '张三abc',
  'ひらがなカタカナー',
  '김철수',
  'Иван',
  'Ελένη',
  'a',
  '123456789012',
  'x y',
  'محمد',
  '🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂',
])('%s is a username', (name) => {
  expect(usernameFault(normalUsername(name))).toBeUndefined()
})

test.each([
  ['', 'setup_username'],
  [' \u3000 ', 'setup_username'],
  ['thirteen-long', 'setup_username'],
  ['ann@a.test', 'username_at_sign'],
  ['ann＠a.test', 'username_at_sign'],
  ['ro\u200bot', 'username_hidden'],
  ['ro\u202eot', 'username_hidden'],
  ['ro\u00adot', 'username_hidden'],
  ['ro\u0000ot', 'username_hidden'],
  ['a\u3164', 'username_hidden'],
  ['a\u2800', 'username_hidden'],
  ['\u0301ann', 'username_hidden'],
  ['r\u043e\u043et', 'username_scripts'], // Cyrillic о
  ['\u03a1aul', 'username_scripts'], // Greek Ρ
  ['ann\u0561', 'username_scripts'], // Armenian
  ['ᏚᎢ', 'username_scripts'], // Cherokee: not in daily use as names here, and full of Latin look-alikes
])('%j is refused: %s', (name, code) => {
  expect(usernameFault(normalUsername(name))).toBe(code)
})

test.each([
  ['Root', 'rOOT'],
  ['ｒｏｏｔ', 'root'],
  ['straße', 'STRASSE'],
  ['ΟΔΟΣ', 'οδος'],
  ['\u00c5ngstrom', 'a\u030angstrom'],
  ['ﬁne', 'FINE'],
  ['  two   words ', 'Two Words'],
  ['Ann@A.test', 'ann@a.test'],
])('%s and %s are the same name', (one, other) => {
  expect(loginKey(one)).toBe(loginKey(other))
  expect(loginKey(normalUsername(one))).toBe(loginKey(one))
})

test('names that people can distinguish stay distinct', () => {
  expect(new Set(['root', 'r00t', 'rōot', 'root1', 'ro ot'].map(loginKey)).size).toBe(5)
})

test.each(['ann@a.test', 'Ann.B+c@mail.example.com', '张三@例子.中国', '张三@例子.com', 'ann@bücher.de'])(
  '%s is a mail address',
  (email) => {
    expect(emailFault(email)).toBeUndefined()
  },
)

test.each([
  ['', 'email_invalid'],
  ['ann', 'email_invalid'],
  ['@a.test', 'email_invalid'],
  ['ann@', 'email_invalid'],
  ['ann@localhost', 'email_invalid'],
  ['ann@a..test', 'email_invalid'],
  ['ann@-a.test', 'email_invalid'],
  ['a b@a.test', 'email_invalid'],
  ['a@b@a.test', 'email_invalid'],
  ['ann\n@a.test', 'email_invalid'],
  ['a\u200bnn@a.test', 'email_invalid'],
  ['ann@a.test,bob@a.test', 'email_invalid'],
  [`${'a'.repeat(44)}@a.test`, 'email_invalid'],
  ['ann@аpple.com', 'email_scripts'], // Cyrillic а
  ['ann@аррӏе.com', 'email_scripts'], // a Cyrillic label before a Latin one
  ['ann@xn--80ak6aa92e.com', 'email_scripts'], // the same, encoded
])('%j is refused: %s', (email, code) => {
  expect(emailFault(email)).toBe(code)
})

test('a generated name is shortened to fit, with what makes it unique', () => {
  expect(fittedUsername('octocat')).toBe('octocat')
  expect(fittedUsername('a-very-long-login')).toBe('a-very-long-')
  expect(fittedUsername('a-very-long-login', '_42')).toBe('a-very-lo_42')
  expect(fittedUsername('ann@example.test', '1')).toBe('annexample.1')
  expect(fittedUsername('r\u043eot', '7')).toBe('user7')
  expect(fittedUsername('\u200b')).toBe('user')
  for (const wish of ['octocat', '很长很长很长很长很长的名字', 'a\u0301'.repeat(40), 'x y z x y z x y z', '\u0301abc'])
    expect(usernameFault(fittedUsername(wish, '_1')), wish).toBeUndefined()
  expect([...fittedUsername('x'.repeat(99))]).toHaveLength(USERNAME_MAX)
})
