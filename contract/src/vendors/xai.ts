import { vendor } from './vendor.ts'

/** Its Responses API where `setting.dialects` names it. Source: https://docs.x.ai/developers/rest-api-reference, 2026. */
export const xai = vendor({
  id: 48,
  name: 'xAI',
  hint: { zh: 'Grok 系列模型，官方接口', en: 'Official API of the Grok models' },
  baseUrl: 'https://api.x.ai',
  rulebook: 'xai',
  hosts: ['x.ai'],
  listedAs: ['xai'],
  isDialectChosen: true,
  operations: ['chat', 'completions', 'models'],
  models: ['grok-4.6', 'grok-4.5', 'grok-4.3', 'grok-4.20', 'grok-build-0.1', 'grok-code-fast-1'],
  smallModel: 'grok-4.3',
})
