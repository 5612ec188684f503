// What vendors of pictures take and give, where that is not OpenAI's.
import type { DialectName } from '../chat/dialects.ts'
import type { LossLog } from '../chat/losses/loss.ts'
import type { WireUsage } from '../chat/reply/usage.ts'
import type { Json, JsonObject } from '../encoding/json.ts'
import type { ImageTasks } from '../tasks/picture-tasks.ts'
import type { ImageRequest, ImageWork } from './request.ts'

/** A picture that was made: bytes in base64, or where they are. */
export interface MadeImage {
  readonly base64?: string
  readonly url?: string
  /** Of the bytes, such as `image/png`. */
  readonly mediaType?: string
  /** The prompt as the vendor rewrote it. */
  readonly revisedPrompt?: string
}

export interface ImageReply {
  readonly images: readonly MadeImage[]
  /** Undefined where nothing is reported. */
  readonly usage?: WireUsage
}

/** What a vendor takes and gives. */
export interface ImageFormat {
  /** The dialect that decides how its key is sent. */
  readonly dialect: DialectName
  readonly works: readonly ImageWork[]
  /** Set where only its requests are not OpenAI's: what comes back goes on as it comes, streams too. */
  readonly keepsReply?: true
  /** The body for the vendor. What it cannot express is recorded as a loss. */
  writeRequest(request: ImageRequest, model: string, losses: LossLog): JsonObject
  /** How its pictures are made by tasks; absent: each call is answered with its pictures. */
  readonly tasks?: ImageTasks
  /** Undefined: these are no pictures. */
  readReply(reply: Json | undefined): ImageReply | undefined
}
