export { moonshot } from './moonshot/index.ts'
export { openrouter } from './openrouter/index.ts'
export { qwen } from './qwen/index.ts'
export { vllm } from './vllm/index.ts'
