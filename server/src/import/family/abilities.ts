// What channels serve stands in a table of its own there, and follows from the channels here: where the two disagree, it is told.
import { flagOf, listOf, textOf, wholeOf } from '../fields.ts'
import type { ReadParts } from '../source.ts'

/** Compares the table of abilities with the groups and models of the channels. */
export async function readAbilities({ foreign, tally }: ReadParts): Promise<void> {
  if (!foreign.tables.has('abilities')) return
  const derived = new Map<string, boolean>()
  for await (const rows of foreign.pages('channels', 'id'))
    for (const row of rows)
      for (const group of listOf(textOf(row, 'group')))
        for (const model of listOf(textOf(row, 'models')))
          derived.set(nameOf(textOf(row, 'id'), group, model), wholeOf(row, 'status', 1) === 1)
  for (const row of await foreign.all('abilities')) {
    const name = nameOf(textOf(row, 'channel_id'), textOf(row, 'group'), textOf(row, 'model'))
    if (derived.get(name) !== flagOf(row, 'enabled')) tally.note('ability_differs', name)
    derived.delete(name)
  }
  for (const name of derived.keys()) tally.note('ability_differs', name)
}

const nameOf = (channel: string, group: string, model: string) => `channel ${channel}: ${model} for ${group}`
