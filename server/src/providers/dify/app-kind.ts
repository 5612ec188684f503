import { isObject, type JsonObject } from '@waystation/wire/encoding/json'

/** A kind of app: its door, and where it takes the text. */
export interface AppKind {
  readonly path: string
  /** The input variable for the text; absent: the text is the app's question. */
  readonly input?: string
}

const paths: Readonly<Record<string, string>> = { completion: '/completion-messages', workflow: '/workflows/run' }

/** What the text is called that a new app starts from. */
const USUAL_INPUT = 'query'

/** What a channel's `other` says: `completion` or `workflow`, with or without the name of a variable; anything else is a chat app. */
export function appKind(other: string): AppKind {
  const [kind = '', input = ''] = other.split(':').map((word) => word.trim())
  const path = paths[kind.toLowerCase()]
  return path === undefined ? { path: '/chat-messages' } : { path, input: input || USUAL_INPUT }
}

/** The body as this kind of app takes it. */
export function bodyForKind({ query, auto_generate_name: naming, ...body }: JsonObject, { input }: AppKind): JsonObject {
  if (input === undefined)
    return { ...body, ...(query !== undefined && { query }), ...(naming !== undefined && { auto_generate_name: naming }) }
  return { ...body, inputs: { ...(isObject(body.inputs) ? body.inputs : {}), ...(query !== undefined && { [input]: query }) } }
}
