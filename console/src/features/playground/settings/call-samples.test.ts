import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import type { ChatBody } from '../chat/request-body.ts'
import { callSamples, samplesOf } from './call-samples.ts'

const body: ChatBody = {
  model: 'm',
  stream: true,
  temperature: 0.7,
  max_tokens: 100,
  messages: [
    { role: 'system', content: 'It\'s "fine"\nsecond line \\ $HOME `x`' },
    {
      role: 'user',
      content: [
        { type: 'text', text: '汉字' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAABBBB' } },
      ],
    },
  ],
}
const [curl, python, javascript] = callSamples({ address: 'https://relay.test/sub', body }).map(({ code }) => code) as [
  string,
  string,
  string,
]

test('what a shell makes of the curl line is the call itself', () => {
  const program = 'require("fs").writeSync(1, JSON.stringify(process.argv.slice(1)))'
  const printed = execFileSync('sh', ['-c', curl.replace(/^curl/, `"${process.execPath}" -e '${program}' --`)], { encoding: 'utf8' })
  const words = JSON.parse(printed) as string[]
  expect(words).toContain('https://relay.test/sub/v1/chat/completions')
  expect(words).toContain('Authorization: Bearer YOUR_API_KEY')
  const sent = JSON.parse(words.at(-1) ?? '') as ChatBody
  expect(sent).toMatchObject({ model: 'm', stream: true, temperature: 0.7, max_tokens: 100 })
  expect(sent.messages[0]).toEqual(body.messages[0])
})

test('the JavaScript sample has the same contents', () => {
  const call = /create\((\{[\s\S]*?\n\})\)/.exec(javascript)?.[1] ?? ''
  const said = new Function(`return (${call})`)() as ChatBody
  expect(said.messages[0]).toEqual(body.messages[0])
  expect(said).toMatchObject({ model: 'm', temperature: 0.7, max_tokens: 100, stream: true })
})

test('the Python sample has the same contents', () => {
  expect(python).toContain('base_url="https://relay.test/sub/v1"')
  expect(python).toContain('    temperature=0.7,')
  expect(python).toContain('    stream=True,')
  expect(python).toContain(JSON.stringify(body.messages[0]?.content))
})

test('no picture’s bytes, and nothing that was left to the model', () => {
  for (const code of [curl, python, javascript]) expect(code).not.toContain('BBBB')
  for (const { code } of callSamples({ address: 'https://a.test', body: { model: 'm', stream: false, messages: [] } }))
    expect(code).not.toMatch(/temperature|max_tokens|stream/)
})

test('a picture that is made or changed, with the words as a shell and JavaScript read them', () => {
  const prompt = 'it\'s a "cat"\n\\ $HOME `x`'
  for (const images of [undefined, [{ image_url: 'data:image/png;base64,AAAABBBB' }]]) {
    const path = images ? 'images/edits' : 'images/generations'
    const samples = samplesOf('https://a.test', { path, body: { model: 'm', prompt, ...(images && { images }) } })
    const [shell = '', , script = ''] = samples.map(({ code }) => code)
    const program = 'require("fs").writeSync(1, JSON.stringify(process.argv.slice(1)))'
    const words = JSON.parse(
      execFileSync('sh', ['-c', shell.replace(/^curl/, `"${process.execPath}" -e '${program}' --`)], { encoding: 'utf8' }),
    ) as string[]
    expect(words[0]).toBe(`https://a.test/v1/${path}`)
    expect(images ? words : JSON.parse(words.at(-1) ?? '')).toEqual(
      images ? expect.arrayContaining(['model=m', `prompt=${prompt}`, 'image[]=@picture.png']) : { model: 'm', prompt },
    )
    const call = /images\.(?:generate|edit)\((\{.*\})\)/s.exec(script)?.[1] ?? ''
    expect(new Function('createReadStream', `return (${call})`)(() => 'file')).toMatchObject({ model: 'm', prompt })
    for (const { code } of samples) expect(code).not.toContain('BBBB')
  }
})

test('sound as code, with the words as a shell and JavaScript read them', () => {
  const body = { model: 'm', input: 'it\'s a "cat"\n\\ $HOME', voice: 'alloy', response_format: 'wav' }
  const [shell = '', , script = ''] = samplesOf('https://a.test', { path: 'audio/speech', body }).map(({ code }) => code)
  const program = 'require("fs").writeSync(1, JSON.stringify(process.argv.slice(1)))'
  const wordsOf = (line: string) =>
    JSON.parse(
      execFileSync('sh', ['-c', line.replace(/^curl/, `"${process.execPath}" -e '${program}' --`)], { encoding: 'utf8' }),
    ) as string[]
  const words = wordsOf(shell)
  expect(words[0]).toBe('https://a.test/v1/audio/speech')
  expect(JSON.parse(words[words.indexOf('-d') + 1] ?? '')).toEqual(body)
  expect(words.slice(-2)).toEqual(['--output', 'speech.wav'])
  expect(new Function(`return (${/speech\.create\((\{.*\})\)/s.exec(script)?.[1]})`)()).toEqual(body)

  const written = samplesOf('https://a.test', { path: 'audio/transcriptions', body: { model: 'm' }, file: new Blob() })
  expect(wordsOf(written[0]?.code ?? '')).toEqual(
    expect.arrayContaining(['https://a.test/v1/audio/transcriptions', 'model=m', 'file=@recording.wav']),
  )
  expect(written[2]?.code).toContain('client.audio.transcriptions.create({ model: "m"')
})
