// The strict stand-ins of servers that speak OpenAI's chat dialect, each in a folder of its own.
import { deepseek } from './deepseek/deepseek.ts'
import { groq } from './groq/groq.ts'
import { mistral } from './mistral/mistral.ts'
import { moonshot } from './moonshot/index.ts'
import { ollama, ollamaNative } from './ollama/index.ts'
import { openrouter } from './openrouter/index.ts'
import { qwen } from './qwen/index.ts'
import { vllm } from './vllm/index.ts'
import { xai } from './xai/xai.ts'
import { zhipu } from './zhipu/index.ts'

export const alike = { deepseek, groq, mistral, xai, moonshot, qwen, openrouter, vllm, ollama, ollamaNative, zhipu }
