import { channelTypes } from '@waystation/contract/channels/channel-type'
import { expect, test } from 'vitest'
import { typeLetters } from './provider-letters.ts'

test('no two providers have the same letters', () => {
  const all = channelTypes.map(({ id }) => typeLetters(id))
  expect(all.filter((two, at) => all.indexOf(two) !== at)).toEqual([])
  expect(all.filter((two) => !/^[A-Z0-9][a-z0-9]$/.test(two))).toEqual([])
})

test('well-known providers have the letters that one expects', () => {
  const byName = Object.fromEntries(channelTypes.map(({ id, name }) => [name, typeLetters(id)]))
  expect(byName).toMatchObject({
    ...{ OpenAI: 'Oa', 'Anthropic Claude': 'An', 'Google Gemini': 'Go', DeepSeek: 'Ds', 'Azure OpenAI': 'Az', xAI: 'Xa', '01.AI': '01' },
  })
})
