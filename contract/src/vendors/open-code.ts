import { vendor } from './vendor.ts'

// Each model is served in one dialect, mostly that of its maker. Sources: https://opencode.ai/docs/zen and /go, 2026; models.dev, 2026, `opencode`
// and `opencode-go`.

const responses = ['openai-responses']
const messages = ['anthropic-messages']
const inBoth = { gpt: responses, grok: responses, 'muse-spark': responses, 'qwen3.8-flash': messages }

export const openCodeZen = vendor({
  id: 1050,
  name: 'OpenCode Zen',
  hint: { zh: '为编程挑选的模型，按用量付费', en: 'Models selected for coding, paid by usage' },
  baseUrl: 'https://opencode.ai/zen',
  dialectsOfModels: { ...inBoth, claude: messages, gemini: ['gemini-generate'], 'qwen3.5-plus': messages, 'qwen3.6-plus': messages },
  versionPaths: { 'gemini-generate': '/v1' },
  isDialectChosen: true,
  operations: ['chat', 'models'],
})

export const openCodeGo = vendor({
  id: 1051,
  name: 'OpenCode Go',
  hint: { zh: '为编程挑选的开源模型，包月', en: 'Open models selected for coding, monthly plan' },
  baseUrl: 'https://opencode.ai/zen/go',
  dialectsOfModels: { ...inBoth, minimax: messages },
  isDialectChosen: true,
  operations: ['chat', 'models'],
})
