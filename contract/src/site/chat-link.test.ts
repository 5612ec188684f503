// security 5
import { expect, test } from 'vitest'
import { carriesKey, chatTarget } from './chat-link.ts'

test('a chat on the web leads to a host over https, or over http to this device only', () => {
  expect(chatTarget('https://Chat.Example:8443/?k={key}')).toEqual({
    kind: 'web',
    host: 'chat.example:8443',
    origin: 'https://chat.example:8443',
    isThisDevice: false,
  })
  for (const host of ['localhost:3210', '127.0.0.1', '[::1]:8080'])
    expect(chatTarget(`http://${host}/?k={key}`), host).toEqual({ kind: 'web', host, origin: `http://${host}`, isThisDevice: true })
  // Letters that imitate others are shown in punycode.
  expect(chatTarget('https://оpenai.com/{key}')).toMatchObject({ host: 'xn--penai-iye.com' })
})

test('any other scheme is a program on this device', () => {
  for (const scheme of ['cherrystudio', 'ama', 'opencat', 'my-app+1.0'])
    expect(chatTarget(`${scheme.toUpperCase()}://add?k={key}`)).toEqual({ kind: 'program', scheme })
})

test.each([
  'http://trap.example/?k={key}',
  'http://192.168.0.5/?k={key}',
  'http://localhost.trap.example/?k={key}',
  'http://127.0.0.1@trap.example/{key}',
  'https://good.example@trap.example/{key}',
  'https://{key}.trap.example/',
  'https://%7Bkey%7D.trap.example/',
  'https://trap.example{key}/',
  'https:trap.example/{key}',
  'https:/trap.example/{key}',
  'https://\\trap.example/{key}',
  '//trap.example/{key}',
  '/{key}',
  '{address}/chat?k={key}',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  'https://good.example/\n{key}',
  'data:text/html,{key}',
  'vbscript:x',
  'file:///etc/passwd?{key}',
  'blob:https://a.example/{key}',
  'filesystem:https://a.example/{key}',
  'view-source:https://trap.example/{key}',
  'wss://trap.example/{key}',
  'ftp://trap.example/{key}',
  'intent://trap.example/{key}#Intent;scheme=https;end',
  'microsoft-edge:https://trap.example/{key}',
  'googlechromes://trap.example/{key}',
  'ms-word:ofe|u|https://trap.example/{key}',
  'web+chat:{key}',
  'mailto:a@trap.example?body={key}',
  'https://',
  'text',
  '',
])('%j may not be opened', (link) => {
  expect(chatTarget(link)).toBeUndefined()
})

test('a link carries a key in any of its places', () => {
  expect(['https://a.example', 'https://a.example/?u={address}', 'a://{key}', 'a://{cherryConfig}'].map(carriesKey)).toEqual([
    false,
    false,
    true,
    true,
  ])
})
