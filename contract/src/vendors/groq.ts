import { vendor } from './vendor.ts'

/** Source: https://console.groq.com/docs/api-reference, 2026; it keeps no reply (.../docs/responses-api). */
export const groq = vendor({
  id: 1001,
  name: 'Groq',
  tracedAs: 'groq',
  hint: { zh: '高速推理，托管开源模型', en: 'Fast inference of open models' },
  baseUrl: 'https://api.groq.com/openai',
  rulebook: 'groq',
  hosts: ['groq.com'],
  dialects: ['openai-chat', 'openai-responses'],
  isDialectChosen: true,
  operations: ['chat', 'transcription', 'translation', 'speech', 'models'],
})
