import { z } from 'zod'
import { safeName } from '../options/option.ts'
import { thinkings, works } from './traits.ts'

/** What an operator says of models. Apart from their reading, which the console loads without the schema library. */
export const StatedTraits = z.record(
  safeName.min(1),
  z.strictObject({
    work: z.enum(works).exactOptional(),
    thinking: z.enum(thinkings).exactOptional(),
    maker: z.string().trim().min(1).max(40).exactOptional(),
  }),
)
