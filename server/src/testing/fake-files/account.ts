// What an account of a vendor keeps: files by key, of which another key knows nothing.
import type { IncomingHttpHeaders } from 'node:http'

/** A file as the stand-in keeps it. */
export interface KeptFile {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly bytes: Buffer
  readonly createdMs: number
  /** Unix milliseconds; absent: it stays. */
  readonly endsMs?: number
  /** In OpenAI's words. */
  readonly purpose?: string
  /** Was it made by the vendor's own tools? Only such files are given out by some vendors. */
  readonly isMade: boolean
  /** How often it is still said to be in preparation. */
  pendingReads: number
}

/** A request as the rules of a vendor see it. */
export interface AskedVendor {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly raw: Buffer
  readonly nowMs: number
}

/** What a vendor answers: an object as JSON, bytes as they are. */
export interface FileAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: object | Buffer
}

/** The files of one key. */
export class FileAccount {
  readonly #files = new Map<string, KeptFile>()

  add(file: KeptFile): KeptFile {
    this.#files.set(file.id, file)
    return file
  }

  /** The file, where it is there and has not expired. */
  find(id: string, nowMs: number): KeptFile | undefined {
    const file = this.#files.get(id)
    return file && (file.endsMs === undefined || file.endsMs > nowMs) ? file : undefined
  }

  /** Newest first. */
  all(nowMs: number): KeptFile[] {
    return [...this.#files.keys()].flatMap((id) => this.find(id, nowMs) ?? []).reverse()
  }

  delete(id: string): void {
    this.#files.delete(id)
  }
}

/** An upload under way, of a vendor that takes files in parts. */
export interface OpenUpload {
  readonly key: string
  readonly name: string | undefined
  readonly displayName: string
  readonly type: string
  /** As announced, in bytes. */
  readonly length: number
  parts: Buffer
  isOver: boolean
}

/** The form of an upload. Undefined: it is none. */
export async function formOf({ headers, raw }: AskedVendor): Promise<FormData | undefined> {
  const type = String(headers['content-type'])
  if (!/^multipart\/form-data; *boundary=/.test(type)) return undefined
  return new Response(new Uint8Array(raw), { headers: { 'content-type': type } }).formData().catch(() => undefined)
}

/** Names in a form or a query that the API does not have. */
export const strayNames = (given: Iterable<string>, known: readonly string[]): string[] =>
  [...given].filter((name) => !known.includes(name))

/** A whole number within bounds. Undefined: it is none. */
export function wholeNumber(given: string, least: number, most: number): number | undefined {
  const number = /^\d+$/.test(given) ? Number(given) : Number.NaN
  return number >= least && number <= most ? number : undefined
}
