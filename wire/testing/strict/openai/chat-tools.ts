// What the tools of a Chat Completions request must be beside their structure.
import type { JsonObject } from '../../../src/encoding/json.ts'
import { rule } from '../judge.ts'
import { type Check, inside, isGiven, objects, type RuledProblem, textOf, type Walk } from './refusal.ts'
import { answerFault, functionFault, type SchemaFault, schemaRules } from './schema.ts'
import { measured } from './structure.ts'

export const toolChecks: readonly Check<JsonObject>[] = [
  // `none` beside no tools is what the vendor would have taken by itself, so it is let through.
  rule(
    'tool-choice-without-tools',
    'https://developers.openai.com/api/reference/resources/chat (tool_choice; documentation as known in 2026-11)',
    (body) => {
      if (isGiven(body.tools) || !isGiven(body.tool_choice) || body.tool_choice === 'none') return undefined
      const message = "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified."
      return { message, param: 'tool_choice', code: null }
    },
  ),
  rule('tool-choice-of-unknown-function', measured, (body) => {
    const name = inside(inside(body.tool_choice).function).name
    if (typeof name !== 'string' || objects(body.tools).some((tool) => inside(tool.function).name === name)) return undefined
    const message = `Invalid value for 'function_call': no function named '${name}' was specified in the 'functions' parameter.`
    return { message, param: 'function_call', code: null }
  }),
]

/** The schemas of functions and of the answer. */
export const schemaWalk: Walk<JsonObject> = {
  rules: schemaRules,
  walk(body) {
    for (const [index, tool] of objects(body.tools).entries()) {
      const held = inside(tool.function)
      const found = functionFault(held)
      if (found) return ofFunction(found, textOf(held.name), `tools[${index}].function.parameters`)
    }
    const format = inside(inside(body.response_format).json_schema)
    const found = format.strict === true ? answerFault(format.schema ?? null) : undefined
    return found && { ...ofAnswer(found, textOf(format.name), 'response_format'), code: null }
  },
}

/** The fault of a function's schema as the vendor tells it. */
export function ofFunction(fault: SchemaFault, name: string, param: string): RuledProblem {
  return { rule: fault.rule, message: `Invalid schema for function '${name}': ${fault.text}`, param, code: 'invalid_function_parameters' }
}

/** The fault of an answer's schema as the vendor tells it. */
export function ofAnswer(fault: SchemaFault, name: string, param: string): RuledProblem {
  return { rule: fault.rule, message: `Invalid schema for response_format '${name}': ${fault.text}`, param, code: 'invalid_json_schema' }
}
