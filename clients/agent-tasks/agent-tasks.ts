import type { AgentTask } from './agent-task.ts'
import { claudeCodeTasks } from './claude-code.ts'
import { codexTasks } from './codex.ts'
import { opencodeTasks } from './opencode.ts'

export const agentTasks: readonly AgentTask[] = [...claudeCodeTasks, ...codexTasks, ...opencodeTasks]
