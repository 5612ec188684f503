import { expect, test } from 'vitest'
import { chatAddress, readChats } from '../../shared/chat/chat-template.ts'
import { chooseChat, linkChoice } from './chat-choice.ts'

const chats = readChats([{ Own: 'own://open?k={key}' }, { Web: 'https://web.example/?k={key}' }])
const [own, web] = chats as Exclude<typeof chats, 'broken'>
if (!own || !web) throw new Error('both chats may be opened')

test('an id means the chat of that place, none the first on the web', () => {
  expect(chooseChat([own, web], '0')).toEqual({ kind: 'chat', chat: own })
  expect(chooseChat([own, web], undefined)).toEqual({ kind: 'chat', chat: web })
  expect(chooseChat([own], undefined)).toEqual({ kind: 'chat', chat: own })
  expect(chooseChat([own, web], '7')).toEqual({ kind: 'none' })
  expect(chooseChat(undefined, undefined)).toEqual({ kind: 'none' })
  expect(chooseChat('broken', '0')).toEqual({ kind: 'broken' })
})

test('the link is the one of the status, else the first chat on the web', () => {
  const told = linkChoice('https://chat.example/', 'broken')
  expect(told.kind === 'chat' && chatAddress(told.chat, { address: 'https://ai.example', key: 'sk-1' })).toBe(
    'https://chat.example/#/?settings={"key":"sk-1","url":"https%3A%2F%2Fai.example"}',
  )
  expect(linkChoice('', [own, web])).toEqual({ kind: 'chat', chat: web })
  for (const refused of ['javascript:alert(1)', 'http://trap.example', 'https://{key}.trap.example'])
    expect(linkChoice(refused, [own]), refused).toEqual({ kind: 'none' })
  expect(linkChoice('', undefined)).toEqual({ kind: 'none' })
  expect(linkChoice('', 'broken')).toEqual({ kind: 'broken' })
})
