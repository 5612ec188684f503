// Where a call would go now: the question, and its answer.
import { z } from 'zod'
import type { Work } from '../models/stated-traits.ts'
import { TokenId, UserId } from '../values/id.ts'
import { exactText, nameText } from '../values/pasted.ts'
import { skipReasons } from './skip-words.ts'

/** Where the Live API of Google's libraries is. */
const LIVE = '/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent'

/** The endpoints that can be asked about: one for each dialect and kind of work. */
export const askedEndpoints = [
  '/v1/chat/completions',
  '/v1/responses',
  '/v1/messages',
  '/v1beta/models',
  '/v1/completions',
  '/v1/embeddings',
  '/v1/rerank',
  '/v1/moderations',
  '/v1/ocr',
  '/v1/images/generations',
  '/v1/images/edits',
  '/v1/audio/speech',
  '/v1/audio/transcriptions',
  '/v1/audio/translations',
  '/v1/videos',
  '/v1/realtime',
  LIVE,
] as const
export type AskedEndpoint = (typeof askedEndpoints)[number]

const endpointByWork: Readonly<Record<Work, AskedEndpoint>> = {
  chat: '/v1/chat/completions',
  embedding: '/v1/embeddings',
  ranking: '/v1/rerank',
  speech: '/v1/audio/speech',
  transcription: '/v1/audio/transcriptions',
  image: '/v1/images/generations',
  moderation: '/v1/moderations',
  ocr: '/v1/ocr',
  realtime: '/v1/realtime',
  live: LIVE,
  // Submissions of tasks cannot be asked about.
  drawing: '/v1/chat/completions',
  music: '/v1/chat/completions',
  film: '/v1/videos',
  other: '/v1/chat/completions',
}

/** Where a model of this work is usually called. */
export const usualEndpoint = (work: Work): AskedEndpoint => endpointByWork[work]

/** A call that is not made. It is a token's, a user's in a group, or that of anybody in a group. */
export const RouteQuestion = z
  .object({
    model: exactText().min(1, 'field_required').max(190, 'field_too_long'),
    /** Absent: where such a model is usually called. */
    endpoint: z.enum(askedEndpoints).optional(),
    /** Absent: as the request says, else whole. */
    stream: z.boolean().optional(),
    /** With a user: the group in which they call, as in the playground. Absent: their own. */
    group: nameText().max(64, 'field_too_long').default(''),
    user_id: UserId.optional(),
    token_id: TokenId.optional(),
    /** The body of the call: by it conversations are recognised, and what channels cannot do or take. Files and stored responses that it names are not looked up. */
    request: z.record(z.string().max(200), z.json()).optional(),
  })
  .refine(({ group, user_id, token_id }) => group !== '' || user_id !== undefined || token_id !== undefined, {
    path: ['group'],
    message: 'field_required',
  })
  .refine(({ group, user_id, token_id }) => token_id === undefined || (group === '' && user_id === undefined), {
    path: ['token_id'],
    message: 'route_token_alone',
  })
export type RouteQuestion = z.infer<typeof RouteQuestion>

/** What one answer names at most. */
export const MAX_ROUTE_CANDIDATES = 50
export const MAX_ROUTE_TIERS = 20
export const MAX_ROUTE_NAMED = 5

const named = { channel_id: z.number().int(), channel_name: z.string() }

/** A channel that serves the model in this group. */
export const RouteCandidate = z.object({
  ...named,
  /** The model's name upstream. */
  upstream_model: z.string(),
  weight: z.number().int(),
  is_usable: z.boolean(),
  /** Is the request translated for it? Such channels come after those of their tier that speak the client's dialect. */
  is_translated: z.boolean(),
  /** Percent of the calls of its tier that are drawn to it: weight + 10 of those that come first. 0: it comes later. Null: it cannot be used now. */
  share: z.number().nullable(),
  /** Calls under way there for this model. */
  under_way: z.number().int(),
  /** How long its answers take to begin, in milliseconds; null: too few were seen lately. */
  first_ms: z.number().nullable(),
  /** Why it cannot be used, and the same as a sentence in the reader's language; null: it can be. */
  reason: z.enum(skipReasons).nullable(),
  message: z.string().nullable(),
  /** Seconds until it may be used again, where that is known. */
  wait_seconds: z.number().int().nullable(),
})
export type RouteCandidate = z.infer<typeof RouteCandidate>

/** Channels of one priority. A tier is tried when those before it have none left. */
export const RouteTier = z.object({
  priority: z.number().int(),
  /** How many of its channels can be used now, and how many cannot. */
  usable: z.number().int(),
  unusable: z.number().int(),
  /** Those that can be used first, the heaviest first; not all, where there are many. */
  candidates: z.array(RouteCandidate),
})
export type RouteTier = z.infer<typeof RouteTier>

/** Channels that are out for one reason. */
export const RouteFold = z.object({
  reason: z.enum(skipReasons),
  message: z.string(),
  count: z.number().int(),
  /** The least wait among them; null: nothing is waited for. */
  wait_seconds: z.number().int().nullable(),
  /** The first of them. */
  channels: z.array(z.object(named)),
})
export type RouteFold = z.infer<typeof RouteFold>

/** Where a call would go now, and why not elsewhere. Nothing was sent, held or changed to find out. */
export const RouteExplanation = z.object({
  model: z.string(),
  group: z.string(),
  endpoint: z.enum(askedEndpoints),
  stream: z.boolean(),
  /** What the caller would be told instead of an answer; null: the call would be tried. Limits and money are those of the token, or of the user; a group has none. */
  refusal: z.object({ code: z.string(), message: z.string(), retry_after: z.number().int().nullable() }).nullable(),
  /** The channel that answered the conversation last, and whether it goes first; null: there is none. */
  home: z.object({ ...named, is_first: z.boolean() }).nullable(),
  /** A channel that rests, which a call may try before its time since no other can be used; null: none. */
  trial: z.object(named).nullable(),
  /** In the order in which they are tried. */
  tiers: z.array(RouteTier),
  tiers_left_out: z.number().int(),
  /** All that are out, by reason; those that serve the model in this group first. */
  out: z.array(RouteFold),
})
export type RouteExplanation = z.infer<typeof RouteExplanation>
