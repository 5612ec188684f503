// All dialects that requests are drawn of.
import { anthropicDraws } from './anthropic/index.ts'
import type { DrawnDialect } from './draw.ts'
import { geminiDraws } from './gemini/index.ts'
import { openaiChatDraws } from './openai-chat/index.ts'
import { openaiResponsesDraws } from './openai-responses/index.ts'

export const drawnDialects: readonly DrawnDialect[] = [openaiChatDraws, openaiResponsesDraws, anthropicDraws, geminiDraws]
