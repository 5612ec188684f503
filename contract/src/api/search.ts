import { z } from 'zod'
import { endpoint } from '../channels/endpoint.ts'
import { SEARCH_TEXT_MAX, SearchHit } from '../site/search.ts'
import { nameText } from '../values/pasted.ts'

export const searchAll = endpoint({
  method: 'GET',
  path: '/api/search',
  summary:
    'Things by name, number or id, at most five of each kind: the own tokens, orders, models and calls; for admins users, channels, codes, ' +
    'messages and what belongs to users of a lower role, too',
  access: 'user',
  query: z.object({ q: nameText().max(SEARCH_TEXT_MAX).default('') }),
  data: z.array(SearchHit),
})
