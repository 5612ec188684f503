import { isObject, parseJson } from '../../encoding/json.ts'
import { type Frame, isDone } from '../../encoding/sse.ts'
import { errorBody, readError, writeError } from '../../openai/error.ts'
import { hasUsage } from '../../openai/usage.ts'
import { bearer } from '../bearer.ts'
import type { Dialect } from '../dialect.ts'
import { openaiModels } from '../model-shapes.ts'
import { edit } from './edit.ts'
import { keptFields } from './kept-fields.ts'
import { NAME } from './name.ts'
import { promptTexts } from './prompt-text.ts'
import { replyReader } from './read/reply.ts'
import { readRequest } from './read/request.ts'
import { requestFacts } from './request-facts.ts'
import { terms } from './terms.ts'
import { usageFrame } from './usage-frame.ts'
import { replyWriter } from './write/reply.ts'
import { writeRequest } from './write/request.ts'

/** OpenAI Chat Completions, with the additions of the vendors that speak it. Source: OpenAI's API reference, 2026. */
export const openaiChat: Dialect = {
  name: NAME,
  framing: 'sse',
  models: openaiModels,
  readRequest,
  factsOnly: { facts: requestFacts, promptTexts },
  writeRequest,
  replyReader,
  replyWriter,
  readError,
  writeError,
  writeStreamError(error) {
    return [{ event: '', data: JSON.stringify(errorBody(error)) }]
  },
  isTerminal: isDone,
  isUsageOnly,
  usageFrame,
  showsThinkingWhole: true,
  usual: { chatPath: () => '/v1/chat/completions', keyHeaders: bearer },
  edit,
  emptyRequest: { messages: [] },
  terms,
  needsData: ({ kind }) => kind === 'audio' || kind === 'file',
  keptFields,
}

function isUsageOnly(frame: Frame): boolean {
  const data = frame.data
  // Most frames have content: a look at the text spares them the parsing.
  if (data === undefined || !/"choices"\s*:\s*\[\s*\]/.test(data)) return false
  const chunk = parseJson(data)
  return isObject(chunk) && Array.isArray(chunk.choices) && chunk.choices.length === 0 && hasUsage(chunk.usage)
}
