// What the operator's worker is asked for, and what it is never asked for (reliability.md 6.4, "Worker proxy").
import { json } from 'node:stream/consumers'
import type { Option } from '@waystation/contract/options/option'
import { workerUrl, workerValidKey } from '@waystation/contract/options/payment'
import { afterAll, expect, test } from 'vitest'
import { openEgress } from '../../lib/net/egress.ts'
import { openSite } from '../../testing/network/local-site.ts'
import { openSiteEgress } from './site-egress.ts'

const asked: unknown[] = []
const worker = await openSite(async (request, response) => {
  asked.push({ method: request.method, path: request.url, ...((await json(request)) as object) })
  response.writeHead(202).end('taken')
})
const egress = openEgress({ allowsPrivate: () => true, connectTimeoutMs: () => 2000 })
const values = new Map<string, unknown>([
  [workerUrl.key, `${worker.url}/fetch`],
  [workerValidKey.key, 'worker-key'],
])
const options = { get: <Value>({ key, default: usual }: Option<Value>) => (values.get(key) ?? usual) as Value }
const sites = openSiteEgress({ options, egress })
const limits = { headersTimeoutMs: 5000, bodyTimeoutMs: 5000 }

afterAll(() => Promise.all([sites.close(), egress.close(), worker.close()]))

test('a message goes through the worker as it is, and what is answered comes back', async () => {
  const headers = { 'content-type': 'application/json', 'x-webhook-signature': 'signed' }
  const url = new URL('https://93.184.215.14/hook?from=us')
  const answer = await sites.send({ method: 'POST', url, headers, body: '{"type":"quota_exceed","values":[1,2]}', ...limits })
  answer.body.destroy()
  expect(answer.statusCode).toBe(202)
  const body = { type: 'quota_exceed', values: [1, 2] }
  expect(asked).toEqual([{ method: 'POST', path: '/fetch', url: url.href, key: 'worker-key', headers, body }])
})

test.each(['http://93.184.215.14/hook', 'https://127.0.0.1/hook', 'https://169.254.169.254/latest', 'https://[::1]/hook'])(
  'the worker is not asked for %s',
  async (url) => {
    asked.length = 0
    await expect(sites.send({ method: 'GET', url: new URL(url), headers: {}, ...limits })).rejects.toThrow()
    expect(asked).toEqual([])
  },
)
