import { vendor } from './vendor.ts'

const models = [
  'eleven_v3',
  'eleven_multilingual_v2',
  'eleven_flash_v2_5',
  'eleven_flash_v2',
  'eleven_turbo_v2_5',
  'eleven_turbo_v2',
  'scribe_v2',
]

/**
 * Speech and transcription only, both in formats of its own. What a character costs depends on the plan of the account, so no model has a built-in
 * price. Its list of models has those that speak. Sources: https://elevenlabs.io/docs/api-reference, "Stream speech", "Create transcript", "List
 * models" and "Get user subscription", 2026; the package @elevenlabs/elevenlabs-js 2.73.0.
 */
export const elevenLabs = vendor({
  id: 1065,
  name: 'ElevenLabs',
  hint: {
    zh: 'ElevenLabs 官方接口（语音合成与转写）。OpenAI 的音色名会换成 ElevenLabs 的默认音色，也可直接写音色 ID',
    en: 'Official ElevenLabs API (speech and transcription). OpenAI’s voice names become its default voices; voice IDs can be used directly',
  },
  hasOwnVoices: true,
  baseUrl: 'https://api.elevenlabs.io',
  presets: [
    { name: { zh: '全球', en: 'Global' }, address: 'https://api.elevenlabs.io' },
    { name: { zh: '美国', en: 'US' }, address: 'https://api.us.elevenlabs.io' },
    { name: { zh: '欧盟', en: 'EU' }, address: 'https://api.eu.residency.elevenlabs.io' },
    { name: { zh: '新加坡', en: 'Singapore' }, address: 'https://api.sg.residency.elevenlabs.io' },
    { name: { zh: '印度', en: 'India' }, address: 'https://api.in.residency.elevenlabs.io' },
  ],
  operations: ['speech', 'transcription', 'models'],
  formats: { speech: 'elevenlabs', transcription: 'elevenlabs' },
  models,
  unpriced: models,
  smallModel: 'eleven_flash_v2_5',
  balanceAt: 'everywhere',
})
