// What client programs need to be told to call a gateway of this kind. The console shows it, and the agents of `npm run clients` are run with it.
import type { Language } from '../errors.ts'

/** The operating systems whose lines differ. */
export const systems = ['linux', 'macos', 'windows'] as const
export type System = (typeof systems)[number]

/** The dialects that the gateway's doors speak, by the names that `wire` gives them. */
export type ClientDialect = 'openai-chat' | 'openai-responses' | 'anthropic-messages' | 'gemini-generate'

/** What a client is connected with. */
export interface Connection {
  /** Of the gateway, without `/v1` and without a slash at the end. */
  readonly url: string
  /** With `sk-`. */
  readonly key: string
  readonly model: string
  /** Of those that the client speaks. */
  readonly dialect: ClientDialect
}

/** The system on which the client runs, and the first prompt of its sample code. */
export interface Place {
  readonly system: System
  readonly prompt: string
}

export type Bilingual = Readonly<Record<Language, string>>

export type CodeLanguage = 'shell' | 'powershell' | 'python' | 'javascript' | 'go' | 'java' | 'json' | 'toml' | 'text'

export interface Sample {
  readonly language: CodeLanguage
  readonly code: string
}

/** A library's call in one programming language. */
export interface LanguageSample extends Sample {
  readonly label: string
}

/** A field of a program's settings page, by the name that stands there. */
export interface SettingField {
  readonly name: Bilingual
  readonly value: string
}

/** One thing to do. */
export type Step = {
  /** Another way begins here, in the place of what is before: for whom it is. */
  readonly or?: Bilingual
} /** A command that is given once. */ & (
  | ({ readonly kind: 'install' } & Sample)
  | ({ readonly kind: 'run' } & Sample)
  /** The same variables, for the terminal that is open and for every one that is opened. */
  | { readonly kind: 'environment'; readonly now: Sample; readonly always: Sample }
  /** Text to stand in a file. `where` says where in it, if it may hold more. */
  | ({ readonly kind: 'file'; readonly path: string; readonly where?: Bilingual } & Sample)
  /** Fields to fill in on a settings page, and the way to it. */
  | { readonly kind: 'fields'; readonly where: Bilingual; readonly fields: readonly SettingField[] }
  | { readonly kind: 'code'; readonly samples: readonly LanguageSample[] }
)

/** The shelves on which clients stand. */
export const clientKinds = ['agent', 'app', 'code'] as const
export type ClientKind = (typeof clientKinds)[number]

export interface Client {
  /** In addresses. */
  readonly id: string
  readonly name: string
  readonly kind: ClientKind
  /** The usual one first. */
  readonly dialects: readonly [ClientDialect, ...ClientDialect[]]
  /** Are its lines the same on every system? */
  readonly isSameEverywhere?: boolean
  /** What should be known before it is set up. */
  readonly note?: Bilingual
  steps(connection: Connection, place: Place): readonly Step[]
}

/** What an agent that runs in a terminal is set up with. */
export interface AgentSetup {
  readonly environment?: Readonly<Record<string, string>>
  readonly files?: readonly AgentFile[]
  /** The program, and what follows it. */
  readonly command: readonly [string, ...string[]]
}

export interface AgentFile {
  /** Below the user's home, with slashes. */
  readonly path: string
  readonly language: 'json' | 'toml'
  readonly text: string
  readonly where?: Bilingual
}

/** An agent that runs in a terminal: it has one setup for every system. */
export interface TerminalAgent extends Client {
  readonly kind: 'agent'
  setup(connection: Connection): AgentSetup
}

/** Without a version at its end, as some clients want the address, or with it. */
export const v1 = (url: string): string => `${url}/v1`
