/** This dialect's name, on everything that it carries. */
export const NAME = 'bedrock-converse' as const
