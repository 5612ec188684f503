import { codex } from '../agents/codex.ts'
import type { Errand } from './errand.ts'

const newest = codex[0] as (typeof codex)[number]

export const codexErrands: readonly Errand[] = [
  { ...newest, name: 'codex-deepseek', about: 'the file, at DeepSeek', at: ['DeepSeek'] },
  {
    ...newest,
    name: 'codex-search',
    about: 'the file, with the vendor’s search among the tools',
    at: ['Gemini'],
    start(place, prompt) {
      const start = newest.start(place, prompt)
      return { ...start, args: ['-c', 'web_search="live"', ...start.args] }
    },
    sends: () => /"googleSearch":/,
  },
]
