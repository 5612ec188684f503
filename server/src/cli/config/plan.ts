// What a file would change. Nothing here is a secret: of those only that they change is known.
import { isRecord } from '../../lib/fields.ts'
import type { ConfigDocument } from './document.ts'
import type { Installation } from './installation.ts'
import { type ChannelStep, planChannels } from './plan-channels.ts'
import { type OptionStep, planOptions } from './plan-options.ts'
import type { References } from './references.ts'

export interface Plan {
  readonly options: readonly OptionStep[]
  readonly channels: readonly ChannelStep[]
  /** What the file does not name, and stays: options that differ from what is built in, and channels. */
  readonly kept: { readonly options: readonly string[]; readonly channels: readonly string[] }
}

const sections = ['options', 'channels']

/** Everything that is wrong is noted in the document; then there is no plan. */
export async function makePlan(document: ConfigDocument, installation: Installation, references: References): Promise<Plan | undefined> {
  if (document.problems.length > 0) return undefined
  const { value } = document
  if (!isRecord(value)) {
    document.note([], `must be a map with the sections ${sections.join(' and ')}`)
    return undefined
  }
  for (const name of Object.keys(value)) {
    if (!sections.includes(name)) document.note([name], `there is no such section: known are ${sections.join(' and ')}`)
  }
  const { steps: options, kept: keptOptions } = await planOptions(document, value.options ?? {}, installation, references)
  const { steps: channels, kept: keptChannels } = await planChannels(document, value.channels ?? [], installation, references)
  if (document.problems.length > 0) return undefined
  return { options, channels, kept: { options: keptOptions, channels: keptChannels } }
}

/** A plan as programs read it. */
export function planJson({ options, channels, kept }: Plan) {
  const created = channels.filter(({ id }) => id === undefined).length
  return {
    counts: { options: options.length, channels_created: created, channels_changed: channels.length - created },
    options: options.map(({ change }) => change),
    channels: channels.map(({ name, id, changes }) => ({ name, action: id === undefined ? 'create' : 'change', changes })),
    kept,
  }
}
