import { expect, test } from 'vitest'
import { providers } from './registry.ts'
import { rulebookOf } from './rulebook.ts'

const at = (type: number, baseUrl: string, rules?: string, dialect: Parameters<typeof rulebookOf>[2] = 'openai-chat') => {
  const provider = providers[type]
  if (!provider) throw new Error(`there is no channel type ${type}`)
  return rulebookOf(provider, { baseUrl, setting: rules === undefined ? {} : { rules } }, dialect)
}

test.each([
  ['https://api.openai.com', 'openai'],
  ['https://my-house.openai.azure.com/openai', 'openai'],
  ['https://api.deepseek.com/v1', 'deepseek'],
  ['https://api.groq.com/openai/v1/chat/completions', 'groq'],
  ['https://api.mistral.ai', 'mistral'],
  ['https://api.x.ai', 'xai'],
  ['https://api.moonshot.cn', 'moonshot'],
  ['https://dashscope-intl.aliyuncs.com/compatible-mode/v1', 'qwen'],
  ['https://openrouter.ai/api', 'openrouter'],
  ['https://generativelanguage.googleapis.com/v1beta/openai', 'gemini-openai'],
  ['https://api.z.ai/api/coding/paas/v4', 'zhipu'],
  ['https://ark.cn-beijing.volces.com/api/v3', 'doubao'],
  ['https://api.siliconflow.com', 'siliconflow'],
  ['https://qianfan.baidubce.com/v2', 'qianfan'],
  ['https://my.example/api.groq.com', 'plain'],
  ['https://notgroq.com', 'plain'],
  ['no address', 'plain'],
])('a channel of an own address at %s follows the rules of %s', (baseUrl, rulebook) => {
  expect(at(8, baseUrl)).toBe(rulebook)
})

test('the setting counts before the host, the host before the type', () => {
  expect(at(8, 'https://api.groq.com', 'vllm')).toBe('vllm')
  expect(at(1, 'https://api.groq.com')).toBe('groq')
  expect(at(43, '')).toBe('deepseek')
  expect([16, 26].map((type) => at(type, 'glm-coding-plan'))).toEqual(['zhipu', 'zhipu'])
  expect(at(47, 'http://localhost:9997')).toBe('xinference')
  expect(at(1, 'https://relay.example')).toBe('openai')
  expect(at(8, 'https://api.groq.com', 'nobody')).toBe('groq')
})

test('in other dialects the vendor is known by the dialect', () => {
  expect(at(14, '', undefined, 'anthropic-messages')).toBe('anthropic')
  expect(at(24, '', undefined, 'gemini-generate')).toBe('gemini')
  expect(at(8, 'https://api.groq.com', 'vllm', 'openai-responses')).toBe('openai-responses')
})
