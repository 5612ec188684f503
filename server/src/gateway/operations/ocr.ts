import type { WireUsage } from '@waystation/wire/chat/reply/usage'
import type { Json } from '@waystation/wire/encoding/json'
import { annotationsIn, isRead, MAX_OCR_PAGES, ocrUsage, readOcr, TOKENS_PER_OCR_PAGE } from '@waystation/wire/ocr'
import { WireError } from '@waystation/wire/wire-error'
import type { ExpectedSize } from '../../domain/pricing/hold-policy.ts'
import type { ForwardedOperation } from '../types.ts'
import { wholeListener } from './whole-listener.ts'

/** Pages of documents, as text: passed through, and sold by the page. */
export const ocr: ForwardedOperation = {
  kind: 'forwarded',
  name: 'ocr',

  read(body) {
    const { model, document } = readOcr(body)
    if (!model) throw new WireError('model', 'a string')
    const { isPicture, data, mediaType } = document
    const medium = { kind: isPicture ? 'image' : 'file', ...(data === undefined ? {} : { data, mediaType: mediaType ?? '' }) } as const
    return { model, isStream: false, wantsUsageFrame: false, size: { textBytes: 0, media: [medium], maxOutputTokens: 0, choices: 1 } }
  },

  /** Held for are the pages that are named, else those that the document says it has, else as many as the vendor reads at most. */
  sizeFor({ kind }, size, body) {
    const { document, namedPages } = readOcr(body)
    const pages = document.isPicture ? 1 : (namedPages ?? Math.min(size.media[0]?.read?.pages ?? MAX_OCR_PAGES, MAX_OCR_PAGES))
    // What a document says of itself may be wrong: the vendor's count is believed beyond it.
    const believed = document.isPicture ? 1 : (namedPages ?? MAX_OCR_PAGES)
    const asTokens = kind === 'per-token' ? { asTokens: { bucket: 'freshInput', count: pages * TOKENS_PER_OCR_PAGE } as const } : {}
    return { ...size, media: [], measured: { unit: 'pages', amount: pages, most: pages, believed, ...asTokens } }
  },

  formatFor: ({ operations }) => (operations.includes('ocr') ? { operation: 'ocr', dialect: 'openai-chat' } : undefined),
  unsupported: annotationsIn,
  replyListener: (_format, _options, { facts }) => wholeListener(isRead, (reply) => soldUsage(reply, facts.size)),
  // The price depends on the pages, not on the text.
  promptTexts: () => [],
}

/** The pages, and at a price by tokens what they come to. */
function soldUsage(reply: Json, { measured }: ExpectedSize): WireUsage | undefined {
  const usage = ocrUsage(reply)
  return usage && measured?.asTokens ? { ...usage, freshInput: usage.pages * TOKENS_PER_OCR_PAGE } : usage
}
