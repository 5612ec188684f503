/** This dialect's name, on everything that it carries. */
export const NAME = 'ollama-chat' as const
