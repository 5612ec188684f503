// The strict fake vendors that speak OpenAI's chat dialect, each in a folder of its own.
import { deepseek } from './deepseek/deepseek.ts'
import { groq } from './groq/groq.ts'
import { mistral } from './mistral/mistral.ts'
import { xai } from './xai/xai.ts'

export const alike = {
  deepseek,
  groq,
  mistral,
  xai,
}
