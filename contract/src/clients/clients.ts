import { claudeCode } from './agents/claude-code.ts'
import { cline } from './agents/cline.ts'
import { codex } from './agents/codex.ts'
import { geminiCli } from './agents/gemini-cli.ts'
import { opencode } from './agents/opencode.ts'
import { qwenCode } from './agents/qwen-code.ts'
import { apps } from './apps.ts'
import type { Client } from './client.ts'
import { anthropicSdk } from './libraries/anthropic-sdk.ts'
import { curl } from './libraries/curl.ts'
import { googleSdk } from './libraries/google-sdk.ts'
import { openaiSdk } from './libraries/openai-sdk.ts'

/** Every client that can be told how to call this gateway, by shelf, and on a shelf the most used first. */
export const clients: readonly [Client, ...Client[]] = [
  claudeCode,
  codex,
  geminiCli,
  opencode,
  qwenCode,
  cline,
  ...apps,
  curl,
  openaiSdk,
  anthropicSdk,
  googleSdk,
]
