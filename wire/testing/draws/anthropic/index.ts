// Messages of Anthropic, from its reference and the types of its SDK (@anthropic-ai/sdk, MessageCreateParamsBase, stable and beta).
import { anthropic } from '../../strict/anthropic/index.ts'
import type { DrawnDialect } from '../draw.ts'
import { parts } from './parts.ts'
import { rare } from './rare.ts'
import { settings } from './settings.ts'
import { text } from './shared.ts'
import { tools } from './tools.ts'
import { turns } from './turns.ts'

export const anthropicDraws: DrawnDialect = {
  name: 'anthropic-messages',
  ownModels: ['claude-opus-4-7', 'claude-sonnet-4-5', 'claude-opus-4-0', 'claude-opus-4-8', 'claude-sonnet-5-5', 'claude-opus-4-6'],
  vendor: anthropic,
  path: () => '/v1/messages',
  headers: { 'x-api-key': 'key', 'anthropic-version': '2023-06-01' },
  base: { max_tokens: 4096 },
  turns: 'messages',
  parts: 'content',
  text,
  question: 'What are tides?',
  variations: [...settings, ...turns, ...parts, ...tools, ...rare],
}
