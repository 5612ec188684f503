// Anthropic's Messages API as it refuses: POST /v1/messages and /v1/messages/count_tokens at api.anthropic.com. Written from the vendor's
// reference, the official SDK's types and recorded error texts. Where it is in doubt whether the vendor refuses, this judge does not.
import type { Refusal, StrictVendor } from '../judge.ts'
import { cacheRules } from './cache.ts'
import { type Call, type Rule, readCall } from './call.ts'
import { headerRules, modelRules } from './headers.ts'
import { hostedRules } from './hosted.ts'
import { mediaRules } from './media.ts'
import { pairingRules } from './pairing.ts'
import { samplingRules } from './sampling.ts'
import { strictSchemaRules } from './strict-schema.ts'
import { structureRules } from './structure.ts'
import { thinkingRules, thoughtRules } from './thinking.ts'
import { toolRules } from './tools.ts'
import { endRules, turnRules } from './turns.ts'
import { versionRules } from './versions.ts'

const paths = ['/v1/messages', '/v1/messages/count_tokens']

/** In the order in which they are read: the first that is broken answers. */
const rules: readonly Rule[] = [
  ...headerRules,
  ...versionRules,
  ...structureRules,
  ...modelRules,
  ...turnRules,
  ...pairingRules,
  ...cacheRules,
  ...mediaRules,
  ...toolRules,
  ...hostedRules,
  ...strictSchemaRules,
  ...thinkingRules,
  ...samplingRules,
  ...thoughtRules,
  ...endRules,
]

export const anthropic: StrictVendor = {
  name: 'anthropic',
  rules: rules.map(({ rule, source }) => ({ rule, source })),
  judge(request) {
    return paths.includes(request.path) ? firstRefusal(readCall(request)) : undefined
  },
}

function firstRefusal(call: Call): Refusal | undefined {
  for (const { rule, source, answer, refuses } of rules) {
    const message = refuses(call)
    if (message === undefined) continue
    const { status, type } = answer ?? { status: 400, type: 'invalid_request_error' }
    return { status, body: { type: 'error', error: { type, message } }, rule, source }
  }
  return undefined
}
