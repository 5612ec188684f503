// Ids of what a vendor keeps at its customer's account: files, conversations, prompts, containers, stores, voices. One account serves many
// callers, so the gateway must know which of them a request names, and which of them a reply gave (decision D66). Bodies of all dialects.
import { isObject, type Json, type JsonObject, parseJson } from '../encoding/json.ts'

/** An id in a request, with its place there. */
export interface NamedId {
  readonly path: string
  readonly id: string
}

/** Fields that hold one id, or a list of them. */
const ID_FIELDS: ReadonlySet<string> = new Set([
  ...['file_id', 'container_id', 'vector_store_id', 'cachedContent', 'cached_content', 'ragCorpus', 'rag_corpus', 'datastore'],
  ...['file_ids', 'vector_store_ids', 'collection_ids', 'fileSearchStoreNames', 'file_search_store_names'],
])

/** Fields that are looked into. What callers and models fill in freely (arguments, results, schemas, metadata) is none of them. */
const WITHIN: ReadonlySet<string> = new Set([
  ...['messages', 'contents', 'content', 'parts', 'output', 'source', 'file', 'image_url', 'document', 'tools', 'environment', 'skills'],
  ...['tool_resources', 'code_interpreter', 'file_search', 'fileSearch', 'fileData', 'file_data', 'input_image_mask'],
  ...['functionResponse', 'function_response', 'retrieval', 'vertexRagStore', 'vertex_rag_store', 'ragResources', 'rag_resources'],
  ...['vertexAiSearch', 'vertex_ai_search', 'systemInstruction', 'system_instruction', 'generateContentRequest'],
])

/** Ids of things that the vendor keeps, as far as a request names them in place of sending them. */
export function vendorIds(body: JsonObject): NamedId[] {
  const found: NamedId[] = []
  for (const field of ['conversation', 'prompt', 'audio'] as const) nameObject(body[field], field, found)
  if (typeof body.conversation === 'string') found.push({ path: 'conversation', id: body.conversation })
  nameVoice(body.voice, 'voice', found)
  if (isObject(body.audio)) nameVoice(body.audio.voice, 'audio.voice', found)
  if (Array.isArray(body.input))
    body.input.forEach((item, at) => {
      // Elsewhere an object with an id and no type may be anything, such as the result of a function in Gemini's dialect.
      if (isItemReference(item)) found.push({ path: `input[${at}]`, id: item.id })
      look(item, `input[${at}]`, found)
    })
  look(body, '', found)
  return found.filter(({ id }) => id !== '')
}

function nameObject(value: Json | undefined, path: string, found: NamedId[]): void {
  if (isObject(value) && typeof value.id === 'string') found.push({ path: `${path}.id`, id: value.id })
}

/** Names such as "alloy" are everybody's. */
function nameVoice(voice: Json | undefined, path: string, found: NamedId[]): void {
  if (typeof voice === 'string' && voice.startsWith('voice_')) found.push({ path, id: voice })
  else nameObject(voice, path, found)
}

/** Paths are written on the way back, and only of what was found: this runs over every request, and finds something in few. */
function look(value: Json | undefined, path: string, found: NamedId[]): void {
  if (typeof value === 'string') {
    // Texts of this form are files that were sent before (Qwen).
    if (value.startsWith('fileid://')) found.push({ path, id: value })
  } else if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1) {
      const before = found.length
      look(value[at], '', found)
      if (found.length > before) putUnder(`${path}[${at}]`, found, before)
    }
  } else if (isObject(value)) lookAtObject(value, path, found)
}

/** Puts what was found within a thing under that thing's path. */
function putUnder(path: string, found: NamedId[], since: number): void {
  for (let at = since; at < found.length; at += 1) {
    const one = found[at]
    if (one) found[at] = { path: joined(path, one.path), id: one.id }
  }
}

const joined = (path: string, inner: string) => (path === '' || inner === '' || inner.startsWith('[') ? path + inner : `${path}.${inner}`)

