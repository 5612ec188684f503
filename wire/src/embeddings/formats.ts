// Every format of vectors: one line each. A vendor's record names its own.
import type { LossLog } from '../chat/losses/loss.ts'
import type { JsonObject } from '../encoding/json.ts'
import { bedrock } from './bedrock.ts'
import { cohere } from './cohere.ts'
import { cohereDoor } from './cohere-door.ts'
import { BASE64, type EmbeddingDoor, type EmbeddingFormat, type EmbeddingRequest, FLOAT } from './format.ts'
import { jina } from './jina.ts'
import { mistral } from './mistral.ts'
import { openai, plain } from './openai.ts'
import { openaiDoor } from './openai-door.ts'
import { voyage } from './voyage.ts'

const formats = { openai, cohere, jina, plain, voyage, mistral, bedrock } as const satisfies Record<string, EmbeddingFormat>

export type EmbeddingFormatName = keyof typeof formats

/** What OpenAI's clients write and read, with more in it: their requests and replies go on as they are. */
const openaisOwn: ReadonlySet<string> = new Set(['openai', 'jina', 'mistral'] satisfies EmbeddingFormatName[])

/** The format of that name; absent: the one that most vendors have. Throws TypeError where there is none. */
export function embeddingFormat(name: string = 'openai'): EmbeddingFormat {
  if (!isFormatName(name)) throw new TypeError(`there is no format ${name} of vectors`)
  return formats[name]
}

const isFormatName = (name: string): name is EmbeddingFormatName => Object.hasOwn(formats, name)

/** `/v1/embeddings`: OpenAI's clients, and those of all who follow it. */
export const usualDoor: EmbeddingDoor = openaiDoor
/** `/v2/embed`: Cohere's clients. */
export const secondDoor: EmbeddingDoor = cohereDoor

/** Do requests and replies of this door's clients go on as they are where the vendor has that format? */
export function isOwnFormat(door: EmbeddingDoor, name: string = 'openai'): boolean {
  return door.format === name || (door.format === 'openai' && openaisOwn.has(name))
}

/** The body for a vendor. A field that not all formats have goes on where the vendor's has it too. */
export function writeEmbeddings(
  request: EmbeddingRequest,
  door: EmbeddingDoor,
  to: EmbeddingFormat,
  model: string,
  losses: LossLog,
): JsonObject {
  const extras: JsonObject = {}
  for (const [name, value] of Object.entries(request.extras)) {
    if (to.fields.has(name)) extras[name] = value
    else losses.add(name, 'not-expressible')
  }
  const { numbers: _, ...rest } = request
  const numbers = numbersFor(request, door, to, losses)
  const body = to.writeRequest(numbers ? { ...rest, numbers } : rest, model, extras, losses)
  for (const { path, reason } of request.lost) losses.add(path, reason)
  return body
}

/**
 * The types of numbers that are asked of the vendor, of those that the client wants. What it cannot have is lost; where it can have none of
 * them, its answer would be another one.
 */
function numbersFor({ numbers }: EmbeddingRequest, { givesTypes }: EmbeddingDoor, to: EmbeddingFormat, losses: LossLog) {
  if (!numbers) return undefined
  const wanted = numbers.value.map(numbersAsked)
  const takable = [...new Set(wanted.filter((type) => to.numberTypes.taken.includes(type)))]
  const taken = takable.slice(0, givesTypes ? to.numberTypes.most : 1)
  if (wanted.some((type) => !taken.includes(type))) losses.add(numbers.path, taken.length === 0 ? 'needed' : 'not-expressible')
  return taken.length === 0 ? undefined : { path: numbers.path, value: taken }
}

/** Base64 is made of floats here, whoever the vendor is. */
const numbersAsked = (type: string): string => (type === BASE64 ? FLOAT : type)

/** The type of numbers that was asked of a vendor who gives one. */
export function askedNumbers({ numbers }: EmbeddingRequest, { numberTypes }: EmbeddingFormat): string {
  return numbers?.value.map(numbersAsked).find((type) => numberTypes.taken.includes(type)) ?? FLOAT
}
