import { anthropicMessages } from './anthropic-messages/dialect.ts'
import { bedrockConverse } from './bedrock-converse/dialect.ts'
import { cohereChat } from './cohere-chat/dialect.ts'
import { cozeBot } from './coze-bot/dialect.ts'
import type { Dialect, VendorDialect } from './dialect.ts'
import { difyApp } from './dify-app/dialect.ts'
import { geminiGenerate } from './gemini-generate/dialect.ts'
import { ollamaChat } from './ollama-chat/dialect.ts'
import { openaiChat } from './openai-chat/dialect.ts'
import { openaiResponses } from './openai-responses/dialect.ts'

/** Dialects that clients and vendors speak. */
const twoSided = {
  'openai-chat': openaiChat,
  'anthropic-messages': anthropicMessages,
  'openai-responses': openaiResponses,
  'gemini-generate': geminiGenerate,
} satisfies Record<string, Dialect>

/** Dialects that only vendors speak. */
const vendorOnly = {
  'bedrock-converse': bedrockConverse,
  'cohere-chat': cohereChat,
  'coze-bot': cozeBot,
  'dify-app': difyApp,
  'ollama-chat': ollamaChat,
} satisfies Record<string, VendorDialect>

export type ClientDialectName = keyof typeof twoSided
export type DialectName = ClientDialectName | keyof typeof vendorOnly

/** The dialects that clients speak; vendors speak them too. */
export const clientDialects: Readonly<Record<ClientDialectName, Dialect>> = twoSided
/** Every dialect, by the side that vendors speak. */
export const vendorDialects: Readonly<Record<DialectName, VendorDialect>> = { ...twoSided, ...vendorOnly }

/** Is this the name of a dialect? */
export function isDialectName(name: unknown): name is DialectName {
  return typeof name === 'string' && Object.hasOwn(vendorDialects, name)
}
