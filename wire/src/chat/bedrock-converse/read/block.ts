import { defined } from '../../../defined.ts'
import { isObject, type Json, type JsonObject } from '../../../encoding/json.ts'
import type { Citation, Part } from '../../request/request.ts'
import { NAME } from '../name.ts'

/** A content block of a whole reply as a part; unknown blocks and those of AWS's own tools are carried whole. */
export function readBlock(block: JsonObject): Part {
  const { text, toolUse, reasoningContent, citationsContent, image } = block
  if (typeof text === 'string') return { kind: 'text', text }
  if (isObject(toolUse) && !isServerTool(toolUse)) {
    const argumentsText = JSON.stringify(toolUse.input ?? {})
    return { kind: 'tool-call', id: textOf(toolUse.toolUseId), name: textOf(toolUse.name), argumentsText }
  }
  if (isObject(reasoningContent)) return readReasoning(reasoningContent)
  if (isObject(citationsContent)) return readCited(citationsContent)
  if (isObject(image) && isObject(image.source) && typeof image.source.bytes === 'string')
    return { kind: 'image', source: { kind: 'base64', data: image.source.bytes }, mediaType: imageType(image) }
  return { kind: 'unknown', type: Object.keys(block)[0] ?? '', value: block, extras: { dialect: NAME } }
}

/** A tool that AWS runs itself: its call is not the client's to answer. */
export const isServerTool = (toolUse: JsonObject) => toolUse.type === 'server_tool_use'

/** The media type of an image that a model made. */
export const imageType = ({ format }: JsonObject) => `image/${textOf(format) || 'png'}`

/** The source that a citation names. Only web pages have an address. */
export function readCitation(value: JsonObject): Citation {
  const { title, location, sourceContent } = value
  const web = isObject(location) && isObject(location.web) ? location.web : {}
  const quote = textsOf(sourceContent)
  return {
    ...defined({
      url: typeof web.url === 'string' ? web.url : undefined,
      title: typeof title === 'string' ? title : undefined,
      quote: quote === '' ? undefined : quote,
    }),
    value,
    extras: { dialect: NAME },
  }
}

/** The text of a value that should be one. */
export const textOf = (value: Json | undefined) => (typeof value === 'string' ? value : '')

function readReasoning({ reasoningText, redactedContent }: JsonObject): Part {
  const { text, signature } = isObject(reasoningText) ? reasoningText : {}
  return {
    kind: 'reasoning',
    text: textOf(text),
    signedBy: NAME,
    ...(typeof signature === 'string' && { signature }),
    ...(typeof redactedContent === 'string' && { encrypted: redactedContent }),
  }
}

function readCited({ content, citations }: JsonObject): Part {
  const list = Array.isArray(citations) ? citations.filter(isObject).map(readCitation) : []
  return { kind: 'text', text: textsOf(content), ...(list.length > 0 && { citations: list }) }
}

function textsOf(list: Json | undefined): string {
  return Array.isArray(list) ? list.map((each) => (isObject(each) ? textOf(each.text) : '')).join('') : ''
}
