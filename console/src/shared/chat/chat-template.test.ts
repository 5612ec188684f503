import { expect, test } from 'vitest'
import { addressOf, type Chat, chatAddress, chatOf, isWebChat, needsKey, readChats } from './chat-template.ts'

const chat = (template: string): Chat => {
  const made = chatOf(0, 'Chat', template)
  if (!made) throw new Error(`${template} may not be opened`)
  return made
}
const facts = { address: 'https://ai.example.net/sub', key: 'sk-a+b' }

test('chats keep their place in the list, which is their id', () => {
  expect(readChats([{ A: 'https://a.example/?k={key}' }, { Bad: 'JavaScript:alert(1)' }, { B: 'b://x' }])).toMatchObject([
    { id: 0, name: 'A', template: 'https://a.example/?k={key}', target: { kind: 'web', host: 'a.example' } },
    { id: 2, name: 'B', template: 'b://x', target: { kind: 'program', scheme: 'b' } },
  ])
})

// security 5
test('a stored link that may not be opened is left out', () => {
  const links = ['http://trap.example/?k={key}', 'data:text/html,{key}', 'https://{key}.trap.example/', 'file:///{key}', 'blob:x{key}']
  expect(readChats(links.map((link) => ({ Trap: link })))).toEqual([])
})

// security 5
test('a link that would lead elsewhere once it is filled in is not made', () => {
  const moved: Chat = { ...chat('https://a.example/?k={key}'), template: 'https://trap.example/?k={key}' }
  expect(() => chatAddress(moved, facts)).toThrow('elsewhere')
})

test.each([['text'], [{ A: 'https://a.example' }], [[null]], [[{}]], [[{ A: 1 }]], [undefined]])('%j cannot be read', (json) => {
  expect(readChats(json)).toBe('broken')
})

test('address and key are filled in as one query value each', () => {
  expect(chatAddress(chat('https://c.example/?s={"k":"{key}","u":"{address}/v1"}'), facts)).toBe(
    'https://c.example/?s={"k":"sk-a%2Bb","u":"https%3A%2F%2Fai.example.net%2Fsub/v1"}',
  )
})

test('a filled-in value is never taken for a place to fill in, nor for a replacement pattern', () => {
  expect(chatAddress(chat('a://x?u={address}&k={key}'), { address: 'https://{key}$&', key: 'sk-$1' })).toBe(
    'a://x?u=https%3A%2F%2F%7Bkey%7D%24%26&k=sk-%241',
  )
})

test("Cherry Studio's configuration is base64 of JSON", () => {
  const data = new URL(chatAddress(chat('cherrystudio://p?v=1&data={cherryConfig}'), facts)).searchParams.get('data')
  expect(JSON.parse(atob(data ?? ''))).toEqual({ id: 'waystation', baseUrl: facts.address, apiKey: facts.key })
})

test('which chats need a key, and which can stand in a page', () => {
  expect([chat('https://a.example'), chat('https://a.example/?{key}'), chat('cherrystudio://{cherryConfig}')].map(needsKey)).toEqual([
    false,
    true,
    true,
  ])
  expect([chat('https://a.example'), chat('HTTP://localhost'), chat('ama://set')].map(isWebChat)).toEqual([true, true, false])
})

test('the address is what the admin set, but for the localhost of a fresh installation', () => {
  expect(addressOf('https://ai.example.net/', 'http://here')).toBe('https://ai.example.net')
  expect(addressOf('http://localhost:3000', 'http://here:3000')).toBe('http://here:3000')
  expect(addressOf('', 'http://here')).toBe('http://here')
})
