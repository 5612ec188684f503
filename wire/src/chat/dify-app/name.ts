/** This dialect's name, on everything that it carries. */
export const NAME = 'dify-app' as const
