// The parts of a Responses request's messages and of the results of its calls: images and files.
import type { JsonObject } from '../../../src/encoding/json.ts'
import { rule } from '../judge.ts'
import { dataUrlComplaint } from './chat-messages.ts'
import { type Check, isGiven, listed, objects, textOf } from './refusal.ts'

const images = 'https://developers.openai.com/api/docs/guides/images-vision'
const files = 'https://developers.openai.com/api/docs/guides/file-inputs'

export const partChecks: readonly Check<JsonObject>[] = [
  rule('part-with-two-sources', `${files}, ${images} (documentation as known in 2026-11)`, (body) => {
    for (const { part, at } of parts(body)) {
      const both = sources.find(({ type, fields }) => part.type === type && fields.every((field) => isGiven(part[field])))
      if (!both) continue
      const message = `Mutually exclusive parameters: '${at}'. Ensure you are only providing one of: ${listed(both.fields, 'or')}.`
      return { message, param: at, code: 'mutually_exclusive_parameters' }
    }
    return undefined
  }),
  rule('image-address', `${images} (documentation as known in 2026-11)`, (body) => {
    const found = parts(body).find(({ part }) => typeof part.image_url === 'string' && !/^(data:|https?:\/\/)/i.test(part.image_url))
    if (!found) return undefined
    const param = `${found.at}.image_url`
    return { message: `Invalid '${param}'. Expected a valid URL, but got a value with an invalid format.`, param, code: 'invalid_value' }
  }),
  rule('image-data-url', 'https://github.com/anomalyco/opencode/issues/23983 (2026-04-23)', (body) => {
    for (const { part, at } of parts(body)) {
      const url = textOf(part.image_url)
      const complaint = url.startsWith('data:') ? dataUrlComplaint(url, 'image/') : undefined
      if (!complaint) continue
      const param = `${at}.image_url`
      const wanted = "Expected a base64-encoded data URL with an image MIME type (e.g. 'data:image/png;base64,aW1nIGJ5dGVzIGhlcmU=')"
      return { message: `Invalid '${param}'. ${wanted}, but got ${complaint}.`, param, code: 'invalid_value' }
    }
    return undefined
  }),
]

type Part = { part: JsonObject; at: string }

function parts(body: JsonObject): Part[] {
  return objects(body.input).flatMap((item, index) =>
    ['content', 'output'].flatMap((field) =>
      objects(item[field]).map((part, place) => ({ part, at: `input[${index}].${field}[${place}]` })),
    ),
  )
}

/** Fields of which a part has one. The name of a file goes with its data alone. */
const sources: readonly { type: string; fields: readonly [string, string] }[] = [
  { type: 'input_image', fields: ['file_id', 'image_url'] },
  { type: 'input_file', fields: ['file_id', 'filename'] },
  { type: 'input_file', fields: ['file_url', 'filename'] },
  { type: 'input_file', fields: ['file_id', 'file_data'] },
]
