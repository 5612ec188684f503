// Replies of OpenAI Responses, by the type `Response` of the library `openai`.
import { type JsonObject, parseJson } from '@waystation/wire/encoding/json'
import { sdkDeclarations } from '@waystation/wire/testing/sdk/declarations'
import { demanded, filled, replyShapes } from '@waystation/wire/testing/sdk/reply-shapes'
import { integer, list, nullable, required, type Shape, text } from '@waystation/wire/testing/strict/shape'
import { openaiError } from './openai-chat.ts'
import { failed, misfit, objectAt, objectsIn, type Verdict } from './verdict.ts'

const declared = sdkDeclarations([
  'openai/resources/responses/responses.d.ts',
  'openai/resources/shared.d.ts',
  'openai/resources/containers/containers.d.ts',
])
const optional = { required: false }
const bytes = list(integer({ min: 0 }))
const status = text({ min: 1 })

/** The shapes of responses and of the events of their streams. The AI SDK demands the ids that the library's types leave open. */
export const shapes = replyShapes(declared, {
  additions: {
    ...filled('id', 'model', 'item_id', 'call_id', 'name', 'file_id', 'container_id', 'url', 'code', 'message', 'namespace', 'status'),
    ...filled('ResponseReasoningItem.encrypted_content'),
    ...demanded('Response.status', 'ResponseFunctionToolCall.id', 'ResponseCustomToolCall.id'),
    'Response.IncompleteDetails.reason': { oneOf: ['max_output_tokens', 'content_filter'] },
    'Response.usage': nullable,
    // The codes of other vendors are passed on.
    'ResponseError.code': { oneOf: undefined, min: 1 },
    'Response.user': nullable,
    'ResponseReasoningItem.status': nullable,
    cache_write_tokens: optional,
    'ResponseOutputItem.LocalShellCallOutput.status': { nullable: false },
    'ResponseOutputTextAnnotationAddedEvent.annotation': () => required(annotation()),
  },
  also: {
    ResponseCustomToolCall: { status: { as: 'ResponseFunctionToolCall.status' } },
    'ResponseOutputItem.McpListTools': { status },
    'ResponseOutputItem.McpApprovalRequest': { status },
    'ResponseOutputItem.Program': { status },
    ...Object.fromEntries(
      ['ResponseTextDeltaEvent', 'ResponseTextDoneEvent'].flatMap((event) => [
        [`${event}.Logprob`, { bytes }],
        [`${event}.Logprob.TopLogprob`, { bytes }],
      ]),
    ),
  },
  without: new Set([
    // The library puts the text of the answer together by itself.
    ...['Response.output_text', 'Response.access_programs'],
    // What a client sends is never in an answer.
    ...['ResponseFunctionToolCallOutputItem', 'ResponseComputerToolCallOutputItem', 'ResponseCustomToolCallOutputItem'],
    ...['ResponseOutputItem.AdditionalTools', 'ResponseOutputItem.McpApprovalResponse'],
    // Nothing is spoken or shortened here.
    ...['ResponseAudioDeltaEvent', 'ResponseAudioDoneEvent', 'ResponseAudioTranscriptDeltaEvent', 'ResponseAudioTranscriptDoneEvent'],
    ...['ResponseCompactionCompactingEvent'],
  ]),
})
const response = shapes('Response')

function annotation(): Shape {
  const held = shapes('ResponseOutputText')
  const annotations =
    held.is === 'tagged' ? Object.values(held.cases).map((one) => (one.is === 'object' ? one.fields.annotations : one))[0] : held
  return annotations?.is === 'list' ? annotations.of : held
}

/** A whole reply. */
export function judgeResponse(body: JsonObject): Verdict {
  if (body.object !== 'response' && body.error !== undefined) return failed(openaiError, body)
  const complaint = misfit(response, body) ?? outputComplaint(body)
  if (complaint !== undefined) return { complaint }
  return body.status === 'failed' ? { failure: String(objectAt(body, 'error').message) } : {}
}

/** What no shape says of a response that is over. */
export function outputComplaint(body: JsonObject): string | undefined {
  const { status, incomplete_details: details, error } = body
  if ((status === 'incomplete') !== (details !== null)) return `the status ${status} with incomplete_details ${JSON.stringify(details)}`
  if ((status === 'failed') !== (error !== null)) return `the status ${status} with the error ${JSON.stringify(error)}`
  const output = objectsIn(body.output)
  const ids = output.map(({ id }) => id)
  if (new Set(ids).size !== ids.length) return `two items of one id: ${ids}`
  const calls = output.filter(({ type }) => type === 'function_call' || type === 'custom_tool_call').map((each) => each.call_id)
  if (new Set(calls).size !== calls.length) return `two calls of one id: ${calls}`
  if (status !== 'completed') return undefined
  const unfinished = output.find((each) => each.status === 'in_progress')
  if (unfinished) return `the item ${unfinished.id} is in progress in a completed response`
  const unreadable = output.find((each) => each.type === 'function_call' && parseJson(String(each.arguments)) === undefined)
  return unreadable && `arguments that are no JSON: ${unreadable.arguments}`
}
