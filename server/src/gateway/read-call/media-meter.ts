// Reads the heads of the media that stand in a request: pixels of pictures, seconds of files and films, pages of PDFs. What is set aside for
// a call depends on them (decision D59), and nothing else: a head that lies is found out when the vendor counts.
import { imageSize } from 'image-size'
import type { Medium, MediumFacts } from '../../domain/pricing/media-tokens.ts'
import type { FileMeter } from '../form.ts'

/** The size of a picture stands at its beginning, behind what a camera writes there. */
const PICTURE_HEAD_BYTES = 512 * 1024

/** The media with what could be read of them, in place of their data. */
export async function measuredMedia(media: readonly Medium[], files: FileMeter): Promise<readonly Medium[]> {
  if (media.every(({ data }) => data === undefined)) return media
  return Promise.all(
    media.map(async ({ data, ...medium }) => (data === undefined ? medium : { ...medium, read: await factsOf(medium, data, files) })),
  )
}

async function factsOf({ kind, mediaType = '' }: Omit<Medium, 'data'>, data: string, files: FileMeter): Promise<MediumFacts> {
  const bytes = Math.floor((data.length * 3) / 4)
  if (kind === 'image') return { bytes, ...pixelsOf(Buffer.from(data.slice(0, (PICTURE_HEAD_BYTES / 3) * 4), 'base64')) }
  if (kind === 'file') return { bytes, ...(await pagesOf(data, mediaType, files)) }
  const seconds = await files.knownSeconds({ bytes: Buffer.from(data, 'base64'), type: mediaType })
  return { bytes, ...(seconds === undefined ? {} : { seconds }) }
}

function pixelsOf(head: Buffer): Pick<MediumFacts, 'width' | 'height'> {
  try {
    const { width, height } = imageSize(head)
    return { width, height }
  } catch {
    return {}
  }
}

/** `%PDF` in base64. */
const PDF_START = 'JVBER'

async function pagesOf(data: string, mediaType: string, files: FileMeter): Promise<Pick<MediumFacts, 'pages' | 'isPdf'>> {
  if (!data.startsWith(PDF_START) && !mediaType.includes('pdf')) return {}
  const pages = await files.pdfPages(Buffer.from(data, 'base64'))
  return { isPdf: true, ...(pages === undefined ? {} : { pages }) }
}
