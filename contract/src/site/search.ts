// One search over everything that the caller may see.
import { z } from 'zod'

/** What a search finds, in the order in which it is shown. */
export const searchKinds = ['user', 'token', 'channel', 'order', 'code', 'call', 'model', 'message'] as const
export type SearchKind = (typeof searchKinds)[number]

/** Of each kind at most so many. */
export const SEARCH_HITS = 5
/** Longer texts are no name and no id of ours. */
export const SEARCH_TEXT_MAX = 200

const count = z.number().int()

export const SearchHit = z.object({
  kind: z.enum(searchKinds),
  /** The number of a thing, the name of a model, or the request id of a call. */
  id: z.string(),
  name: z.string(),
  /** Whose it is, where that is somebody else; else empty. Of a user the shown name. */
  owner: z.string(),
  /** The user's id whose it is; 0: nobody's. */
  owner_id: count,
  /** Of an order or a call, unix seconds; 0: it has none that matters. */
  at: count,
})
export type SearchHit = z.infer<typeof SearchHit>
