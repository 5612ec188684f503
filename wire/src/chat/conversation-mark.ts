// What tells one conversation of a user from another, without the client's help: calls that carry on the same conversation have the same mark.
import { isObject, type Json, type JsonObject, parseJson } from '../encoding/json.ts'

/** Headers in which agents name their session: Claude Code, OpenCode and those after it, Codex, Goose. */
const HEADERS = ['x-claude-code-session-id', 'x-session-affinity', 'x-session-id', 'session_id', 'session-id', 'agent-session-id']
const MAX_NAME = 200
/** Of the user's first words so much tells conversations apart; agents begin many with the same preface. */
const FIRST_LETTERS = 600
const LAST_LETTERS = 300

/** The mark of a conversation; undefined: the body has no words of a user. Calls of one user are told apart by it, not users. */
export function conversationMark(headers: Readonly<Record<string, string | string[] | undefined>>, body: JsonObject): string | undefined {
  for (const name of HEADERS) {
    const value = headers[name]
    if (typeof value === 'string' && value !== '') return `${name}:${value.slice(0, MAX_NAME)}`
  }
  const session = sessionIn(body.metadata)
  if (session !== undefined) return `session:${session}`
  const opening = openingOf(body)
  if (opening === undefined) return undefined
  const { prompt_cache_key: key } = body
  return `${typeof key === 'string' ? key.slice(0, MAX_NAME) : ''}:${opening.length}:${opening.slice(0, FIRST_LETTERS)}:${opening.slice(-LAST_LETTERS)}`
}

/** Claude Code names its session within the user: as JSON, or behind its own word. */
function sessionIn(metadata: Json | undefined): string | undefined {
  const user = isObject(metadata) ? metadata.user_id : undefined
  if (typeof user !== 'string' || user.length > 1000) return undefined
  const named = user.startsWith('{') ? parseJson(user) : undefined
  if (isObject(named) && typeof named.session_id === 'string') return named.session_id.slice(0, MAX_NAME)
  return /_session_([\w-]{8,64})$/.exec(user)?.[1]
}

/** The user's first words, wherever a dialect has its turns. */
function openingOf({ messages, contents, input }: JsonObject): string | undefined {
  return typeof input === 'string' ? input : firstWords(messages ?? contents ?? input, 'user')
}

function firstWords(messages: Json | undefined, role: string): string | undefined {
  if (!Array.isArray(messages)) return undefined
  for (const message of messages)
    if (isObject(message) && (message.role === role || message.role === undefined)) {
      const words = wordsIn(message.content ?? message.parts)
      if (words !== '') return words
    }
  return undefined
}

function wordsIn(content: Json | undefined): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((part) => (isObject(part) && typeof part.text === 'string' ? part.text : '')).join('')
}
