import type { VendorDialect } from '../dialect.ts'
import { readError } from './error.ts'
import { NAME } from './name.ts'
import { replyReader } from './read/reply.ts'
import { terms } from './terms.ts'
import { isClaude } from './write/family.ts'
import { writeRequest } from './write/request.ts'

/** Bedrock's Converse API, streamed by AWS's binary event stream. Source: AWS, Bedrock API reference and user guide, 2026. */
export const bedrockConverse: VendorDialect = {
  name: NAME,
  framing: 'aws-event-stream',
  writeRequest,
  replyReader,
  readError,
  terms,
  needsData: ({ kind }) => kind !== 'audio',
  takesBillingLine: isClaude,
}
