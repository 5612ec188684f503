// Links to the files of tasks: whoever has one may open that file until the link ends, and nothing else (decision D77).
import type { Secrets } from '../../lib/secret.ts'
import { equalTexts } from '../../lib/text/equal-texts.ts'

/** A link lives so long, and less than an hour longer: within an hour the same file has the same link. */
const LIFETIME_SECONDS = 24 * 3600
const STEP_SECONDS = 3600
const USE = 'task file'

export interface LinkedFile {
  readonly rowId: number
  readonly name: string
}

export class TaskLinks {
  readonly #secrets: Pick<Secrets, 'sign'>
  readonly #now: () => number

  /** @param now unix milliseconds */
  constructor(secrets: Pick<Secrets, 'sign'>, now: () => number) {
    this.#secrets = secrets
    this.#now = now
  }

  /** What stands behind the `?` of a link to a file. */
  query({ rowId, name }: LinkedFile): string {
    const begun = Math.floor(this.#now() / 1000 / STEP_SECONDS) * STEP_SECONDS
    const until = begun + STEP_SECONDS + LIFETIME_SECONDS
    const sign = this.#sign(rowId, name, until)
    return new URLSearchParams({ task: String(rowId), file: name, until: String(until), sign }).toString()
  }

  /** The file of a link; undefined: it has ended, or was not made here. */
  read(query: Readonly<Record<string, unknown>>): LinkedFile | undefined {
    const { task, file, until, sign } = query
    if (typeof task !== 'string' || typeof file !== 'string' || typeof until !== 'string' || typeof sign !== 'string') return undefined
    if (!equalTexts(sign, this.#sign(Number(task), file, Number(until)))) return undefined
    return Number(until) * 1000 >= this.#now() ? { rowId: Number(task), name: file } : undefined
  }

  /** A token for the address at which a proxy tells that a task has something new. @param holdId the request that submitted it */
  noticeToken(holdId: string): string {
    return this.#secrets.sign('task notice', holdId)
  }

  isNoticeToken(holdId: string, token: string): boolean {
    return equalTexts(token, this.noticeToken(holdId))
  }

  #sign(rowId: number, name: string, until: number): string {
    return this.#secrets.sign(USE, `${rowId} ${name} ${until}`)
  }
}
