// SEC-7: a call is let in and answered by one reading of its address, whatever spelling, host or header would suggest another.
import { connect } from 'node:net'
import { endpoints } from '@waystation/contract/api/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openConsole, type TestConsole, type Visitor } from '../testing/console.ts'

let console: TestConsole
let user: Visitor
let port: number

beforeAll(async () => {
  console = await openConsole()
  await console.root()
  user = await console.user('user')
  await console.app.listen({ host: '127.0.0.1', port: 0 })
  const address = console.app.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => console.close())

/** One request as it is written, and the whole answer. */
function raw(target: string, headers: readonly string[] = [], method = 'GET'): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port })
    let answer = ''
    socket.on('data', (chunk) => (answer += String(chunk)))
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
    const hosts = headers.some((line) => line.startsWith('Host:')) ? [] : ['Host: console.test']
    socket.write(`${[`${method} ${target} HTTP/1.1`, ...hosts, 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`)
  })
}

const asUser = () => [`Cookie: ${user.cookie}`, `Waystation-User: ${user.id}`]

const spellings: Readonly<Record<string, (path: string) => string>> = {
  'a slash more': (path) => `/${path}`,
  'a slash more inside': (path) => path.replace('/api/', '/api//'),
  'an encoded slash': (path) => path.replace('/api/', '/api%2f'),
  'an encoded letter': (path) => path.replace('/api/', '/%61pi/'),
  'a letter encoded twice': (path) => path.replace('/api/', '/%2561pi/'),
  capitals: (path) => path.toUpperCase(),
  'a dot segment': (path) => path.replace('/api/', '/api/./'),
  'two dots behind an open path': (path) => `/api/status/..${path.replace('/api', '')}`,
  'encoded dots behind an open path': (path) => `/api/status/%2e%2e${path.replace('/api', '')}`,
  'dots with a semicolon': (path) => `/api/status/..;${path.replace('/api', '')}`,
  'a semicolon at the end': (path) => `${path};/api/status`,
  'a backslash': (path) => path.replace('/api/', '/api\\'),
  'a zero byte': (path) => `${path}%00/api/status`,
  'a fragment': (path) => `${path}#/api/status`,
  'the whole address': (path) => `http://console.test${path}`,
  'the whole address elsewhere': (path) => `http://other.test${path}`,
  'a user in the address': (path) => `http://root@console.test${path}`,
  'an open file ending': (path) => `${path.replace(/\/$/, '')}.css`,
}

const protectedReads = endpoints
  .filter(({ access, method }) => method === 'GET' && (access === 'admin' || access === 'root'))
  .map(({ path }) => path.replace(/\{\w+\}/g, '1'))

test.each(Object.keys(spellings))('SEC-7: %s opens no call of admins to a visitor or a user', async (spelling) => {
  expect(protectedReads.length).toBeGreaterThan(10)
  for (const path of protectedReads) {
    const target = spellings[spelling]!(path)
    for (const headers of [[], asUser()]) {
      const answer = await raw(target, headers)
      expect(answer, target).not.toContain('"success":true')
      expect(answer, target).toMatch(/^HTTP\/1\.1 (200 OK[\s\S]*no_permission|4\d\d )/)
    }
  }
})

test.each([
  ['Host: localhost'],
  ['Host: 127.0.0.1/api/status?'],
  ['Host: console.test/api/status'],
  ['X-Original-URL: /api/status'],
  ['X-Rewrite-URL: /api/status'],
  ['X-Forwarded-Prefix: /api/status'],
  ['X-Forwarded-Host: localhost'],
  ['X-Forwarded-For: 127.0.0.1'],
  ['X-HTTP-Method-Override: OPTIONS'],
  ['Upgrade: websocket'],
])('SEC-7: %s changes nothing of who may call what', async (header) => {
  for (const path of protectedReads) {
    const answer = await raw(path, [header, ...asUser()])
    expect(answer, path).not.toContain('"success":true')
    expect(answer, path).toMatch(/no_permission|^HTTP\/1\.1 4\d\d /)
  }
  // And an open call does not become one of admins.
  const target = header.split(': ')[0]
  const open = await raw('/api/status', [`${target}: /api/option/`, ...asUser()])
  expect(open).not.toContain('RetryTimes')
})

test.each(['HEAD', 'OPTIONS', 'TRACE', 'PATCH', 'get', 'PROPFIND'])(
  'SEC-7: %s of a path that admins read tells nothing',
  async (method) => {
    for (const path of protectedReads) {
      const answer = await raw(path, asUser(), method)
      expect(answer, path).not.toContain('"success":true')
      expect(answer, path).toMatch(/^HTTP\/1\.1 4\d\d /)
    }
  },
)
