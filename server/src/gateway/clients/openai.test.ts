import { openaiChat } from './testing/drivers/openai-chat.ts'
import { openaiResponses } from './testing/drivers/openai-responses.ts'
import { runMatrix } from './testing/run-matrix.ts'

runMatrix([openaiChat, openaiResponses])
