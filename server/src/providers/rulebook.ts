// As whose models a channel's requests are written: many vendors speak OpenAI's chat dialect, and each refuses other parts of it.

import type { DialectName } from '@waystation/wire/chat/dialects'
import { isRulebookName, type RulebookName } from '@waystation/wire/rules/rulebooks'
import type { ChannelTarget, Provider } from './provider.ts'

/** Hosts, and what stands below them, that only one vendor answers at. */
const hosts: readonly (readonly [RegExp, RulebookName])[] = [
  [/(^|\.)openai\.(com|azure\.com)$/, 'openai'],
  [/(^|\.)deepseek\.com$/, 'deepseek'],
  [/(^|\.)groq\.com$/, 'groq'],
  [/(^|\.)mistral\.ai$/, 'mistral'],
  [/(^|\.)x\.ai$/, 'xai'],
  [/(^|\.)moonshot\.(cn|ai)$/, 'moonshot'],
  [/^dashscope(-\w+)?\.aliyuncs\.com$/, 'qwen'],
  [/(^|\.)openrouter\.ai$/, 'openrouter'],
  [/^generativelanguage\.googleapis\.com$/, 'gemini-openai'],
]

const ofDialects: Readonly<Partial<Record<DialectName, RulebookName>>> = {
  'anthropic-messages': 'anthropic',
  'openai-responses': 'openai-responses',
  'gemini-generate': 'gemini',
  'bedrock-converse': 'bedrock',
  'ollama-chat': 'ollama-chat',
}

/**
 * The rules for a channel's requests in this dialect: in OpenAI's chat those that the channel's setting names, else those of the host that
 * it goes to, else those of the vendor of its type.
 */
export function rulebookOf(
  { rulebook }: Pick<Provider, 'rulebook'>,
  { baseUrl, setting }: Pick<ChannelTarget, 'baseUrl' | 'setting'>,
  dialect: DialectName,
): RulebookName {
  if (dialect !== 'openai-chat') return ofDialects[dialect] ?? 'plain'
  if (isRulebookName(setting.rules)) return setting.rules
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : ''
  const found = hosts.find(([pattern]) => pattern.test(host))?.[1] ?? rulebook
  return isRulebookName(found) ? found : 'plain'
}
