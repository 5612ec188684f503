import type { CodeSample } from '../../../ui/kit.ts'
import type { ChatBody, ModelRequest } from '../chat/request-body.ts'
import { imageSamples } from './image-samples.ts'
import { curlSample, javascriptSample, print, pythonSample, shellWord } from './print-code.ts'
import { speechSamples, transcriptionSamples } from './sound-samples.ts'

export interface SampleParts {
  /** Scheme, host and base path, without a slash at the end. */
  readonly address: string
  readonly body: ChatBody
}

/** A call as code: curl, and OpenAI's own SDKs. */
export function samplesOf(address: string, request: ModelRequest): readonly CodeSample[] {
  switch (request.path) {
    case 'chat/completions':
      return callSamples({ address, body: request.body })
    case 'audio/speech':
      return speechSamples(address, request.body)
    case 'audio/transcriptions':
      return transcriptionSamples(address, request.body)
    default:
      return imageSamples(address, request.body)
  }
}

/** The same call as code: curl, and OpenAI's own SDKs. */
export function callSamples(parts: SampleParts): readonly CodeSample[] {
  const body = { ...parts.body, messages: parts.body.messages.map(withoutData) }
  return [curl({ ...parts, body }), python({ ...parts, body }), javascript({ ...parts, body })]
}

function curl({ address, body }: SampleParts): CodeSample {
  const { model, messages, stream, ...rest } = body
  const fields = [
    `"model": ${print(model)}`,
    `"messages": [\n${messages.map((one) => `      ${print(one)}`).join(',\n')}\n    ]`,
    ...(stream ? ['"stream": true'] : []),
    ...Object.entries(rest).map(([name, value]) => `${print(name)}: ${print(value)}`),
  ]
  const json = `{\n    ${fields.join(',\n    ')}\n  }`
  const options = ['-H "Content-Type: application/json"', `-d ${shellWord(json)}`]
  return curlSample(`${address}/v1/chat/completions`, options, stream ? 'curl -N' : 'curl')
}

function python({ address, body }: SampleParts): CodeSample {
  const { model, messages, stream, ...rest } = body
  const fields = [
    `model=${print(model)},`,
    `messages=[\n${messages.map((one) => `        ${print(one)},`).join('\n')}\n    ],`,
    ...(stream ? ['stream=True,'] : []),
    ...Object.entries(rest).map(([name, value]) => `${name}=${print(value)},`),
  ]
  const end = stream
    ? ['for chunk in reply:', '    if chunk.choices:', '        print(chunk.choices[0].delta.content or "", end="", flush=True)']
    : ['print(reply.choices[0].message.content)']
  return pythonSample(address, ['reply = client.chat.completions.create(', ...fields.map((field) => `    ${field}`), ')', ...end])
}

function javascript({ address, body }: SampleParts): CodeSample {
  const { model, messages, stream, ...rest } = body
  const fields = [
    `model: ${print(model)},`,
    `messages: [\n${messages.map((one) => `    ${print(one)},`).join('\n')}\n  ],`,
    ...(stream ? ['stream: true,'] : []),
    ...Object.entries(rest).map(([name, value]) => `${name}: ${print(value)},`),
  ]
  const end = stream
    ? ["for await (const chunk of reply) process.stdout.write(chunk.choices[0]?.delta.content ?? '')"]
    : ['console.log(reply.choices[0].message.content)']
  const call = ['const reply = await client.chat.completions.create({', ...fields.map((field) => `  ${field}`), '})']
  return javascriptSample(address, [...call, ...end])
}

/** A picture's bytes would bury the code. */
function withoutData(message: ChatBody['messages'][number]): ChatBody['messages'][number] {
  if (typeof message.content === 'string') return message
  const content = message.content.map((part) =>
    part.type === 'text' ? part : { ...part, image_url: { url: part.image_url.url.replace(/^(data:[^,]{0,40},).*$/s, '$1…') } },
  )
  return { ...message, content }
}
