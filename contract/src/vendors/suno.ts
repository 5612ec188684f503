import { vendor } from './vendor.ts'

/** Music by a proxy of Suno. Source: server-behaviour 9.5. */
export const suno = vendor({
  id: 36,
  name: 'Suno',
  baseUrl: '',
  addressExample: 'https://suno-api.example.com',
  operations: ['music'],
  models: ['suno_music', 'suno_lyrics'],
  hint: { zh: '兼容 Suno-API 的音乐代理', en: 'A music proxy compatible with Suno-API' },
  isTestable: false,
})
