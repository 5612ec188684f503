import { expect, test } from 'vitest'
import { namedModels } from './named-models.ts'
import { providers } from './registry.ts'

// As Cohere's GET /v1/models and Ollama's GET /api/tags answer in their documentation.
const cohere = { models: [{ name: 'command-a-03-2025', endpoints: ['chat'], is_deprecated: false }], next_page_token: '' }
const ollama = { models: [{ name: 'gemma4:latest', model: 'gemma4:latest', size: 1 }, { name: 'qwen3:8b' }, {}, 'x'] }

test('the lists of Cohere and Ollama are read by name', () => {
  const [read] = Object.values(providers).flatMap(({ name, readModels }) => (name === 'Cohere' && readModels ? [readModels] : []))
  expect(read?.(cohere)).toEqual(['command-a-03-2025'])
  expect(namedModels(ollama)).toEqual(['gemma4:latest', 'qwen3:8b'])
})

test('an answer that is no such list gives none', () => {
  expect([undefined, [], {}, { models: 'x' }, { data: [{ id: 'a' }] }].map(namedModels)).toEqual(Array(5).fill(undefined))
})
