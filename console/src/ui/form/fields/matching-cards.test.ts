import { expect, test } from 'vitest'
import { matchingCards } from './matching-cards.ts'

const cards = [
  { value: 8, title: 'Custom', text: 'Any OpenAI-compatible address' },
  { value: 1, title: 'OpenAI', text: 'OpenAI, or any service like it' },
  { value: 17, title: '阿里云百炼', text: '通义千问等模型', words: 'Ali DashScope Qwen' },
  { value: 1036, title: 'My OpenAI relay' },
]
const found = (typed: string) => matchingCards(cards, typed).map(({ value }) => value)

test('without a word all cards stay in their order', () => expect(found('  ')).toEqual([8, 1, 17, 1036]))

test.each([
  ['openai', [1, 1036, 8]],
  ['OPENAI relay', [1036]],
  ['dashscope', [17]],
  ['百炼', [17]],
  ['千问', [17]],
  ['1036', [1036]],
  ['nobody', []],
])('%s finds %j, names first', (typed, values) => expect(found(typed)).toEqual(values))
