/**
 * How a model thinks before it answers: this room knows no names of models, so whoever asks for a translation says it.
 * - `effort`: told how hard by a word, its limit of tokens under the newer name, no temperature (OpenAI's)
 * - `own`: by its maker's own switch, and does so, unseen in part, unless it is told not to
 * - `none`: never, and it refuses the word
 */
export type ModelThinking = 'effort' | 'own' | 'none'
