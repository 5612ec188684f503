// What an operator states of models. Apart from the reading of names, which the console loads without the schema library.
import { z } from 'zod'
import { safeName } from '../options/option.ts'

/** What a model is called for. `other`: no endpoint serves it yet. */
const Work = z.enum([
  ...([
    'chat',
    'embedding',
    'ranking',
    'speech',
    'transcription',
    'image',
    'moderation',
    'ocr',
    'realtime',
    'live',
    'drawing',
    'music',
    'film',
  ] as const),
  'other',
])
export type Work = z.infer<typeof Work>

/**
 * How a model thinks before it answers.
 * - `effort`: a word says how hard; its limit of tokens has the newer name, and it takes no temperature (OpenAI's)
 * - `own`: it thinks by default, a field of its maker's own turns that off, and part of the thinking is not shown
 * - `none`: it never thinks, and refuses the word for effort
 */
const Thinking = z.enum(['effort', 'own', 'none'])
export type Thinking = z.infer<typeof Thinking>

/** By the name of a model, or by a beginning of names with `*` behind it. */
export const StatedTraits = z.record(
  safeName.min(1),
  z.strictObject({
    work: Work.exactOptional(),
    thinking: Thinking.exactOptional(),
    maker: z.string().trim().min(1).max(40).exactOptional(),
    /** The most tokens that it reads. */
    context_tokens: z.number().int().min(1).max(1_000_000_000).exactOptional(),
    /** The most tokens that it answers with, thinking included. */
    longest_answer_tokens: z.number().int().min(1).max(1_000_000_000).exactOptional(),
    /** The last day on which it is served, `YYYY-MM-DD`. */
    ends_on: z.iso.date().exactOptional(),
    /** The model to use in its place. */
    successor: z.string().trim().min(1).max(190).exactOptional(),
  }),
)
export type StatedTraits = z.infer<typeof StatedTraits>
