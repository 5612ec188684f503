/** OpenAI's, which other vendors' voices stand for too. */
export const DEFAULT_SPEECH_VOICE = 'alloy'
/** What browsers play of OpenAI's formats. Source: the reference of `response_format` at `/v1/audio/speech`, 2026. */
export const SPEECH_FORMATS = ['mp3', 'wav', 'opus', 'aac', 'flac'] as const
export const DEFAULT_SPEECH_FORMAT = 'mp3'
