/** This dialect's name, on everything that it carries. */
export const NAME = 'cohere-chat' as const
