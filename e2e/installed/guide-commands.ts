// The commands of the guide, taken in the order of a walk. What is the operator's own is put in the place of the guide's examples.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../tools/processes.ts'
import { blocksOf, commandsOf, type GuideBlock } from '../../tools/testing/guide-blocks.ts'

/** Sections by the page that they are on. */
export type Sections = Readonly<Record<string, readonly string[]>>

/** What the guide writes, and what it is on this machine. */
export type OwnWords = Readonly<Record<string, () => string>>

export type GuideCommands = ReturnType<typeof readGuideCommands>

/** The shell's blocks of these sections of the English guide. Throws Error for a section without any. */
export function readGuideCommands(sections: Sections, own: OwnWords) {
  const blocks = new Map(
    Object.entries(sections).flatMap(([page, headings]) => headings.map((heading) => [`${page}: ${heading}`, shellBlocks(page, heading)])),
  )
  const taken = new Map<string, number>()
  const used = new Set<string>()
  // The longest first: one may begin as another.
  const words = Object.keys(own).toSorted((one, other) => other.length - one.length)
  const pattern = new RegExp(words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'), 'g')
  const inOwnWords = (command: string) =>
    command.replaceAll(pattern, (word) => {
      used.add(word)
      return own[word]?.() ?? word
    })
  return {
    /** The commands of a block, as a person copies them: for a walk that goes one way twice, too. Throws Error where there is none. */
    block(section: string, index = 0): string[] {
      const block = blocks.get(section)?.[index]
      if (block === undefined) throw new Error(`the walk has no block ${index} of “${section}”`)
      taken.set(`${section}, block ${index}`, index)
      return commandsOf(block).map(inOwnWords)
    },
    /** Blocks that nobody took. */
    left: () =>
      [...blocks].flatMap(([section, all]) => all.map((_, index) => `${section}, block ${index}`)).filter((name) => !taken.has(name)),
    /** Words of the operator's own that stood nowhere. */
    unused: () => words.filter((word) => !used.has(word)),
  }
}

function shellBlocks(page: string, heading: string): readonly GuideBlock[] {
  const markdown = readFileSync(join(root, `docs/guide/en/${page}.md`), 'utf8')
  const found = blocksOf(markdown).filter((block) => block.heading === heading)
  const foreign = found.filter(({ language }) => language !== 'sh')
  if (found.length === 0 || foreign.length > 0)
    throw new Error(`${page}: “${heading}” has ${found.length} blocks, ${foreign.length} of them no shell's`)
  return found
}
