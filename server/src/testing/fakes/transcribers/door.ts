import type { IncomingMessage } from 'node:http'
import type { Step } from '../fake-provider-script.ts'
import type { SeenRequest } from '../scripted-server.ts'

/** A vendor at one path. */
export interface TranscriberDoor {
  readonly path: RegExp
  /** The key, as it is shown there. */
  keyIn(headers: IncomingMessage['headers']): string
  /** What is wrong with a request; undefined where nothing is. */
  fault(seen: SeenRequest, headers: IncomingMessage['headers']): string | undefined
  answer(seen: SeenRequest): readonly Step[]
  /** An error as this vendor writes it. */
  refuse(status: number, message: string): readonly Step[]
}
