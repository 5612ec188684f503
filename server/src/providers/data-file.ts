// Media that stand in a request as data, for vendors that want them uploaded first.
import type { Json } from '@waystation/wire/encoding/json'
import type { FormFile } from '../lib/bodies/multipart.ts'

/** Is this an address that holds the data itself? */
export const isData = (url: Json | undefined): url is string => typeof url === 'string' && url.startsWith('data:')

/**
 * The field `file` of an upload.
 *
 * @param data a `data:` address in base64
 * @param name of the file, where it has one
 */
export function filePart(data: string, name: Json | undefined): FormFile {
  const comma = data.indexOf(',')
  const type = data.slice('data:'.length, comma).replace(/;base64$/, '')
  return {
    ...{ name: 'file', type, bytes: Buffer.from(data.slice(comma + 1), 'base64') },
    fileName: typeof name === 'string' ? name : `file.${extensionOf(type)}`,
  }
}

/** By the type of a file: its ending, by which vendors go. */
const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/svg+xml': 'svg',
  'audio/mpeg': 'mp3',
  'audio/x-wav': 'wav',
  'text/plain': 'txt',
  'text/markdown': 'md',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
}

const extensionOf = (type: string) => extensions[type] ?? /\/([a-z0-9]{1,8})$/.exec(type)?.[1] ?? 'bin'
