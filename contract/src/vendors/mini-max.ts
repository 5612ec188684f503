import { vendor } from './vendor.ts'

/** OpenAI's two dialects, and Anthropic's below `/anthropic`; its plans are called at the same addresses. Source: https://platform.minimax.io/docs, 2026. */
export const miniMax = vendor({
  id: 35,
  name: 'MiniMax',
  hint: {
    zh: '国际站 api.minimax.io；国内站请填 https://api.minimaxi.com，两站密钥不通用',
    en: 'International: api.minimax.io; China: https://api.minimaxi.com. Their keys are not interchangeable',
  },
  hasOwnVoices: true,
  baseUrl: 'https://api.minimax.io',
  presets: [{ name: { zh: '国内站', en: 'China' }, address: 'https://api.minimaxi.com' }],
  rulebook: 'minimax',
  hosts: ['minimax.io', 'minimaxi.com', 'minimax.chat'],
  listedAs: ['minimax'],
  dialects: ['openai-chat', 'openai-responses', 'anthropic-messages'],
  isDialectChosen: true,
  versionPaths: { 'anthropic-messages': '/anthropic/v1' },
  operations: ['chat', 'speech', 'images', 'videos', 'models'],
  paths: { speech: '/v1/t2a_v2', images: '/v1/image_generation' },
  formats: { speech: 'minimax', images: 'minimax', videos: 'minimax' },
  models: [
    'MiniMax-M3',
    'MiniMax-M2.7',
    'MiniMax-M2.7-highspeed',
    'MiniMax-M2.5',
    'MiniMax-M2.1',
    'MiniMax-M2',
    'speech-2.8-hd',
    'speech-2.8-turbo',
    'image-01',
  ],
  unpriced: ['speech-2.8-hd', 'speech-2.8-turbo'],
  smallModel: 'MiniMax-M2',
})
