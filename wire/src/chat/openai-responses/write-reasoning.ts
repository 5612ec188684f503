// A thought in a reply: an item with its text, and with the token of whichever vendor thought it.
import { ownExtras } from '../extras.ts'
import type { LossLog } from '../loss.ts'
import type { ReasoningPart } from '../request.ts'
import { type ItemSink, idOf, type Live, underId, withoutStatus } from './item-sink.ts'
import { NAME } from './name.ts'
import { reasoningItem } from './write-item.ts'
import { thoughtWriter } from './write-thought.ts'

/** Begins a thought. */
export function startThought(initial: ReasoningPart, path: string, sink: ItemSink): Live {
  let part = initial
  const index = sink.take()
  const id = idOf(part, 'rs', index, sink)
  const { signature: _, encrypted: __, ...bare } = withoutStatus(part)
  sink.add(index, reasoningItem({ ...bare, text: '' }, { id }))
  const thought = thoughtWriter(sink.printer, { item_id: id, output_index: index })
  if (initial.text !== '') thought.grow(initial.text)
  return {
    grow({ text, signature, encrypted, extras }) {
      const section = extras?.dialect === NAME ? extras.spellings?.section : undefined
      if (section !== undefined) {
        thought.section(section.startsWith('content') ? 'content' : 'summary')
        return
      }
      if (extras?.dialect === NAME) part = { ...part, extras: underId(extras, id) }
      if (signature !== undefined) part = { ...part, signature }
      if (encrypted !== undefined) part = { ...part, encrypted }
      if (text) thought.grow(text)
    },
    end() {
      thought.end()
      nameTokenLosses(part, path, sink.losses)
      const words = ownExtras(NAME, part)?.spellings
      const item = reasoningItem(part, { id })
      if (words?.summary === undefined) item.summary = [...thought.summaries]
      if (words?.content === undefined && thought.contents.length > 0) item.content = [...thought.contents]
      sink.done(index, item)
    },
  }
}

function nameTokenLosses({ signature, encrypted, signedBy }: ReasoningPart, path: string, losses: LossLog): void {
  if (signature !== undefined && signedBy === undefined) losses.add(`${path}.signature`, 'not-expressible')
  // One place for two tokens: the proof stands there.
  const isSecond = signature !== undefined && signedBy !== NAME
  if (encrypted !== undefined && (signedBy === undefined || isSecond)) losses.add(`${path}.encrypted`, 'not-expressible')
}
