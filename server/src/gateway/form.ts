// A request that is a form with a file.
import type { FormFile, FormPart } from '../lib/bodies/multipart.ts'

/** A form in the order in which it was sent. Names may stand in it several times. */
export type Form = readonly FormPart[]
/** Measures recordings and documents. */
export interface FileMeter {
  /** How long the recording is, in seconds, above 0. Never fails: an unreadable file is estimated by its size. */
  seconds(recording: Pick<FormFile, 'bytes' | 'type'>): Promise<number>
  /** The same, but undefined where the head cannot be read. */
  knownSeconds(recording: Pick<FormFile, 'bytes' | 'type'>): Promise<number | undefined>
  /** Pages of a PDF; undefined where no page tree can be read. */
  pdfPages(bytes: Buffer): Promise<number | undefined>
  close(): Promise<void>
}
