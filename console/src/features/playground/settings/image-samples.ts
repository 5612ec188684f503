import type { CodeSample } from '../../../ui/kit.ts'
import type { ImageBody } from '../chat/request-body.ts'
import { KEY, print } from './print-code.ts'

/** A picture that is made, or changed, as code. The picture to change is a file there. */
export function imageSamples(address: string, { model, prompt, images }: ImageBody): readonly CodeSample[] {
  const parts = { address, model: print(model), prompt: print(prompt), isEdit: images !== undefined }
  return [curl(parts), python(parts), javascript(parts)]
}

/** Texts as they stand in code. */
interface SampleParts {
  readonly address: string
  readonly model: string
  readonly prompt: string
  readonly isEdit: boolean
}

function curl({ address, model, prompt, isEdit }: SampleParts): CodeSample {
  // Inside single quotes a shell knows no escape: the quote is closed, written, and opened again.
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  const body = isEdit
    ? [
        `--form-string ${quoted(`model=${JSON.parse(model)}`)}`,
        `--form-string ${quoted(`prompt=${JSON.parse(prompt)}`)}`,
        '-F "image[]=@picture.png"',
      ]
    : ['-H "Content-Type: application/json"', `-d ${quoted(`{"model": ${model}, "prompt": ${prompt}}`)}`]
  const lines = [`curl ${address}/v1/images/${isEdit ? 'edits' : 'generations'}`, `-H "Authorization: Bearer ${KEY}"`, ...body]
  return { label: 'curl', language: 'shell', code: lines.join(' \\\n  ') }
}

function python({ address, model, prompt, isEdit }: SampleParts): CodeSample {
  const call = isEdit
    ? `client.images.edit(model=${model}, prompt=${prompt}, image=open("picture.png", "rb"))`
    : `client.images.generate(model=${model}, prompt=${prompt})`
  const code = [
    '# pip install openai',
    'from openai import OpenAI',
    '',
    `client = OpenAI(base_url=${print(`${address}/v1`)}, api_key=${print(KEY)})`,
    `reply = ${call}`,
    'print(reply.data[0].b64_json or reply.data[0].url)',
  ]
  return { label: 'Python', language: 'python', code: code.join('\n') }
}

function javascript({ address, model, prompt, isEdit }: SampleParts): CodeSample {
  const call = isEdit
    ? `client.images.edit({ model: ${model}, prompt: ${prompt}, image: createReadStream('picture.png') })`
    : `client.images.generate({ model: ${model}, prompt: ${prompt} })`
  const code = [
    '// npm install openai',
    ...(isEdit ? ["import { createReadStream } from 'node:fs'"] : []),
    "import OpenAI from 'openai'",
    '',
    `const client = new OpenAI({ baseURL: ${print(`${address}/v1`)}, apiKey: ${print(KEY)} })`,
    `const reply = await ${call}`,
    'console.log(reply.data[0].b64_json ?? reply.data[0].url)',
  ]
  return { label: 'JavaScript', language: 'javascript', code: code.join('\n') }
}
