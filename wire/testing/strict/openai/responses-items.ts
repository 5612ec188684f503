// The items of a Responses request's input.
import {
  anything,
  closed,
  either,
  flag,
  list,
  nullable,
  open,
  required,
  type Shape,
  type TextShape,
  tagged,
  text,
  words,
} from '../shape.ts'

/** The ids of items: the vendor looks at their form even where it keeps none of them. */
export const itemId: TextShape = nullable(text({ max: 64 }))
const callId = required(text({ min: 1, max: 64 }))
const calledName = required(text({ min: 1, pattern: /^[a-zA-Z0-9_-]+$/ }))
const status = nullable(words('in_progress', 'completed', 'incomplete'))
const breakpoint = nullable(closed({ mode: required(words('explicit')), ttl: words('30m', '12h') }))

const allParts = [
  'input_text',
  'input_image',
  'input_audio',
  'output_text',
  'refusal',
  'input_file',
  'computer_screenshot',
  'summary_text',
  'encrypted_content',
]

const inputText = closed({ type: anything(), text: required(text()), prompt_cache_breakpoint: breakpoint })
const inputImage = closed({
  type: anything(),
  detail: nullable(words('low', 'high', 'auto', 'original')),
  file_id: nullable(text()),
  image_url: nullable({ ...text(), words: 'an image URL' }),
  prompt_cache_breakpoint: breakpoint,
})
const inputFile = closed({
  type: anything(),
  detail: nullable(words('auto', 'low', 'high')),
  file_data: nullable(text()),
  file_id: nullable(text()),
  file_url: nullable(text()),
  filename: nullable(text()),
  prompt_cache_breakpoint: breakpoint,
})
const audioPart = open({ input_audio: required(open({ data: required(text()), format: required(words('mp3', 'wav')) })) })
const inputParts = {
  input_text: inputText,
  input_image: inputImage,
  input_file: inputFile,
  scoped_content: open({}),
  input_audio: audioPart,
}
const outputParts = {
  output_text: closed({
    type: anything(),
    text: required(text()),
    annotations: nullable(list(open({}))),
    logprobs: nullable(list(open({}))),
  }),
  refusal: closed({ type: anything(), refusal: required(text()) }),
}

function content(parts: Record<string, Shape>): Shape {
  return required(either(text(), list(tagged('type', parts, { known: allParts, atObject: true }))))
}
const fromClient = closed({ type: anything(), role: anything(), id: itemId, status, content: content(inputParts) })
const message = tagged(
  'role',
  {
    assistant: closed({
      type: anything(),
      role: anything(),
      id: itemId,
      status,
      phase: nullable(words('commentary', 'final_answer')),
      content: content(outputParts),
    }),
    system: fromClient,
    developer: fromClient,
    user: fromClient,
  },
  { atObject: true },
)

const output = required(either(text(), list(tagged('type', { input_text: inputText, input_image: inputImage, input_file: inputFile }))))
const caller = nullable(open({ type: required(words('direct', 'program')) }))
const functionCall = closed({
  type: anything(),
  id: itemId,
  call_id: callId,
  name: calledName,
  arguments: required(text()),
  namespace: nullable(text()),
  status,
  caller,
  async: flag(),
})
const functionOutput = closed({
  type: anything(),
  id: itemId,
  call_id: nullable(text({ min: 1, max: 64 })),
  name: nullable(text()),
  namespace: nullable(text()),
  output,
  status,
  caller,
})
const customCall = closed({
  type: anything(),
  id: itemId,
  call_id: callId,
  name: calledName,
  input: required(text()),
  namespace: nullable(text()),
  status,
  caller,
  async: flag(),
})
const customOutput = closed({ type: anything(), id: itemId, call_id: callId, output, status, caller })
/** The thoughts go back by their summary and the sealed text; the open text is refused. */
const reasoning = closed({
  type: anything(),
  id: itemId,
  summary: required(list(closed({ type: required(words('summary_text')), text: required(text()) }))),
  content: nullable(list(open({}), { max: 0 })),
  encrypted_content: nullable(text()),
  status,
})
const called = open({ id: itemId, call_id: nullable(text({ min: 1, max: 64 })) })
const hosted = open({ id: itemId })

/** An item of the input by its type, as the vendor lists them. */
export const inputItem: Shape = {
  ...tagged(
    'type',
    {
      additional_tools: open({ tools: required(list(open({}))) }),
      agent_message: open({}),
      apply_patch_call: called,
      apply_patch_call_output: called,
      code_interpreter_call: hosted,
      compaction: open({ encrypted_content: required(text()) }),
      compaction_trigger: open({}),
      computer_call: called,
      computer_call_output: called,
      configuration_update: open({}),
      custom_tool_call: customCall,
      custom_tool_call_output: customOutput,
      file_search_call: hosted,
      function_call: functionCall,
      function_call_output: functionOutput,
      image_generation_call: hosted,
      item_reference: open({ id: required(text()) }),
      local_shell_call: called,
      local_shell_call_output: hosted,
      mcp_approval_request: hosted,
      mcp_approval_response: open({ approval_request_id: required(text()), approve: required(flag()) }),
      mcp_call: hosted,
      mcp_list_tools: hosted,
      message,
      multi_agent_call: open({}),
      multi_agent_call_output: open({}),
      program: open({}),
      program_output: open({}),
      reasoning,
      shell_call: called,
      shell_call_output: called,
      tool_search_call: open({}),
      tool_search_output: open({}),
      web_search_call: hosted,
    },
    { otherwise: 'message', atObject: true },
  ),
  words: 'an input item',
}
