// Every vendor that can be called: one line each. A test compares it with the files beside it.
export { anthropic } from './anthropic.ts'
export { custom } from './custom.ts'
export { deepseek } from './deepseek.ts'
export { gemini } from './gemini.ts'
export { openai } from './openai.ts'
