/**
 * How a model thinks before it answers. No module here reads that from a name: whoever asks for a translation says it.
 * - `effort`: a word says how hard; its limit of tokens has the newer name, and it takes no temperature (OpenAI's)
 * - `own`: it thinks by default, a field of its maker's own turns that off, and part of the thinking is not shown
 * - `none`: it never thinks, and refuses the word for effort
 */
export type ModelThinking = 'effort' | 'own' | 'none'
