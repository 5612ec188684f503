/** What a session begins with. Empty texts leave it to the model. */
export interface VoiceSettings {
  readonly voice: string
  readonly instructions: string
  /** The model that writes down what the person says; empty: nobody does. */
  readonly transcriptionModel: string
}

/** OpenAI's model that transcribes the user, beside the model that answers. */
export const DEFAULT_TRANSCRIPTION_MODEL = 'gpt-4o-mini-transcribe'
/** Source: the reference of `audio.input.transcription.model`, https://platform.openai.com/docs/api-reference/realtime-sessions, 2026. */
export const TRANSCRIPTION_MODELS = [DEFAULT_TRANSCRIPTION_MODEL, 'gpt-4o-transcribe', 'whisper-1'] as const
