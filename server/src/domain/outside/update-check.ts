// Is there a newer version? The release information is in the form of GitHub's releases/latest.
import { AppError } from '@waystation/contract/errors'
import { updateReleaseUrl } from '@waystation/contract/options/operation'
import type { Option } from '@waystation/contract/options/option'
import type { ReadDocument } from './json-document.ts'

export interface UpdateCheck {
  readonly current: string
  readonly latest: string
  readonly is_newer: boolean
  readonly notes: string
  readonly page: string
}

export interface UpdateCheckParts {
  readonly options: { get<Value>(option: Option<Value>): Value }
  readonly readDocument: ReadDocument
  /** The version that runs. */
  readonly version: string
}

/** Compares the version that runs with the latest release. The check throws AppError update_not_configured, release_unnamed or the reader's. */
export function updateCheck({ options, readDocument, version }: UpdateCheckParts): () => Promise<UpdateCheck> {
  return async () => {
    const address = options.get(updateReleaseUrl)
    if (address === '') throw new AppError('update_not_configured')
    const { tag_name: tag, body, html_url: page } = await readDocument(address)
    if (typeof tag !== 'string' || numbersOf(tag) === undefined) throw new AppError('release_unnamed')
    return {
      current: version,
      latest: tag.replace(/^v/i, ''),
      is_newer: isNewer(tag, version),
      notes: typeof body === 'string' ? body : '',
      page: typeof page === 'string' && /^https?:\/\//i.test(page) ? page : '',
    }
  }
}

/** Is the first version the later one? `v1.10.0` is later than `1.9.2`, and `1.2.0` is later than `1.2.0-rc.1`. */
export function isNewer(version: string, than: string): boolean {
  const [ours, theirs] = [numbersOf(version), numbersOf(than)]
  if (!ours || !theirs) return false
  for (const at of [0, 1, 2]) {
    const difference = (ours[at] ?? 0) - (theirs[at] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return than.includes('-') && !version.includes('-')
}

function numbersOf(version: string): readonly number[] | undefined {
  const found = /^v?(\d+(?:\.\d+)*)/i.exec(version.trim())?.[1]
  return found?.split('.').map(Number)
}
