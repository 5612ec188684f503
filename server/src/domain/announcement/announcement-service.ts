// What admins announce. Visitors ask for it at every visit, so each process keeps what has not ended and reads it again when it hears of a change.
import { AppError } from '@waystation/contract/errors'
import {
  ANNOUNCEMENTS_SHOWN,
  type Announcement,
  type AnnouncementAudience,
  type AnnouncementDraft,
  announcementState,
  StoredAnnouncement,
} from '@waystation/contract/site/announcement'
import type { Database } from '../../db/database.ts'
import type { Invalidation } from '../../lib/shared/invalidation.ts'
import { isRowId } from '../like-pattern.ts'
import {
  type AnnouncementChange,
  type AnnouncementRecord,
  countAnnouncements,
  createAnnouncement,
  deleteAnnouncement,
  editAnnouncement,
  endAnnouncement,
  findAnnouncements,
  findUnended,
} from './announcement-store.ts'

export interface AnnouncementParts {
  readonly database: Database
  readonly invalidation: Pick<Invalidation, 'publish' | 'subscribe'>
  /** Unix milliseconds. */
  readonly now: () => number
}

/** A process that missed the news of a change finds it so much later. */
const KEPT_MS = 60_000

interface Kept {
  readonly rows: Promise<StoredAnnouncement[]>
  readonly untilMs: number
}

export class AnnouncementService {
  readonly #parts: AnnouncementParts
  #kept: Kept | undefined

  constructor(parts: AnnouncementParts) {
    this.#parts = parts
    parts.invalidation.subscribe('announcement', () => {
      this.#kept = undefined
    })
  }

  /** Those that are shown now, newest first. @param audience `everybody`: what visitors may read */
  async shown(audience: AnnouncementAudience): Promise<Announcement[]> {
    const now = Math.floor(this.#parts.now() / 1000)
    return (await this.#unended())
      .filter((one) => announcementState(one, now) === 'active' && (audience === 'users' || one.audience === 'everybody'))
      .slice(0, ANNOUNCEMENTS_SHOWN)
      .map(({ id, title, text, kind, from, until, revision }) => ({ id, title, text, kind, from, until, revision }))
  }

  async list(page: { offset: number; limit: number }): Promise<{ items: StoredAnnouncement[]; total: number }> {
    const { database } = this.#parts
    const [rows, total] = await Promise.all([findAnnouncements(database, { page }), countAnnouncements(database)])
    return { items: rows.map(stored), total }
  }

  /** @throws AppError not_found */
  async get(id: number): Promise<StoredAnnouncement> {
    const [row] = isRowId(id) ? await findAnnouncements(this.#parts.database, { id, page: { offset: 0, limit: 1 } }) : []
    if (!row) throw new AppError('not_found', { what: 'announcement' })
    return stored(row)
  }

  /** @throws AppError announcement_too_many */
  create(author: { readonly id: number }, draft: AnnouncementDraft): Promise<StoredAnnouncement> {
    return this.#told(async () => stored(await this.#parts.database.run(createAnnouncement, { draft, authorId: author.id })))
  }

  /** @throws AppError not_found */
  edit(id: number, draft: AnnouncementDraft) {
    return this.#told(async () => both(await this.#parts.database.run(editAnnouncement, { id, draft })))
  }

  /** @throws AppError not_found */
  end(id: number) {
    return this.#told(async () => both(await this.#parts.database.run(endAnnouncement, { id })))
  }

  /** Answers with what it was. @throws AppError not_found */
  remove(id: number): Promise<StoredAnnouncement> {
    return this.#told(async () => stored(await this.#parts.database.run(deleteAnnouncement, { id })))
  }

  async #told<Value>(change: () => Promise<Value>): Promise<Value> {
    const value = await change()
    this.#parts.invalidation.publish('announcement')
    return value
  }

  #unended(): Promise<StoredAnnouncement[]> {
    const nowMs = this.#parts.now()
    if (this.#kept && nowMs < this.#kept.untilMs) return this.#kept.rows
    const rows = findUnended(this.#parts.database, Math.floor(nowMs / 1000)).then((found) => found.map(stored))
    const kept = { rows, untilMs: nowMs + KEPT_MS }
    this.#kept = kept
    rows.catch(() => {
      if (this.#kept === kept) this.#kept = undefined
    })
    return rows
  }
}

function stored(row: AnnouncementRecord): StoredAnnouncement {
  return StoredAnnouncement.parse({
    ...{ id: Number(row.id), title: row.title, text: row.content, kind: row.kind, audience: row.audience },
    ...{ from: Number(row.starts_at), until: row.ends_at === null ? null : Number(row.ends_at) },
    ...{ revision: Number(row.revision), created_at: Number(row.created_at) },
  })
}

const both = ({ before, after }: AnnouncementChange) => ({ before: stored(before), after: stored(after) })
