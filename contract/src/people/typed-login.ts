// What somebody types to log in: judged by whether it is right, so only its length has a limit here.
import { z } from 'zod'
import { nameText } from '../values/pasted.ts'

/** In characters. What is right is far shorter, and is judged elsewhere. */
export const TYPED_MAX = 1000

/** No name has a space around it or a sign in it that nobody sees. */
export const typedName = nameText().max(TYPED_MAX, 'field_too_long').default('')

export const typedText = z.string().max(TYPED_MAX, 'field_too_long').default('')
