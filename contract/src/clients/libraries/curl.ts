import type { Client, Connection, Place, Sample } from '../client.ts'
import { powerShellQuoted, quoted } from '../shell.ts'
import { callOf } from '../test-call.ts'

/** A call without any program of ours: curl, and on Windows what PowerShell has. */
export const curl: Client = {
  id: 'curl',
  name: 'curl',
  kind: 'code',
  dialects: ['openai-chat', 'openai-responses', 'anthropic-messages', 'gemini-generate'],
  steps: (connection, { system, prompt }) => [
    { kind: 'run', ...(system === 'windows' ? powerShellCall : curlCall)(connection, { prompt }) },
  ],
}

type Asked = Pick<Place, 'prompt'>

const indented = (body: object): string => JSON.stringify(body, null, 2)

function curlCall(connection: Connection, { prompt }: Asked): Sample {
  const { path, headers, body } = callOf(connection, prompt)
  const lines = [
    `curl ${quoted(connection.url + path)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    `-d ${quoted(indented(body))}`,
  ]
  return { language: 'shell', code: lines.join(' \\\n  ') }
}

/** The body goes as bytes: older PowerShell sends text in an encoding of its own. */
function powerShellCall(connection: Connection, { prompt }: Asked): Sample {
  const { path, headers, body } = callOf(connection, prompt)
  const named = Object.entries(headers)
    .filter(([name]) => name !== 'Content-Type')
    .map(([name, value]) => `${powerShellQuoted(name)} = ${powerShellQuoted(value)}`)
  const lines = [
    `$body = @'\n${indented(body)}\n'@`,
    `Invoke-RestMethod ${powerShellQuoted(connection.url + path)} -Method Post \``,
    `  -Headers @{ ${named.join('; ')} } \``,
    "  -ContentType 'application/json' `",
    '  -Body ([Text.Encoding]::UTF8.GetBytes($body)) | ConvertTo-Json -Depth 9',
  ]
  return { language: 'powershell', code: lines.join('\n') }
}
