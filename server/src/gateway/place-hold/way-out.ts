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

const hintOf = {
  elsewhere: {
    zh: '通过地址或 ID 引用的音视频按模型的全部上下文预扣，直接发送文件本身则按时长预扣',
    en: 'Sound or video by address or id is held at the whole context of the model. Send the file itself, and it is held by its length',
  },
  file: {
    zh: 'PDF 按每页 3,000 个 Token 预扣，通过地址或 ID 引用的按最大页数预扣；可减少页数，或直接发送文件本身',
    en: 'A PDF is held at 3,000 tokens a page, and by address or id at the most pages there can be. Send fewer pages, or the file itself',
  },
  picture: {
    zh: '图片按像素预扣，可发送更小的图片',
    en: 'Pictures are held by their pixels. Send smaller ones',
  },
  pages: {
    zh: '文档按页预扣：PDF 数据按其页数，通过地址或 ID 引用的按 1,000 页；可用 pages 指定要识别的页，或直接发送文件本身',
    en: 'A document is held by the page: a PDF in the request by its own pages, one by address or id at 1,000. Name fewer in pages, or send the file itself',
  },
  tools: {
    zh: '按次收费的工具按可用次数预扣，可减少次数（max_uses 或 max_tool_calls）',
    en: 'Tools with a price per use are held for every use that is allowed. Allow fewer (max_uses or max_tool_calls)',
  },
} as const
