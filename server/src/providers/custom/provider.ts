import { advancedCustom as advanced } from '@waystation/contract/vendors/advanced-custom'
import { custom as vendor } from '@waystation/contract/vendors/custom'
import { dashboardBalance } from '../balance.ts'
import { openAICompatible, type Quirks } from '../openai-compatible.ts'
import type { UpstreamCall } from '../provider.ts'
import { forReasoning, withoutEffort } from '../reasoning-models.ts'

/** Ends of addresses that name an endpoint, and what each is for. */
const endpoints: readonly (Pick<UpstreamCall, 'operation' | 'dialect'> & { readonly end: string })[] = [
  { end: '/chat/completions', operation: 'chat', dialect: 'openai-chat' },
  { end: '/completions', operation: 'completions', dialect: 'openai-chat' },
  { end: '/embeddings', operation: 'embeddings', dialect: 'openai-chat' },
  { end: '/audio/transcriptions', operation: 'transcription', dialect: 'openai-chat' },
  { end: '/audio/translations', operation: 'translation', dialect: 'openai-chat' },
  { end: '/audio/speech', operation: 'speech', dialect: 'openai-chat' },
  { end: '/rerank', operation: 'rerank', dialect: 'openai-chat' },
  { end: '/moderations', operation: 'moderation', dialect: 'openai-chat' },
  { end: '/models', operation: 'models', dialect: 'openai-chat' },
  { end: '/responses', operation: 'chat', dialect: 'openai-responses' },
  { end: '/messages', operation: 'chat', dialect: 'anthropic-messages' },
]

/** Its address is a whole URL when it ends in a known endpoint or holds `{model}`, else a base like OpenAI's (decision D31). */
const quirks: Quirks = {
  adapt: forReasoning,
  bareName: withoutEffort,
  balance: dashboardBalance,
  fullUrl(base, call) {
    const path = new URL(base).pathname
    const named = endpoints.find(({ end }) => path.endsWith(end))
    if (!named) return base.includes('{model}') ? base.replaceAll('{model}', encodeURIComponent(call.model)) : undefined
    // The address of one endpoint stands for its siblings too.
    const wanted = endpoints.find(({ operation, dialect }) => operation === call.operation && dialect === call.dialect) ?? named
    return base.slice(0, -named.end.length).replaceAll('{model}', encodeURIComponent(call.model)) + wanted.end
  },
}

export const custom = openAICompatible(vendor, quirks)
export const advancedCustom = openAICompatible(advanced, quirks)
