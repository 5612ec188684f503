// What the table needs to know of an agent: how it is started without a person, what its tools are called, and where it says its last words.
import type { ClientDialectName } from '@waystation/wire/chat/dialects'
import type { Ran } from './process.ts'

/** Where one agent does one job. */
export interface Place {
  /** Of the gateway, without `/v1`. */
  readonly url: string
  /** With `sk-`. */
  readonly key: string
  readonly model: string
  /** Its home; empty. */
  readonly home: string
  /** The folder that it works in; empty. */
  readonly work: string
}

export interface Start {
  /** After the program. */
  readonly args: readonly string[]
  /** Over what every agent gets. */
  readonly env?: Readonly<Record<string, string>>
  /** Settings to be written before, by path below its home. */
  readonly files?: Readonly<Record<string, string>>
}

/** A call of one of the agent's own tools, by the name without its namespace: with arguments, or with free text where it takes that. */
export type ToolUse = { readonly name: string } & ({ readonly input: Readonly<Record<string, unknown>> } | { readonly text: string })

/** The ways to take one step; the first whose tool is on offer is taken. */
export type Step = readonly ToolUse[]

export interface Agent {
  /** For the command line and the page. */
  readonly name: string
  readonly package: string
  /** The dialect of the gateway's door that it knocks at. */
  readonly dialect: ClientDialectName
  /** The beginning of the models' names: agents look there for what a model can do. */
  readonly flavour: string
  /** The program, with the Node that runs it where it needs one; undefined: there is none for this machine. */
  program(): readonly string[] | undefined
  start(place: Place, prompt: string): Start
  /** Makes the file, then changes it. */
  steps(file: string): readonly Step[]
  /** What it said at its end, as a person would read it; empty when it said nothing. */
  lastWords(ran: Ran): string
}

/** The file that agents write, in the folder that they work in. */
export const FILE = 'note.txt'

/** What the file holds after the first step, and after the last. */
export const content = { first: 'The first line.\n', last: 'The last line.\n' } as const

/** The same two steps in the form of patches that several agents take. */
export const addPatch = (file: string): string => `*** Begin Patch\n*** Add File: ${file}\n+${content.first}*** End Patch\n`
export const changePatch = (file: string): string =>
  `*** Begin Patch\n*** Update File: ${file}\n@@\n-${content.first}+${content.last}*** End Patch\n`
