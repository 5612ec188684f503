import { vendor } from './vendor.ts'

/** A server of one's own, with the models that were started there. Source: https://inference.readthedocs.io, "Client API". */
export const xinference = vendor({
  id: 47,
  name: 'Xinference',
  hint: { zh: '自行部署的 Xinference 服务', en: 'Your own Xinference server' },
  baseUrl: '',
  rulebook: 'xinference',
  operations: [
    'chat',
    'completions',
    'embeddings',
    'transcription',
    'translation',
    'speech',
    'rerank',
    'images',
    'image-variations',
    'models',
  ],
})
