import { z } from 'zod'
import { nameText } from '../values/pasted.ts'

/** How many are in a group: users, tokens that name it, channels that serve it. */
export const GroupUse = z.object({ users: z.number().int(), tokens: z.number().int(), channels: z.number().int() })
export type GroupUse = z.infer<typeof GroupUse>

export const groupName = nameText().min(1, 'field_required').max(64, 'field_too_long')
