import { utf8Bytes } from '@waystation/wire/encoding/text-bytes'
import { readPredict } from '@waystation/wire/images/predict'
import { WireError } from '@waystation/wire/wire-error'
import { measuredImages } from '../../../domain/pricing/image-price.ts'
import type { ForwardedOperation } from '../../types.ts'
import { ImageListener } from './image-listener.ts'
import { usualSale } from './images.ts'

/** Pictures of Imagen as Google's own clients request them: passed through to Google, never translated. */
export const predict: ForwardedOperation = {
  kind: 'forwarded',
  name: 'predict',

  read(body, _dialect, address) {
    if (!address) throw new WireError('model', 'a string')
    const { model } = address
    const request = readPredict(body)
    const measured = measuredImages(request, usualSale(model))
    const textBytes = request.prompts.reduce((sum, prompt) => sum + utf8Bytes(prompt), 0)
    return { model, isStream: false, wantsUsageFrame: false, size: { textBytes, media: [], maxOutputTokens: 0, choices: 1, measured } }
  },

  formatFor: ({ operations }, spoken, asked) =>
    operations.includes('predict') && spoken.includes(asked) ? { operation: 'predict', dialect: asked } : undefined,
  sizeFor: (price, size, body) => ({ ...size, measured: measuredImages(readPredict(body), price) }),
  replyListener: (_format, _options, call) => new ImageListener(call, readPredict(call.body).count, { format: 'gemini', isStream: false }),
  promptTexts: ({ body }) => readPredict(body).prompts,
}
