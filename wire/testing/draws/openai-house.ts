// The fields of OpenAI's two dialects that say who asks, and how the vendor keeps house.
import { users } from './samples.ts'
import { plain, values } from './variations.ts'

export const openaiHouse = [
  ...values('user', users),
  ...values('safety_identifier', { ...users, 'as long as it may be': 's'.repeat(128) }),
  ...values('metadata', {
    none: {},
    two: { team: 'tides', ticket: '12' },
    'user id': { user_id: 'jane.doe@example.com' },
    sixteen: Object.fromEntries(Array.from({ length: 16 }, (_, index) => [`${index}`.padStart(64, 'k'), 'v'.repeat(512)])),
    null: null,
  }),
  ...plain('service_tier', ['auto', 'default', 'flex', 'priority', 'fast']),
  ...plain('store', [true, false]),
  ...plain('prompt_cache_key', ['tides', 'k'.repeat(64)]),
  ...plain('prompt_cache_retention', ['in_memory', '24h']),
  ...values('prompt_cache_options', { implicit: { mode: 'implicit' } }),
  ...values('moderation', {
    'model alone': { model: 'omni-moderation-latest' },
    policy: { model: 'omni-moderation-latest', policy: { input: { mode: 'block' }, output: { mode: 'score' } } },
  }),
]
