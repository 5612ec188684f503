import type { CodeSample } from '../../../ui/kit.ts'
import type { ImageBody } from '../chat/request-body.ts'
import { curlSample, javascriptSample, print, pythonSample, shellWord } from './print-code.ts'

/** A picture that is made, or changed, as code. The picture to change is a file there. */
export function imageSamples(address: string, { model, prompt, images }: ImageBody): readonly CodeSample[] {
  const [named, asked] = [print(model), print(prompt)]
  const options = ['-H "Content-Type: application/json"', `-d ${shellWord(`{"model": ${named}, "prompt": ${asked}}`)}`]
  if (!images)
    return [
      curlSample(`${address}/v1/images/generations`, options),
      pythonSample(address, [`reply = client.images.generate(model=${named}, prompt=${asked})`, ...pythonEnd]),
      javascriptSample(address, [`const reply = await client.images.generate({ model: ${named}, prompt: ${asked} })`, ...javascriptEnd]),
    ]
  const fields = [`model=${model}`, `prompt=${prompt}`].map((field) => `--form-string ${shellWord(field)}`)
  const file = "image: createReadStream('picture.png')"
  return [
    curlSample(`${address}/v1/images/edits`, [...fields, '-F "image[]=@picture.png"']),
    pythonSample(address, [`reply = client.images.edit(model=${named}, prompt=${asked}, image=open("picture.png", "rb"))`, ...pythonEnd]),
    javascriptSample(
      address,
      [`const reply = await client.images.edit({ model: ${named}, prompt: ${asked}, ${file} })`, ...javascriptEnd],
      ["import { createReadStream } from 'node:fs'"],
    ),
  ]
}

const pythonEnd = ['print(reply.data[0].b64_json or reply.data[0].url)']
const javascriptEnd = ['console.log(reply.data[0].b64_json ?? reply.data[0].url)']
