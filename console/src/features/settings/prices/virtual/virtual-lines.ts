// The models behind a virtual one as the dialog holds them: what is typed, which may not be right yet.
import type { ActualModel, requestMedia } from '@waystation/contract/models/model-mapping'
import { newId } from '~/shared/new-id.ts'

type Medium = (typeof requestMedia)[number]

export interface LineCondition {
  /** Names between commas. */
  readonly groups: string
  readonly tokens: string
  readonly header: string
  readonly headerIs: string
  readonly minTokens: string
  readonly maxTokens: string
  readonly withMedia: readonly Medium[]
  readonly withoutMedia: readonly Medium[]
}

export interface Line {
  /** Of the line in the dialog. */
  readonly id: string
  readonly model: string
  readonly priorities: string
  readonly share: string
  readonly when: LineCondition
}

export function emptyLine(): Line {
  const when = { groups: '', tokens: '', header: '', headerIs: '', minTokens: '', maxTokens: '', withMedia: [], withoutMedia: [] }
  return { id: newId(), model: '', priorities: '0', share: '', when }
}

/** The lines of a virtual model; one empty line of a new one. */
export function linesOf(models: readonly ActualModel[] = []): readonly Line[] {
  if (models.length === 0) return [emptyLine()]
  return models.map(({ model, priorities, share, when = {} }) => ({
    ...emptyLine(),
    ...{ model, priorities: String(priorities), share: numberTyped(share) },
    when: {
      groups: when.groups?.join(', ') ?? '',
      tokens: when.tokens?.join(', ') ?? '',
      header: when.header?.name ?? '',
      headerIs: when.header?.is ?? '',
      minTokens: numberTyped(when.min_prompt_tokens),
      maxTokens: numberTyped(when.max_prompt_tokens),
      withMedia: when.with_media ?? [],
      withoutMedia: when.without_media ?? [],
    },
  }))
}

const numberTyped = (value: number | undefined): string => (value === undefined ? '' : String(value))

/** What the lines say, in the form of the option; a number that is none stays as it was typed, so that its reading says what is wrong. */
export function modelsOf(lines: readonly Line[]): unknown[] {
  return lines.map((line) => {
    const when = conditionOf(line.when)
    return {
      ...{ model: line.model, priorities: numberOf(line.priorities) ?? 0 },
      ...defined({ share: numberOf(line.share), when: Object.keys(when).length === 0 ? undefined : when }),
    }
  })
}

/** How many conditions a line has. */
export const conditionCount = ({ when }: Line): number => Object.keys(conditionOf(when)).length

function conditionOf(when: LineCondition): object {
  return defined({
    groups: namesIn(when.groups),
    tokens: namesIn(when.tokens),
    header:
      when.header.trim() === '' ? undefined : defined({ name: when.header.trim().toLowerCase(), is: when.headerIs.trim() || undefined }),
    min_prompt_tokens: numberOf(when.minTokens),
    max_prompt_tokens: numberOf(when.maxTokens),
    with_media: when.withMedia.length === 0 ? undefined : when.withMedia,
    without_media: when.withoutMedia.length === 0 ? undefined : when.withoutMedia,
  })
}

function namesIn(text: string): readonly string[] | undefined {
  const names = text
    .split(/[,，]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
  return names.length === 0 ? undefined : names
}

function numberOf(text: string): number | string | undefined {
  if (text.trim() === '') return undefined
  const value = Number(text)
  return Number.isFinite(value) ? value : text
}

const defined = (fields: object): object => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
