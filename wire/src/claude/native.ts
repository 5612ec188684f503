/** The dialect of Claude's own vendor. Its signatures are good in every cloud. Source: Anthropic, "Extended thinking", signatures. */
export const NATIVE_DIALECT = 'anthropic-messages' as const
