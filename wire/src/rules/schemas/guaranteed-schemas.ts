// Schemas of strict tools and of the answer, in the part of JSON Schema whose keeping the vendor guarantees.
import type { LossLog } from '../../chat/losses/loss.ts'
import type { ChatRequest, FunctionTool, Tool } from '../../chat/request/request.ts'
import { isObject, type JsonObject } from '../../encoding/json.ts'
import { withSchemaInWords } from '../output.ts'
import type { SchemaRule } from '../vendors/chat-rules.ts'
import { closedSchema, describedSchema, hasKeyword, isOpenSchema, isRecursive, isWhole } from './schema.ts'

export function limitSchemas(request: ChatRequest, rule: SchemaRule, losses: LossLog): ChatRequest {
  const isStrict = (tool: Tool): tool is FunctionTool => tool.kind === 'function' && tool.strict === true
  const tools = request.tools?.map((tool, index) => (isStrict(tool) ? strictTool(tool, `tools[${index}]`, rule, losses) : tool))
  const isChanged = tools?.some((tool, index) => tool !== request.tools?.[index]) === true
  return limitedOutput(isChanged ? { ...request, tools } : request, rule, losses)
}

/** The form of the answer. A schema that cannot be guaranteed is still followed as a rule. */
function limitedOutput(request: ChatRequest, rule: SchemaRule, losses: LossLog): ChatRequest {
  const { output } = request
  if (output?.kind !== 'json-schema') return request
  if (rule.refusesRecursion && isRecursive(output.schema)) return withSchemaInWords(request, output, 'text', losses)
  if (rule.isWholeOnly && output.strict !== false && !isWhole(output.schema)) {
    // Some dialects always guarantee a schema, and do not say so.
    losses.add('output.strict', 'not-expressible')
    return { ...request, output: { ...output, strict: false } }
  }
  if (output.strict === false && rule.isWholeOnly) return request
  const schema = limitedSchema(output.schema, 'output.schema', rule, losses)
  return schema === output.schema ? request : { ...request, output: { ...output, schema } }
}

function strictTool(tool: FunctionTool, path: string, rule: SchemaRule, losses: LossLog): Tool {
  const { parameters } = tool
  if (parameters === undefined) return tool
  if ((rule.isWholeOnly && !isWhole(parameters)) || (rule.refusesRecursion && isRecursive(parameters))) {
    losses.add(`${path}.strict`, 'not-expressible')
    return { ...tool, strict: false }
  }
  const schema = limitedSchema(parameters, `${path}.parameters`, rule, losses)
  return schema === parameters ? tool : { ...tool, parameters: schema }
}

function limitedSchema(schema: JsonObject, path: string, { refused = [], closesObjects }: SchemaRule, losses: LossLog): JsonObject {
  let limited = schema
  if (hasKeyword(schema, refused)) {
    losses.add(path, 'not-expressible')
    limited = describedSchema(schema, refused)
  }
  if (!closesObjects) return limited
  const closed = closedSchema(limited)
  if (!isObject(closed) || JSON.stringify(closed) === JSON.stringify(limited)) return limited
  if (isOpenSchema(limited)) losses.add(path, 'not-expressible')
  return closed
}
