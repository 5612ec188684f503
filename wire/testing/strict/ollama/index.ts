// A server of Ollama as two strict fake vendors: its address in OpenAI's dialect and its own. They refuse little: what Go's decoder cannot
// read, and what cannot be turned into a request of its own.
export { ollama } from './completions.ts'
export { ollamaNative } from './native.ts'
