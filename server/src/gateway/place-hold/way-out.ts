import type { Words } from '@waystation/contract/errors'
import type { ExpectedSize } from '../../domain/pricing/hold-policy.ts'
import type { Medium } from '../../domain/pricing/media-tokens.ts'

/** What a caller can do where the balance does not cover what is dear in a request; empty where nothing of it is. */
export function wayOut({ media, measured }: Pick<ExpectedSize, 'media' | 'measured'>, offersTools: boolean): Words {
  const has = (isDear: (medium: Medium) => boolean) => media.some(isDear)
  const hints = [
    has(({ kind, read }) => (kind === 'audio' || kind === 'video') && !read) && hintOf.elsewhere,
    has(({ kind }) => kind === 'file') && hintOf.file,
    has(({ kind }) => kind === 'image') && hintOf.picture,
    measured?.unit === 'pages' && hintOf.pages,
    offersTools && hintOf.tools,
  ].filter((hint) => hint !== false)
  return { zh: hints.map(({ zh }) => `。${zh}`).join(''), en: hints.map(({ en }) => `. ${en}`).join('') }
}

/** Nothing of it is dear. */
export const noWayOut = (): Words => ({ zh: '', en: '' })

const hintOf = {
  elsewhere: {
    zh: '通过地址或 ID 引用的音视频按模型的全部上下文预扣，直接发送文件本身则按时长预扣',
    en: 'For audio or video by URL or ID, the hold covers the whole context of the model. Send the file itself, and the hold covers its length',
  },
  file: {
    zh: 'PDF 按每页 3,000 个 Token 预扣，通过地址或 ID 引用的按最大页数预扣；可减少页数，或直接发送文件本身',
    en: 'For a PDF, the hold covers 3,000 tokens a page, and by URL or ID the maximum number of pages. Send fewer pages, or the file itself',
  },
  picture: {
    zh: '图片按像素预扣，可发送更小的图片',
    en: 'For images, the hold depends on their pixels. Send smaller images',
  },
  pages: {
    zh: '文档按页预扣：PDF 数据按其页数，通过地址或 ID 引用的按 1,000 页；可用 pages 指定要识别的页，或直接发送文件本身',
    en: 'For documents, the hold covers each page: those of a PDF in the request, or 1,000 for one by URL or ID. Select fewer with pages, or send the file itself',
  },
  tools: {
    zh: '按次收费的工具按可用次数预扣，可减少次数（max_uses 或 max_tool_calls）',
    en: 'For tools with a price per use, the hold covers every allowed use. Allow fewer (max_uses or max_tool_calls)',
  },
} as const
