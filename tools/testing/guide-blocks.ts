// The commands of a page of the guide, as a person finds them: block by block, below their headings.

/** A fenced block of a page. */
export interface GuideBlock {
  /** The heading that it stands below. */
  readonly heading: string
  /** What stands behind its fence, such as `sh`. */
  readonly language: string
  readonly text: string
}

export function blocksOf(markdown: string): GuideBlock[] {
  const blocks: GuideBlock[] = []
  let heading = ''
  const lines = markdown.split('\n').values()
  for (const line of lines) {
    heading = /^#+ (.+)/.exec(line)?.[1] ?? heading
    if (!line.startsWith('```')) continue
    const text: string[] = []
    for (const inside of lines) {
      if (inside === '```') break
      text.push(inside)
    }
    blocks.push({ heading, language: line.slice('```'.length), text: text.join('\n') })
  }
  return blocks
}

/** The commands of a block: a line each, but for those that go on in the next line, or up to the end of a text that they are given. */
export function commandsOf({ text }: Pick<GuideBlock, 'text'>): string[] {
  const commands: string[] = []
  const lines = text.split('\n').values()
  for (const line of lines) {
    const command = [line]
    while (command.at(-1)?.endsWith('\\')) command.push(lines.next().value ?? '')
    const end = /<<-?'?(\w+)'?/.exec(line)?.[1]
    while (end !== undefined && command.at(-1) !== end) command.push(lines.next().value ?? end)
    if (/^\s*[^\s#]/.test(line)) commands.push(command.join('\n'))
  }
  return commands
}
