// A request that is a form with a file.

/** A form in the order in which it was sent. Names may stand in it several times. */
export type Form = readonly FormPart[]
export type FormPart = FormText | FormFile

export interface FormText {
  readonly name: string
  readonly text: string
}

export interface FormFile {
  readonly name: string
  readonly fileName: string
  /** The content type that the client gave it. */
  readonly type: string
  readonly bytes: Buffer
}

/** Measures recordings. */
export interface SoundMeter {
  /** How long the recording is, in seconds, above 0. Never fails: an unreadable file is estimated by its size. */
  seconds(recording: Pick<FormFile, 'bytes' | 'type'>): Promise<number>
  close(): Promise<void>
}
