import { claudeCodeErrands } from './claude-code.ts'
import { codexErrands } from './codex.ts'
import type { Errand } from './errand.ts'
import { opencodeErrands } from './opencode.ts'

export const errands: readonly Errand[] = [...claudeCodeErrands, ...codexErrands, ...opencodeErrands]
