import { expect, test } from 'vitest'
import { taskPlatforms } from './task-platforms.ts'

test('music, and every vendor of films and of batches, is a platform by the name that its rows have', () => {
  const names = taskPlatforms.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['Anthropic Claude', 'Google Gemini', 'Kling', 'OpenAI', 'Sora', 'suno', 'Vidu', 'xAI']))
  expect(names).not.toContain('Cohere')
  expect(new Set(names).size).toBe(names.length)
  expect(taskPlatforms.find(({ name }) => name === 'Kling')).toEqual({ name: 'Kling', chineseName: '可灵' })
  // The column of a row has room for so many characters.
  expect(names.filter((name) => name.length > 32)).toEqual([])
})
