import { anthropicMessages } from './anthropic-messages/dialect.ts'
import type { Dialect, DialectName } from './dialect.ts'
import { geminiGenerate } from './gemini-generate/dialect.ts'
import { openaiChat } from './openai-chat/dialect.ts'
import { openaiResponses } from './openai-responses/dialect.ts'

/** The dialects that are spoken so far. */
export const dialects: Readonly<Partial<Record<DialectName, Dialect>>> = {
  'openai-chat': openaiChat,
  'anthropic-messages': anthropicMessages,
  'openai-responses': openaiResponses,
  'gemini-generate': geminiGenerate,
}

/** The dialect of this name. Throws RangeError when it is not spoken yet. */
export function dialectOf(name: DialectName): Dialect {
  const dialect = dialects[name]
  if (dialect === undefined) throw new RangeError(`the dialect ${name} is not spoken`)
  return dialect
}
