// The strict vendors that speak OpenAI's chat dialect, one line each.
export { moonshot } from './moonshot/index.ts'
export { ollama, ollamaNative } from './ollama/index.ts'
export { openrouter } from './openrouter/index.ts'
export { qwen } from './qwen/index.ts'
export { vllm } from './vllm/index.ts'
