import type { Agent } from './agent.ts'
import { claudeCode } from './agents/claude-code.ts'
import { cline } from './agents/cline.ts'
import { codex } from './agents/codex.ts'
import { geminiCli } from './agents/gemini-cli.ts'
import { opencode } from './agents/opencode.ts'
import { qwenCode } from './agents/qwen-code.ts'

export const agents: readonly Agent[] = [...claudeCode, ...codex, geminiCli, ...opencode, ...qwenCode, ...cline]
