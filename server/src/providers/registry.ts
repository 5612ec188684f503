import { custom } from './custom/provider.ts'
import { openai } from './openai/provider.ts'
import type { Provider } from './provider.ts'

/** Channel type to provider; the numbers are those of contract/channel-type.ts. */
export const providers: Readonly<Record<number, Provider>> = {
  1: openai,
  8: custom,
}
