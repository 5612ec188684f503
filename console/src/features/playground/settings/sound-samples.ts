import type { CodeSample } from '../../../ui/kit.ts'
import type { SpeechBody, TranscriptionBody } from '../chat/request-body.ts'
import { curlSample, javascriptSample, print, pythonSample, shellWord } from './print-code.ts'

/** A text that is spoken, as code. */
export function speechSamples(address: string, body: SpeechBody): readonly CodeSample[] {
  const { model, input, voice, response_format: format } = body
  const file = `speech.${format}`
  const python = [`model=${print(model)}`, `voice=${print(voice)}`, `input=${print(input)}`, `response_format=${print(format)}`]
  return [
    curlSample(`${address}/v1/audio/speech`, ['-H "Content-Type: application/json"', `-d ${shellWord(print(body))}`, `--output ${file}`]),
    pythonSample(address, [`speech = client.audio.speech.create(${python.join(', ')})`, `speech.write_to_file(${print(file)})`]),
    javascriptSample(
      address,
      [`const speech = await client.audio.speech.create(${print(body)})`, `await writeFile(${print(file)}, speech.body)`],
      ["import { writeFile } from 'node:fs/promises'"],
    ),
  ]
}

/** A recording that is written down, as code. It is a file there. */
export function transcriptionSamples(address: string, { model }: TranscriptionBody): readonly CodeSample[] {
  const file = 'recording.wav'
  return [
    curlSample(`${address}/v1/audio/transcriptions`, [`--form-string ${shellWord(`model=${model}`)}`, `-F "file=@${file}"`]),
    pythonSample(address, [
      `reply = client.audio.transcriptions.create(model=${print(model)}, file=open(${print(file)}, "rb"))`,
      'print(reply.text)',
    ]),
    javascriptSample(
      address,
      [
        `const reply = await client.audio.transcriptions.create({ model: ${print(model)}, file: createReadStream('${file}') })`,
        'console.log(reply.text)',
      ],
      ["import { createReadStream } from 'node:fs'"],
    ),
  ]
}
