import type { ChatRules } from '@waystation/wire/rules/chat-rules'
import { rulesFor } from '@waystation/wire/rules/rulebooks'
import { rulebookOf } from '../../providers/rulebook.ts'
import type { Attempt } from '../types.ts'

/** What the model of this attempt accepts. */
export const rulesOf = ({ provider, channel, dialect, upstreamModel }: Attempt): ChatRules =>
  rulesFor(rulebookOf(provider, channel, dialect), upstreamModel)
