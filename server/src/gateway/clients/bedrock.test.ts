// Official client SDKs at an AWS channel: requests are translated to Converse and signed, its binary stream is translated back. Those of Claude's own
// library go to Claude as they are.
import { fakeAwsKey } from '../../testing/fake-dialects/aws-signature.ts'
import { anthropic } from './testing/drivers/anthropic.ts'
import { google } from './testing/drivers/google.ts'
import { openaiChat } from './testing/drivers/openai-chat.ts'
import { openaiResponses } from './testing/drivers/openai-responses.ts'
import { runMatrix } from './testing/run-matrix.ts'
import { modelAt, type Upstream } from './testing/upstreams.ts'

const CLAUDE = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'
/** It takes the thinking that Claude's own clients ask for today. */
const NEWER = 'us.anthropic.claude-opus-4-6-v1'
const ends = [
  {
    model: CLAUDE,
    clients: [openaiChat, openaiResponses, google],
    end: { name: 'Bedrock', dialect: 'bedrock-converse', hidesThinkingTokens: true },
  },
  { model: NEWER, clients: [anthropic], end: { name: 'Bedrock in its own dialect', dialect: 'anthropic-messages' } },
] as const
const keys = Array.from({ length: 30 }, (_, at) => fakeAwsKey(`N${at}`)).join('\n')

for (const { model, clients, end } of ends) {
  const mapping = Object.fromEntries(clients.map(({ flavour }) => [modelAt({ ...end, channel: {} }, flavour), model]))
  const bedrock: Upstream = { ...end, channel: { type: 33, key: keys, model_mapping: JSON.stringify(mapping) } }
  runMatrix(clients, [bedrock])
}
