/** This dialect's name, on everything that it carries. */
export const NAME = 'openai-responses' as const
