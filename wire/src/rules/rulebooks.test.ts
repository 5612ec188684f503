import { describe, expect, test } from 'vitest'
import { isRulebookName, matchingRules, namesOf, type RulebookName, rulebooks, ruleNamesByKind, rulesFor } from './rulebooks.ts'
import type { Rule } from './vendors/chat-rules.ts'

const names = Object.keys(rulebooks) as RulebookName[]

describe('every book', () => {
  test.each(names)('%s: each rule has a name of its own, a source and a month', (book) => {
    const rules: readonly Rule[] = rulebooks[book]
    expect(rules.length).toBeGreaterThan(0)
    expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length)
    for (const rule of rules) {
      expect(rule.name).toMatch(/^[a-z][\w.-]+$/)
      expect(rule.source).toMatch(/^https:\/\/[\w.-]+\/\S+$/)
      expect(rule.asOf).toMatch(/^20\d\d-(0[1-9]|1[0-2])$/)
      expect(Object.keys(rule.accepts).length).toBeGreaterThan(0)
    }
  })

  test('a name in two books is one rule', () => {
    const sources = new Map<string, string>()
    for (const rules of Object.values(rulebooks) as (readonly Rule[])[])
      for (const { name, source } of rules) expect(sources.set(name, sources.get(name) ?? source).get(name)).toBe(source)
  })

  test.each(names)('%s: of an unknown name only the rules of all models hold, and those for all but some', (book) => {
    const rules: readonly Rule[] = rulebooks[book]
    const held = familyRules(book, 'a-model-of-nobody')
    // A pattern of "all but" begins with a negative look.
    for (const { name, models } of rules) if (models && !models.source.startsWith('^(?!')) expect(held).not.toContain(name)
  })
})

test('the names of books are known, and no others', () => {
  expect(isRulebookName('deepseek')).toBe(true)
  for (const other of ['acme', 'toString', undefined, 7]) expect(isRulebookName(other)).toBe(false)
})

describe('the names of a model', () => {
  test.each([
    ['openai/GPT-5-2025-08-07', 'gpt-5'],
    ['ft:gpt-4.1-nano-2025-04-14:acme::abc', 'gpt-4.1-nano'],
    ['claude-opus-4@20250514', 'claude-opus-4'],
    ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'us.anthropic.claude-sonnet-4-5'],
    ['mistral-small-latest', 'mistral-small'],
    ['a/b/c', 'c'],
    ['gpt-4-0613', 'gpt-4-0613'],
  ])('%s is also %s', (model, plain) => expect(namesOf(model).at(-1)).toBe(plain))
})

/** The rules that the family of a model has, without those of all models. */
const familyRules = (book: RulebookName, model: string) =>
  matchingRules(book, model)
    .filter(({ models }) => models !== undefined)
    .map(({ name }) => name)

