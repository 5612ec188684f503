// What the bodies of requests in OpenAI's chat dialect have in common; each vendor adds its own.
import {
  anything,
  decimal,
  dictionary,
  either,
  flag,
  integer,
  list,
  nullable,
  open,
  required,
  type Shape,
  tagged,
  text,
  words,
} from './shape.ts'

/** A content that is a text or a list of parts. */
export const contentOf = (parts: Shape): Shape => either(text(), list(parts))

export const textPart = open({ text: required(text()) })
export const imagePart = open({ image_url: required(open({ url: required(text()) })) })
export const toolCall = open({
  id: required(text()),
  function: required(open({ name: required(text()), arguments: required(text()) })),
})
const named = required(open({ name: required(text()) }))
export const functionTool = open({
  function: required(open({ name: required(text()), description: nullable(text()), parameters: nullable(dictionary(anything())) })),
})
/** Kinds beside functions are the vendor's own. */
export const tool = tagged('type', { function: functionTool, other: open({}) }, { otherwise: 'function', strangersAre: 'other' })
export const toolChoice = nullable(either(words('none', 'auto', 'required'), open({ function: named })))
export const answerFormat = (schema: Record<string, Shape>): Shape =>
  nullable(tagged('type', { text: open({}), json_object: open({}), json_schema: open({ json_schema: required(open(schema)) }) }))

const plainFields = {
  frequency_penalty: decimal(),
  logprobs: flag(),
  max_completion_tokens: integer(),
  max_tokens: integer(),
  n: integer(),
  parallel_tool_calls: flag(),
  presence_penalty: decimal(),
  reasoning_effort: text(),
  seed: integer(),
  stop: either(text(), list(text())),
  store: flag(),
  stream: flag(),
  stream_options: open({ include_usage: nullable(flag()) }),
  temperature: decimal(),
  tools: list(tool),
  top_logprobs: integer(),
  top_p: decimal(),
  user: text(),
}

/** The least and the most of fields, or of their lists. */
export type Ranges = Readonly<Record<string, readonly [least?: number | undefined, most?: number]>>

/** Fields of OpenAI's that a vendor takes, or null in their place, within the least and the most of some. */
export function plain(names: readonly (keyof typeof plainFields)[], ranges: Ranges = {}) {
  return Object.fromEntries(
    names.map((name) => {
      const [min, max] = ranges[name] ?? []
      return [name, nullable({ ...plainFields[name], ...(min !== undefined && { min }), ...(max !== undefined && { max }) } as Shape)]
    }),
  )
}
