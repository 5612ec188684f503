/** This dialect's name, on everything that it carries. */
export const NAME = 'openai-chat' as const
