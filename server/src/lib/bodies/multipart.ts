// Forms as `multipart/form-data`. Written here and not by the platform's FormData, which changes the line ends of texts.
import { randomBytes } from 'node:crypto'

export interface FormText {
  readonly name: string
  readonly text: string
}

export interface FormFile {
  readonly name: string
  readonly fileName: string
  /** The content type. */
  readonly type: string
  readonly bytes: Buffer
}

export type FormPart = FormText | FormFile

/**
 * The form as `multipart/form-data`, in pieces: its files are not copied.
 * Source: RFC 7578; quoting of names: the HTML standard, "Multipart form data".
 */
export function printForm(form: readonly FormPart[]): { readonly contentType: string; readonly body: readonly Buffer[] } {
  // Random, so that no caller's file can contain it.
  const boundary = `waystation-${randomBytes(16).toString('hex')}`
  const pieces = form.flatMap((part): Buffer[] => {
    const isFile = 'bytes' in part
    const fileName = isFile ? `; filename="${quoted(part.fileName)}"` : ''
    const type = isFile ? `Content-Type: ${part.type.replace(/[\r\n]/g, ' ')}\r\n` : ''
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(part.name)}"${fileName}\r\n${type}\r\n`
    return [Buffer.from(head), isFile ? part.bytes : Buffer.from(part.text), LINE_END]
  })
  return { contentType: `multipart/form-data; boundary=${boundary}`, body: [...pieces, Buffer.from(`--${boundary}--\r\n`)] }
}

const LINE_END = Buffer.from('\r\n')

const quoted = (name: string) => name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
