import type { NewResponse, Reader, ResponseRecord, ResponseService } from '../../../domain/response/response-service.ts'

/** A conversation beyond this is forgotten: its client is told that its last response is not known, and sends the whole. */
const MAX_BYTES = 32 * 1024 * 1024

/**
 * What a socket remembers of its last response, so that the next call can go on from it by its id though it was stored nowhere. All else is
 * as it is stored.
 */
export class RememberedResponses implements ResponseService {
  readonly #stored: ResponseService
  /** The conversation as far as it took place on this socket, oldest first. */
  #links: readonly ResponseRecord[] = []
  #lastId = ''
  /** What it resumed when it began; empty: nothing. */
  #firstPreviousId = ''
  #bytes = 0
  readonly remembers = true

  constructor(stored: ResponseService) {
    this.#stored = stored
  }

  get maxBytes(): number {
    return this.#stored.maxBytes
  }

  async save(response: NewResponse): Promise<boolean> {
    this.#remember(response)
    return response.isOnlyRemembered ? true : this.#stored.save(response)
  }

  #remember({ id, previousId, input, body, channelId }: NewResponse): void {
    const isGoingOn = previousId !== '' && previousId === this.#lastId
    const bytes = (isGoingOn ? this.#bytes : 0) + Buffer.byteLength(input) + Buffer.byteLength(body)
    if (bytes > MAX_BYTES) {
      this.#links = []
      this.#lastId = ''
      this.#bytes = 0
      return
    }
    const link: ResponseRecord = { channelId, previousKey: '', input, body }
    this.#links = isGoingOn ? [...this.#links, link] : [link]
    if (!isGoingOn) this.#firstPreviousId = previousId
    this.#lastId = id
    this.#bytes = bytes
  }

  async chain(reader: Reader, id: string): Promise<readonly ResponseRecord[] | undefined> {
    if (id !== this.#lastId || id === '') return this.#stored.chain(reader, id)
    if (this.#firstPreviousId === '') return this.#links
    const before = await this.#stored.chain(reader, this.#firstPreviousId)
    return before && [...before, ...this.#links]
  }

  find(reader: Reader, id: string): Promise<ResponseRecord | undefined> {
    return this.#stored.find(reader, id)
  }

  holders(reader: Reader, itemIds: readonly string[]): Promise<readonly ResponseRecord[]> {
    return this.#stored.holders(reader, itemIds)
  }

  delete(reader: Reader, id: string): Promise<boolean> {
    return this.#stored.delete(reader, id)
  }

  purge(): Promise<number> {
    return this.#stored.purge()
  }
}