function lookAtObject(value: JsonObject, path: string, found: NamedId[]): void {
  if (isHistory(value)) return
  for (const name in value) {
    const before = found.length
    lookAtField(value, name, found)
    if (found.length > before) putUnder(path, found, before)
  }
}

function lookAtField(owner: JsonObject, name: string, found: NamedId[]): void {
  const value = owner[name]
  if (WITHIN.has(name)) look(value, name, found)
  else if (ID_FIELDS.has(name)) nameIds(value, name, found)
  else if (name === 'container') nameContainer(value, name, found)
  else if (name === 'skill_id') nameSkill(owner, name, found)
  else if (name === 'fileUri' || name === 'file_uri') nameFile(value, name, found)
  // A spoken answer of before, in OpenAI's chat.
  else if (name === 'audio' && owner.role === 'assistant') nameObject(value, name, found)
}

/** A call of the vendor's own tools stands in the request with its content. */
function isHistory({ type }: JsonObject): boolean {
  return typeof type === 'string' && type.endsWith('_call')
}

function nameIds(value: Json | undefined, path: string, found: NamedId[]): void {
  const ids = Array.isArray(value) ? value : [value]
  for (const id of ids) if (typeof id === 'string') found.push({ path, id })
}

/** Anthropic's is at the top, OpenAI's at the tool; a new one is named `auto`, by an object. */
function nameContainer(value: Json | undefined, path: string, found: NamedId[]): void {
  if (typeof value === 'string' && value !== 'auto') found.push({ path, id: value })
  nameObject(value, path, found)
  if (isObject(value)) lookAtObject(value, path, found)
}

/** Skills of the vendor are everybody's: Anthropic says so by their type, OpenAI by their names. */
function nameSkill({ skill_id: id, type }: JsonObject, path: string, found: NamedId[]): void {
  if (typeof id !== 'string' || type === 'anthropic' || (type === 'skill_reference' && !id.startsWith('skill_'))) return
  found.push({ path, id })
}

/** Films and files on the public web are no files of the account. */
function nameFile(uri: Json | undefined, path: string, found: NamedId[]): void {
  if (typeof uri === 'string' && /^(files\/|gs:\/\/|https:\/\/[^/]*generativelanguage\.googleapis\.com\/)/.test(uri))
    found.push({ path, id: uri })
}

/**
 * Does an item only name one that its vendor has? Its type may be left out, which no other item without a role may do. A picture that was
 * made may be named by its call without its result.
 */
export function isItemReference(item: Json | undefined): item is JsonObject & { readonly id: string } {
  if (!isObject(item) || typeof item.id !== 'string') return false
  if (item.type === 'image_generation_call') return (item.result ?? '') === ''
  return item.type === 'item_reference' || ((item.type ?? null) === null && item.role === undefined)
}

/** Where replies give ids. Arguments of calls are not among them: there a caller can have a model write any id. */
const WITHIN_REPLIES: ReadonlySet<string> = new Set([
  ...[
    'response',
    'item',
    'output',
    'outputs',
    'content',
    'content_block',
    'part',
    'annotations',
    'annotation',
    'message',
    'delta',
    'choices',
  ],
])

/** Nearly no piece of a reply gives an id: this search runs at every event, the reading does not. */
const MAY_GIVE = /"container|file_id"|"audio"/

/** Ids of things that the vendor keeps from now on, which this piece of a reply gives. */
export function givenIds(data: string): string[] {
  if (!MAY_GIVE.test(data)) return []
  const found: string[] = []
  collect(parseJson(data), found)
  return found
}

function collect(value: Json | undefined, found: string[]): void {
  if (Array.isArray(value)) for (const one of value) collect(one, found)
  // What a server of the caller's choice has answered is not the vendor's word.
  if (!isObject(value) || (typeof value.type === 'string' && value.type.startsWith('mcp'))) return
  for (const [name, inner] of Object.entries(value)) {
    const id =
      name === 'container' || name === 'audio' ? isObject(inner) && inner.id : (name === 'file_id' || name === 'container_id') && inner
    if (typeof id === 'string') found.push(id)
    else if (WITHIN_REPLIES.has(name)) collect(inner, found)
  }
}
