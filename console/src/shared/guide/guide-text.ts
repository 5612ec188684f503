// Reads a page of the guide as it stands in docs/guide: its title, its sections, and where its links lead in the console.

/** A heading with what stands below it, up to the next one. */
export interface GuideSection {
  /** Empty: what stands before the first heading. */
  readonly heading: string
  readonly level: number
  readonly text: string
}

export interface GuideText {
  readonly title: string
  /** Markdown without the title. */
  readonly body: string
  readonly sections: readonly GuideSection[]
}

/** The anchor of a heading, as GitHub makes it: lower case, spaces become hyphens, other signs go. */
export function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')
}

/** Marks of Markdown that a reader does not see. */
const plain = (text: string) => text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*|]/g, '')

/** Divides a page at its headings; lines of code that begin with `#` are none. */
export function readGuideText(markdown: string): GuideText {
  const [first = '', ...lines] = markdown.split('\n')
  const sections: { heading: string; level: number; lines: string[] }[] = [{ heading: '', level: 1, lines: [] }]
  let isCode = false
  for (const line of lines) {
    if (line.trimStart().startsWith('```')) isCode = !isCode
    const level = isCode ? 0 : line.search(/[^#]/)
    if (level > 0 && line[level] === ' ') sections.push({ heading: plain(line.slice(level + 1)), level, lines: [] })
    else sections.at(-1)?.lines.push(line)
  }
  return {
    title: first.replace(/^# /, ''),
    body: lines.join('\n').trimStart(),
    sections: sections.map(({ heading, level, lines }) => ({ heading, level, text: plain(lines.join('\n')) })),
  }
}

/** Where a link of the guide leads in the console: other pages are files beside it, `/…` is a page of the console. Undefined: elsewhere. */
export function guidePath(address: string): string | undefined {
  const page = /^([a-z-]+)\.md(#[^#]*)?$/.exec(address)
  if (page) return `/docs/${page[1]}${page[2] ?? ''}`
  return /^\/(?!\/)/.test(address) ? address : undefined
}
