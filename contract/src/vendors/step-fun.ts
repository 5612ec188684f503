import { vendor } from './vendor.ts'

/** Source: https://platform.stepfun.com/docs, 2026; its plan: models.dev, 2026, `stepfun-step-plan` and `stepfun-ai-step-plan`. */
export const stepFun = vendor({
  id: 1025,
  name: 'StepFun',
  chineseName: '阶跃星辰',
  hint: { zh: 'Step 系列模型，官方接口', en: 'Official API of the Step models' },
  baseUrl: 'https://api.stepfun.com',
  presets: [
    { name: { zh: '国际站', en: 'International' }, address: 'https://api.stepfun.ai' },
    {
      name: { zh: 'Step Plan', en: 'Step Plan' },
      address: 'step-plan',
      at: { 'openai-chat': 'https://api.stepfun.com/step_plan/v1' },
    },
    {
      name: { zh: 'Step Plan（国际）', en: 'Step Plan, international' },
      address: 'step-plan-international',
      at: { 'openai-chat': 'https://api.stepfun.ai/step_plan/v1' },
    },
  ],
  listedAs: ['stepfun', 'stepfun-ai'],
  operations: ['chat', 'transcription', 'speech', 'images', 'models'],
  models: ['step-3.7-flash'],
  smallModel: 'step-3.7-flash',
})