describe('a family', () => {
  test.each<[RulebookName, string, string]>([
    ['openai', 'gpt-5', 'gpt-5-2025-08-07'],
    ['openai', 'gpt-5-mini', 'openai/gpt-5-mini-2025-08-07'],
    ['openai', 'gpt-5.1', 'GPT-5.1'],
    ['openai', 'o3-mini', 'o3-mini-2025-01-31'],
    ['openai', 'gpt-4.1-nano', 'ft:gpt-4.1-nano-2025-04-14:acme::abc'],
    ['openai', 'gpt-4o', 'gpt-4o-2024-08-06'],
    ['anthropic', 'claude-opus-4', 'claude-opus-4-20250514'],
    ['anthropic', 'claude-opus-4-1', 'claude-opus-4-1-20250805'],
    ['anthropic', 'claude-sonnet-4-5', 'anthropic/claude-sonnet-4-5-20250929'],
    ['anthropic', 'claude-haiku-4-5', 'claude-haiku-4-5@20251001'],
    ['bedrock', 'claude-opus-4-7', 'us.anthropic.claude-opus-4-7-20260401-v1:0'],
    ['gemini', 'gemini-2.5-pro', 'models/gemini-2.5-pro'],
    ['groq', 'gpt-oss-120b', 'openai/gpt-oss-120b'],
    ['qwen', 'qwen3.5-plus', 'Qwen/qwen3.5-plus'],
    ['qwen', 'qwen3.5-plus', 'qwen3.5-plus-2026-02-15'],
    ['deepseek', 'deepseek-chat', 'pro/deepseek-chat'],
    ['mistral', 'mistral-small', 'mistral-small-latest'],
  ])('at %s the rules of %s hold for %s', (book, plain, dressed) => {
    expect(familyRules(book, dressed)).toEqual(familyRules(book, plain))
    expect(rulesFor(book, dressed)).toEqual(rulesFor(book, plain))
  })

  test('a name that ends in "latest" may be a family of its own', () => {
    expect(rulesFor('moonshot', 'kimi-latest').media?.taken).toEqual(['image', 'video'])
  })

  test.each<[RulebookName, string, readonly string[]]>([
    ['openai-responses', 'gpt-4o', ['openai-models-that-do-not-think']],
    ['openai-responses', 'gpt-35-turbo', ['openai-models-that-do-not-think']],
    ['openai-responses', 'gpt-5-chat-latest', ['openai-models-that-do-not-think']],
    ['openai-responses', 'o3', ['openai-o-series', 'openai-o-series-stop-words']],
    ['openai-responses', 'o3-mini', ['openai-o-series']],
    ['openai-responses', 'gpt-5', ['openai-gpt-5']],
    ['openai-responses', 'gpt-5-pro', ['openai-codex-and-pro', 'openai-gpt-5-pro']],
    ['openai-responses', 'gpt-5-codex', ['openai-codex-and-pro']],
    ['openai-responses', 'gpt-5.1', ['openai-gpt-5.1']],
    ['openai-responses', 'gpt-5.1-codex', ['openai-codex-and-pro']],
    ['openai-responses', 'gpt-5.2', ['openai-gpt-5.2-to-5.4']],
    ['openai-responses', 'gpt-5.2-pro', ['openai-codex-and-pro']],
    ['openai-responses', 'gpt-5.5', ['openai-gpt-5.5']],
    ['openai-responses', 'gpt-5.6-sol', ['openai-gpt-5.6-and-later']],
    ['openai-responses', 'gpt-5.10', ['openai-gpt-5.6-and-later']],
    ['openai-responses', 'gpt-6-sol', ['openai-gpt-5.6-and-later']],
    ['openai-responses', 'gpt-oss-120b', []],
    ['anthropic', 'claude-3-7-sonnet', ['anthropic-longest-answers-to-4.5']],
    ['anthropic', 'claude-3-5-haiku-20241022', []],
    ['anthropic', 'claude-opus-4-20250514', ['anthropic-longest-answers-of-opus-4']],
    ['anthropic', 'claude-opus-4-1', ['anthropic-4.1-to-4.6-sampling', 'anthropic-longest-answers-of-opus-4']],
    ['anthropic', 'claude-sonnet-4-5-20250929', ['anthropic-4.1-to-4.6-sampling', 'anthropic-longest-answers-to-4.5']],
    ['anthropic', 'claude-opus-4-6', ['anthropic-4.1-to-4.6-sampling', 'anthropic-4.6-efforts', 'anthropic-no-prefill']],
    ['anthropic', 'claude-opus-4-7', ['anthropic-no-prefill', 'anthropic-4.7-and-later-sampling']],
    ['anthropic', 'claude-sonnet-5', ['anthropic-no-prefill', 'anthropic-4.7-and-later-sampling']],
    ['gemini', 'gemini-2.0-flash', ['gemini-2-conflicts', 'gemini-models-that-do-not-think', 'gemini-modalities']],
    ['gemini', 'gemini-2.5-flash-image', ['gemini-2-conflicts', 'gemini-2.5-sampling']],
    ['gemini', 'gemini-3-flash-preview', ['gemini-3-sampling', 'gemini-modalities']],
    ['gemini', 'gemma-3-27b-it', ['gemini-models-that-do-not-think', 'gemini-modalities', 'gemma-instructions']],
    ['deepseek', 'deepseek-chat', ['deepseek-media']],
    ['deepseek', 'deepseek-reasoner', ['deepseek-media', 'deepseek-thinking-with-tools', 'deepseek-reasoner-choice']],
    ['groq', 'openai/gpt-oss-120b', ['groq-media', 'groq-gpt-oss-efforts']],
    ['groq', 'llama-3.1-8b-instant', ['groq-media', 'groq-efforts', 'groq-json']],
    ['mistral', 'magistral-medium-latest', ['mistral-small-efforts']],
    ['mistral', 'codestral-latest', ['mistral-efforts']],
    ['xai', 'grok-4', ['xai-models-that-think', 'xai-grok-4-efforts']],
    ['xai', 'grok-4-fast', ['xai-models-that-think', 'xai-grok-4-efforts']],
    ['xai', 'grok-4.3', ['xai-efforts', 'xai-models-that-think']],
    ['xai', 'grok-3', []],
    ['xai', 'grok-3-mini', ['xai-models-that-think', 'xai-grok-3-mini-efforts']],
    ['moonshot', 'kimi-k2-thinking', ['moonshot-thinking-with-tools', 'moonshot-thinker-choice']],
    ['moonshot', 'kimi-k2-0905-preview', []],
    ['qwen', 'qwen3-235b-a22b', ['qwen-older-choice', 'qwen-models-that-think-in-streams']],
    ['qwen', 'qwq-plus', ['qwen-older-choice', 'qwen-models-that-only-stream']],
    ['qwen', 'qwen3.5-plus', ['qwen-forced-tools']],
    ['zhipu', 'glm-4-plus', ['zhipu-models-of-text', 'zhipu-models-that-do-not-think']],
    ['zhipu', 'glm-4.7-flashx', ['zhipu-models-of-text', 'zhipu-models-that-think']],
    ['zhipu', 'glm-4v-flash', ['zhipu-pictures', 'zhipu-models-that-do-not-think']],
    ['zhipu', 'glm-4.6v', ['zhipu-pictures', 'zhipu-models-that-think']],
    ['zhipu', 'glm-5-turbo', ['zhipu-models-of-text', 'zhipu-models-that-think']],
    ['zhipu', 'glm-5v-turbo', ['zhipu-pictures', 'zhipu-models-that-think']],
    ['zhipu', 'glm-5.2', ['zhipu-models-of-text', 'zhipu-models-with-efforts']],
    ['zhipu', 'glm-5.3', ['zhipu-models-of-text', 'zhipu-models-with-efforts']],
    ['zhipu', 'glm-5.3-flash', ['zhipu-pictures', 'zhipu-models-with-efforts']],
    ['zhipu', 'glm-4-voice', ['zhipu-models-that-do-not-think']],
    ['zhipu', 'glm-6', []],
    ['doubao', 'doubao-seed-1-6-flash-250828', ['doubao-models-that-think', 'doubao-thinking']],
    ['doubao', 'doubao-seed-2-0-code-preview-260215', ['doubao-models-that-think', 'doubao-thinking', 'doubao-efforts']],
    ['doubao', 'deepseek-v4-pro-ga-260813', ['doubao-models-that-think', 'doubao-thinking']],
    ['doubao', 'ep-20260101', []],
    ['ollama', 'llama3.2', ['ollama-models-that-do-not-think']],
    ['ollama', 'qwen3', []],
  ])('at %s, %s has the rules %j', (book, model, expected) => {
    expect(familyRules(book, model)).toEqual(expected)
  })
})

describe('rules of one kind', () => {
  test("add up word by word, a family's over those of all", () => {
    expect(rulesFor('anthropic', 'claude-sonnet-5').turns).toEqual({
      trimsPrefill: true,
      refusesEmpty: true,
      needsUser: true,
      refusesPrefill: true,
    })
    expect(ruleNamesByKind('anthropic', 'claude-sonnet-5').turns).toEqual(['anthropic-last-text', 'anthropic-no-prefill'])
  })

  test('are replaced where they are lists', () => {
    expect(rulesFor('openai-responses', 'gpt-7').efforts).toEqual(['none', 'low', 'medium', 'high', 'xhigh', 'max'])
    expect(rulesFor('openai', 'gpt-4o').efforts).toEqual([])
    expect(ruleNamesByKind('openai', 'gpt-4o').efforts).toEqual(['openai-models-that-do-not-think'])
  })
})
