// Official client SDKs at an AWS channel: requests are translated to Converse and signed, its binary stream is translated back.
import { fakeAwsKey } from '../../testing/fake-dialects/aws-signature.ts'
import { anthropic } from './testing/drivers/anthropic.ts'
import { google } from './testing/drivers/google.ts'
import { openaiChat } from './testing/drivers/openai-chat.ts'
import { openaiResponses } from './testing/drivers/openai-responses.ts'
import { runMatrix } from './testing/run-matrix.ts'
import { modelAt, type Upstream } from './testing/upstreams.ts'

const CLAUDE = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'
const end = { name: 'Bedrock', dialect: 'bedrock-converse', hidesThinkingTokens: true } as const
const clients = [openaiChat, openaiResponses, anthropic, google]
const mapping = Object.fromEntries(clients.map(({ flavour }) => [modelAt({ ...end, channel: {} }, flavour), CLAUDE]))
const keys = Array.from({ length: 30 }, (_, at) => fakeAwsKey(`N${at}`)).join('\n')
const bedrock: Upstream = { ...end, channel: { type: 33, key: keys, model_mapping: JSON.stringify(mapping) } }

runMatrix(clients, [bedrock])
