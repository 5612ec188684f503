import type { Agent } from '../agent.ts'
import { codex } from '../agents/codex.ts'
import type { AgentTask } from './agent-task.ts'

const [newest, older] = codex as readonly [Agent, Agent]

export const codexTasks: readonly AgentTask[] = [
  { ...newest, name: 'codex-deepseek', about: 'the file, at DeepSeek', at: ['DeepSeek'] },
  {
    ...older,
    name: 'codex-search',
    about: 'the file, with the vendor’s search among the tools',
    at: ['Gemini'],
    start(place, prompt) {
      const start = older.start(place, prompt)
      return { ...start, args: ['-c', 'web_search="live"', ...start.args] }
    },
    sends: () => /"googleSearch":/,
  },
]
