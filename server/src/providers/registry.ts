import { anthropic } from './anthropic/provider.ts'
import { custom } from './custom/provider.ts'
import { deepseek } from './deepseek/provider.ts'
import { gemini } from './gemini/provider.ts'
import { openai } from './openai/provider.ts'
import type { Provider } from './provider.ts'

/** Channel type to provider; the numbers are those of contract/channel-type.ts. */
export const providers: Readonly<Record<number, Provider>> = {
  1: openai,
  8: custom,
  14: anthropic,
  24: gemini,
  43: deepseek,
}
