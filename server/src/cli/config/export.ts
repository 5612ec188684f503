// The configuration of the database as a file. The same configuration is the same text, whenever and wherever it is written.
import { isDeepStrictEqual } from 'node:util'
import { options as allOptions } from '@waystation/contract/options/registry'
import { role } from '@waystation/contract/site/status-table'
import { Document, isMap, isScalar } from 'yaml'
import type { ChannelWithKeyCount } from '../../domain/channel/channel-store.ts'
import { defaultFields, fieldNames, fieldsOfColumns, nameOfType } from './channel-fields.ts'
import type { Installation } from './installation.ts'
import { defaultValue, isConfigurable, presentValue } from './option-values.ts'

const HEADER = ` The configuration of Waystation: "waystation config plan FILE" shows what it would change, "waystation config apply FILE" changes it.
 What is not in this file stays as it is. Secrets are not in it: those that are stored stay, unless a line such as key: {env: NAME} names another.`

export interface Exported {
  readonly text: string
  /** Names that several channels have: those are left out, since nothing tells them apart. */
  readonly ambiguous: readonly string[]
}

export async function exportText({ options, channels }: Pick<Installation, 'options' | 'channels'>): Promise<Exported> {
  const changed = allOptions.filter((option) => {
    return isConfigurable(option) && !option.secret && !isDeepStrictEqual(presentValue(options, option), defaultValue(option))
  })
  const stored = [...(await channels())]
  const rows = stored.flatMap(([name, all]) => (all.length === 1 ? all.map((row) => ({ name, row })) : []))
  const document = new Document({
    options: Object.fromEntries(changed.map((option) => [option.key, presentValue(options, option)])),
    channels: rows.map(({ name, row }) => ({ name, ...fieldsToWrite(row) })),
  })
  document.commentBefore = HEADER
  const { setSecrets } = options.list({ role: role.root })
  if (setSecrets.length > 0) comment(document.contents, 'options', ` Secrets that are set, and stay: ${setSecrets.join(', ')}`)
  for (const [index, { name, row }] of rows.entries()) {
    if (row.key_count > 0) comment(document.getIn(['channels', index]), 'type', ` key: {env: ${variableOf(name)}}`)
  }
  const text = document.toString({ lineWidth: 0 })
  return { text, ambiguous: stored.flatMap(([name, all]) => (all.length > 1 ? [name] : [])) }
}

/** The type, and what else is not as a new channel has it. */
function fieldsToWrite(row: ChannelWithKeyCount) {
  const [fields, plain] = [fieldsOfColumns(row), defaultFields()]
  const written = fieldNames.filter((name) => name === 'type' || !isDeepStrictEqual(fields[name], plain[name]))
  return Object.fromEntries(written.map((name) => [name, name === 'type' ? nameOfType(row.type) : fields[name]]))
}

/** Puts a comment before a field of a map. */
function comment(map: unknown, field: string, text: string): void {
  const key = isMap(map) ? map.items.find((pair) => isScalar(pair.key) && pair.key.value === field)?.key : undefined
  if (isScalar(key)) key.commentBefore = text
}

/** What the variable for the key of a channel may be called. */
const variableOf = (name: string): string =>
  `${
    name
      .toUpperCase()
      .replaceAll(/[^A-Z0-9]+/g, '_')
      .replaceAll(/^[_\d]+|_$/g, '') || 'CHANNEL'
  }_KEY`
