export { moonshot } from './moonshot/index.ts'
export { qwen } from './qwen/index.ts'
