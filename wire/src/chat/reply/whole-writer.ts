import type { JsonObject } from '../../encoding/json.ts'
import type { ReplyWriter } from '../dialect.ts'
import { type FoldedReply, Folder } from './fold.ts'

/** Writes a reply as one body, whose only frame comes from `end`. `write` makes the body of the folded events. */
export function wholeWriter(write: (reply: FoldedReply) => JsonObject): ReplyWriter {
  const folder = new Folder()
  return {
    push(event) {
      folder.push(event)
      return []
    },
    end() {
      return [{ event: '', data: JSON.stringify(write(folder.reply())) }]
    },
  }
}
