import type { Agent } from '../agent.ts'
import { codex } from '../agents/codex.ts'
import type { Errand } from './errand.ts'

const [newest, older] = codex as readonly [Agent, Agent]

export const codexErrands: readonly Errand[] = [
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
