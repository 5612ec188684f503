// api.openai.com as a strict fake vendor.
export { openaiChat } from './chat.ts'
export { openaiResponses } from './responses.ts'
