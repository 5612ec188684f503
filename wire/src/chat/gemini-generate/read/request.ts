import { defined } from '../../../defined.ts'
import type { Json } from '../../../encoding/json.ts'
import { WireError } from '../../../wire-error.ts'
import { keep } from '../../request/extras.ts'
import type { ChatRequest } from '../../request/request.ts'
import { CallHistory } from '../call-ids.ts'
import { Fields } from '../fields.ts'
import { NAME } from '../name.ts'
import { readConfig } from './config.ts'
import { joinForeignThinking, readContent, readSystem } from './content.ts'
import { readToolChoice, readTools } from './tools.ts'

/**
 * A body of `:generateContent` or `:streamGenerateContent` as a canonical request. Unmapped fields go into extras.
 *
 * The URL names the model and whether to stream: `model` is empty and `stream` absent, for the caller to set.
 * Throws WireError, with the path, where the body is not of this dialect: no contents, an unknown role, a field of the wrong type.
 * Source: Gemini API reference, "generateContent"; Vertex AI's additions of the same name.
 */
export function readRequest(body: Json): ChatRequest {
  const f = new Fields(body)
  const history = new CallHistory()
  const model = f.text('model')
  const system = f.object('systemInstruction')
  const contents = f.list('contents')
  if (contents === undefined) throw new WireError('contents', 'a list')
  const first = system === undefined ? [] : [readSystem(system, history)]
  const turns = joinForeignThinking([...first, ...contents.map((content, index) => readContent(content, f, index, history))])
  const tools = readTools(f)
  const toolConfig = f.object('toolConfig')
  const toolChoice = readToolChoice(toolConfig)
  const config = f.object('generationConfig')
  if (config !== undefined) f.remember('generationConfig', 'given')
  if (toolConfig !== undefined) f.remember('toolConfig', 'given')
  const settings = config === undefined ? {} : readConfig(config)

  const words = { ...f.words, ...config?.words, ...toolConfig?.words, model }
  const nested = { generationConfig: config?.rest(), toolConfig: toolConfig?.rest() }
  const extras = keep(NAME, f.rest(), nested, words) ?? { dialect: NAME }
  return { ...defined({ model: '', turns, tools, toolChoice }), ...settings, extras }
}
