// What the buttons of the Markdown editor do to a text: pure, so that they can be tested.

/** A text and what is selected in it. */
export interface Selected {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** One replacement: what stands from `start` to `end` becomes `insert`; then `selectStart` to `selectEnd` of the new text is selected. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly insert: string
  readonly selectStart: number
  readonly selectEnd: number
}

/** Puts marks around what is selected, or around `placeholder` where nothing is; pressed again, takes them away. */
export function wrapped({ text, start, end }: Selected, mark: string, placeholder: string): Edit {
  const inner = text.slice(start, end)
  const isInside = text.slice(0, start).endsWith(mark) && text.slice(end).startsWith(mark)
  // A star next to another is half of a bold mark.
  const isHalf = mark === '*' && text[start - 2] === '*' && text[start - 3] !== '*'
  if (isInside && !isHalf) {
    const from = start - mark.length
    return { start: from, end: end + mark.length, insert: inner, selectStart: from, selectEnd: from + inner.length }
  }
  const word = inner === '' ? placeholder : inner
  const from = start + mark.length
  return { start, end, insert: mark + word + mark, selectStart: from, selectEnd: from + word.length }
}

/** `[words](address)`, with the address selected, so that the next thing typed or pasted takes its place. */
export function linked({ text, start, end }: Selected, placeholder: string): Edit {
  const words = text.slice(start, end) || placeholder
  const from = start + words.length + 3
  const address = 'https://'
  return { start, end, insert: `[${words}](${address})`, selectStart: from, selectEnd: from + address.length }
}

/** Makes list items of the lines that are touched; where all of them are, makes plain lines of them. */
export function bulleted({ text, start, end }: Selected): Edit {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const lineEnd = text.indexOf('\n', end)
  const to = lineEnd < 0 ? text.length : lineEnd
  const lines = text.slice(from, to).split('\n')
  const isList = lines.every((line) => line.startsWith('- '))
  const insert = lines.map((line) => (isList ? line.slice(2) : line.startsWith('- ') ? line : `- ${line}`)).join('\n')
  const isCaret = start === end
  return { start: from, end: to, insert, selectStart: isCaret ? from + insert.length : from, selectEnd: from + insert.length }
}

/** Puts a block on lines of its own behind what is selected. `chosen` is the part of it that is selected then. */
export function withBlock({ text, end }: Selected, block: string, chosen: string): Edit {
  const before = text.slice(0, end)
  const gap = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n'
  const insert = `${gap}${block}\n`
  const from = end + gap.length + Math.max(0, block.indexOf(chosen))
  return { start: end, end, insert, selectStart: from, selectEnd: from + chosen.length }
}

/** Code within a line is put between backticks, lines of it into a fence. */
export function asCode(selected: Selected, placeholder: string): Edit {
  const inner = selected.text.slice(selected.start, selected.end)
  if (!inner.includes('\n')) return wrapped(selected, '`', placeholder)
  const insert = `\`\`\`\n${inner}\n\`\`\``
  return { start: selected.start, end: selected.end, insert, selectStart: selected.start + 4, selectEnd: selected.start + 4 + inner.length }
}
