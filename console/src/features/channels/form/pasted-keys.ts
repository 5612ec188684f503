import { splitKeys } from '@waystation/contract/channels/channel-key'

const LINE_END = /[\r\n]+/

/** Would a field of one line run the lines of this together? */
export const hasLines = (text: string): boolean => LINE_END.test(text)

/** What is typed and the lines of what is pasted, with commas between them. A JSON document is one key, whatever lines it has. */
export function asOneLine(typed: string, pasted: string): string {
  return [typed, ...(pasted.includes('{') ? splitKeys(pasted, 'document') : pasted.split(LINE_END))]
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(', ')
}
