/** This dialect's name, on everything that it carries. */
export const NAME = 'coze-bot' as const
