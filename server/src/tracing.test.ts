// Traces of calls, as a collector of the operator gets them over HTTP.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { openWorld, type World } from './gateway/testing/world.ts'
import { scenario, step } from './testing/fakes/fake-provider-script.ts'
import { type LocalSite, openSite } from './testing/network/local-site.ts'
import { drivenClock } from './testing/time/driven-clock.ts'

const PROMPT = 'the garden gate is blue'
const CHANNEL_KEY = 'sk-far-0123456789abcdef'

interface Attribute {
  readonly key: string
  readonly value: {
    readonly stringValue?: string
    readonly intValue?: string
    readonly boolValue?: boolean
    readonly arrayValue?: { readonly values: readonly { readonly stringValue: string }[] }
  }
}
interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly { readonly scope: { readonly name: string }; readonly spans: readonly RawSpan[] }[]
  }[]
}
interface RawSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly Attribute[]
  readonly status: { readonly code?: number }
}

const valueOfAttribute = ({ stringValue, intValue, boolValue, arrayValue }: Attribute['value']) =>
  stringValue ?? boolValue ?? (intValue === undefined ? arrayValue?.values.map((one) => one.stringValue) : Number(intValue))
const named = (attributes: readonly Attribute[]) => Object.fromEntries(attributes.map(({ key, value }) => [key, valueOfAttribute(value)]))

const posts: { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string }[] = []
let answerStatus = 200
let refusals = 0
const clock = drivenClock()
/** Spans are sent as often. */
const SEND_EVERY_MS = 5000
let collector: LocalSite
let world: World
beforeAll(async () => {
  collector = await openSite(async (request, response) => {
    const body = await text(request)
    if (answerStatus === 200) posts.push({ path: request.url ?? '', headers: request.headers, body })
    else refusals += 1
    response.writeHead(answerStatus, { 'content-type': 'application/json' }).end('{}')
  })
  world = await openWorld({
    clock,
    ratios: { 'fake-chat': 1, 'pair-chat': 1 },
    channel: { key: CHANNEL_KEY },
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector-key',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test',
      OTEL_SERVICE_NAME: 'relay',
      NODE_NAME: 'node-7',
    },
  })
  await world.setOption('RetryTimes', '1')
  await world.addChannel({ name: 'first', key: CHANNEL_KEY, models: 'pair-chat', priority: 2 })
  await world.addChannel({ name: 'second', key: CHANNEL_KEY, models: 'pair-chat', priority: 1 })
})
afterEach(() => {
  answerStatus = 200
})
afterAll(async () => {
  await world?.close()
  await collector?.close()
})

const spansSent = () =>
  posts.flatMap(({ body }) =>
    (JSON.parse(body) as Sent).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  )
/** The spans of a call by its request id, the call's own first. */
const traceOf = async (requestId: unknown) => {
  const isOwn = (span: RawSpan) => named(span.attributes)['waystation.request_id'] === requestId
  // The call is over for its client a moment before it is for the server.
  await expect
    .poll(() => {
      if (!spansSent().some(isOwn)) clock.advance(SEND_EVERY_MS)
      return spansSent().some(isOwn)
    })
    .toBe(true)
  const spans = spansSent()
  const own = spans.find(isOwn)
  return [own, ...spans.filter(({ parentSpanId }) => parentSpanId === own?.spanId)].flatMap((span) =>
    span ? [{ ...span, attributes: named(span.attributes), ms: [ms(span.startTimeUnixNano), ms(span.endTimeUnixNano)] as const }] : [],
  )
}
const ms = (nanoseconds: string) => Number(BigInt(nanoseconds) / 1000n) / 1000
const chat = (fields: object = {}, headers: Readonly<Record<string, string>> = {}) =>
  world.post('/v1/chat/completions', { model: 'fake-chat', messages: [{ role: 'user', content: PROMPT }], ...fields }, headers)

test('a call with a whole answer is a span of the server, and its attempt one of a client below it', async () => {
  const before = Date.now()
  const answer = await chat()
  const after = Date.now()
  const [call, attempt, ...more] = await traceOf(answer.headers['x-request-id'])
  expect(more).toEqual([])
  const usage = answer.json.usage as { prompt_tokens: number; completion_tokens: number }
  const host = new URL(world.provider.url)
  expect(call).toMatchObject({ name: 'chat fake-chat', kind: 2, status: {} })
  expect(call?.traceId).toMatch(/^[\da-f]{32}$/)
  expect(call?.spanId).toMatch(/^[\da-f]{16}$/)
  expect(call?.parentSpanId).toBeUndefined()
  expect(call?.attributes).toMatchObject({
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': 'fake-chat',
    'gen_ai.usage.input_tokens': usage.prompt_tokens,
    'gen_ai.usage.output_tokens': usage.completion_tokens,
    'gen_ai.response.finish_reasons': ['stop'],
    'http.route': '/v1/chat/completions',
    'http.response.status_code': 200,
    'waystation.end_reason': 'done',
    'waystation.stream': false,
  })
  expect(attempt).toMatchObject({ name: 'chat fake-chat', kind: 3, traceId: call?.traceId, parentSpanId: call?.spanId, status: {} })
  expect(attempt?.attributes).toMatchObject({
    'server.address': host.hostname,
    'server.port': Number(host.port),
    'http.response.status_code': 200,
    'waystation.channel.id': 1,
  })
  expect(attempt?.attributes['gen_ai.provider.name']).toBe(call?.attributes['gen_ai.provider.name'])
  const [start = 0, end = 0] = call?.ms ?? []
  const [attemptStart = 0, attemptEnd = 0] = attempt?.ms ?? []
  expect(start).toBeGreaterThanOrEqual(before - 5)
  expect(end).toBeLessThanOrEqual(after + 5)
  expect([start <= attemptStart, attemptStart <= attemptEnd, attemptEnd <= end]).toEqual([true, true, true])
})

test('the span of a stream lasts until its end, with what was used', async () => {
  world.provider.next([
    step.streamHead(),
    step.say('one'),
    step.wait(400),
    step.say('two'),
    step.finish('length'),
    step.usage(9, 4),
    step.done(),
    step.end(),
  ])
  const answer = await chat({ stream: true })
  const [call, attempt] = await traceOf(answer.headers['x-request-id'])
  expect(call?.attributes).toMatchObject({
    'waystation.stream': true,
    'gen_ai.usage.input_tokens': 9,
    'gen_ai.usage.output_tokens': 4,
    'gen_ai.response.finish_reasons': ['length'],
  })
  for (const span of [call, attempt]) expect((span?.ms[1] ?? 0) - (span?.ms[0] ?? 0)).toBeGreaterThanOrEqual(395)
  expect(Number(call?.attributes['waystation.first_byte_ms'])).toBeLessThan(395)
})

test('a failed attempt stands beside the good one that follows it', async () => {
  world.provider.next(scenario.refuse(500, `broken for ${PROMPT}`))
  const answer = await chat({ model: 'pair-chat' })
  expect(answer.status).toBe(200)
  const [call, ...attempts] = await traceOf(answer.headers['x-request-id'])
  expect(call).toMatchObject({ status: {}, attributes: { 'http.response.status_code': 200 } })
  const [failed, good] = attempts.toSorted((a, b) => a.ms[0] - b.ms[0])
  expect(attempts).toHaveLength(2)
  expect(failed).toMatchObject({ status: { code: 2 }, attributes: { 'http.response.status_code': 500, 'waystation.channel.id': 2 } })
  expect(failed?.attributes['error.type']).toBeTypeOf('string')
  expect(good).toMatchObject({ status: {}, attributes: { 'http.response.status_code': 200, 'waystation.channel.id': 3 } })
  expect(good?.attributes['error.type']).toBeUndefined()
  expect(failed?.ms[1]).toBeLessThanOrEqual(good?.ms[0] ?? 0)
})

test('a vendor that is not there has no status; the call has failed', async () => {
  world.provider.next(scenario.resetBeforeHeaders())
  const answer = await chat()
  expect(answer.status).toBeGreaterThanOrEqual(500)
  const [call, attempt] = await traceOf(answer.headers['x-request-id'])
  expect(call).toMatchObject({ status: { code: 2 }, attributes: { 'http.response.status_code': answer.status } })
  expect(attempt?.status.code).toBe(2)
  expect(attempt?.attributes['http.response.status_code']).toBeUndefined()
})

test('a refused call is a span without attempts, and no fault of the server', async () => {
  const answer = await chat({ model: 'no-such-model' })
  const [call, ...attempts] = await traceOf(answer.headers['x-request-id'])
  expect(attempts).toEqual([])
  expect(call).toMatchObject({ name: 'chat no-such-model', attributes: { 'http.response.status_code': answer.status } })
  expect(call?.attributes['error.type']).toBe((answer.json.error as { code: string }).code)
  expect(call?.status).toEqual(answer.status < 500 ? {} : { code: 2 })
})

test("the caller's trace goes on; one that is not sampled is not traced, and vendors are told of neither", async () => {
  const [traceId, parent] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
  const quiet = await chat({}, { traceparent: `00-${traceId}-${parent}-00` })
  const traced = await chat({}, { traceparent: `00-${traceId}-${parent}-01` })
  const [call] = await traceOf(traced.headers['x-request-id'])
  expect(call).toMatchObject({ traceId, parentSpanId: parent })
  expect(spansSent().filter((span) => named(span.attributes)['waystation.request_id'] === quiet.headers['x-request-id'])).toEqual([])
  expect(world.provider.requests.at(-1)?.headers.traceparent).toBeUndefined()
  const odd = await chat({}, { traceparent: `00-${'0'.repeat(32)}-${parent}-01` })
  const [begun] = await traceOf(odd.headers['x-request-id'])
  expect(begun?.parentSpanId).toBeUndefined()
})

test('it goes to the collector as JSON, with the headers and names of the environment, and with nothing secret or said', () => {
  for (const { path, headers, body } of posts) {
    expect(path).toBe('/v1/traces')
    expect(headers).toMatchObject({ 'content-type': 'application/json', authorization: 'Bearer collector-key' })
    const [one] = (JSON.parse(body) as Sent).resourceSpans
    expect(named(one?.resource.attributes ?? [])).toEqual({
      'service.name': 'relay',
      'service.version': '0.0.0-test',
      'service.instance.id': 'node-7',
      'deployment.environment': 'test',
    })
    for (const secret of [PROMPT, 'garden', CHANNEL_KEY, world.key, world.key.slice(3), 'collector-key', 'root', 'one']) {
      expect(body).not.toContain(secret === 'one' ? '"one"' : secret)
    }
  }
  expect(posts.length).toBeGreaterThan(0)
})

test('what a collector cannot take now is sent again, and calls do not wait for it', async () => {
  answerStatus = 503
  const answer = await chat()
  expect(answer.status).toBe(200)
  await expect
    .poll(() => {
      clock.advance(SEND_EVERY_MS)
      return refusals
    })
    .toBeGreaterThan(1)
  answerStatus = 200
  const [call] = await traceOf(answer.headers['x-request-id'])
  expect(call?.name).toBe('chat fake-chat')
})

test('at the end what waits is sent', async () => {
  const answer = await chat()
  await world.server.close()
  const id = answer.headers['x-request-id']
  expect(spansSent().filter((span) => named(span.attributes)['waystation.request_id'] === id)).toHaveLength(1)
})

describe('the variables', () => {
  const tracing = (env: Readonly<Record<string, string>>) => readConfig({ DATA_DIR: '/nowhere', ...env }).tracing
  const at = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/base/' }

  test('without an address, or switched off, nothing is traced', () => {
    expect(tracing({})).toBeUndefined()
    expect(tracing({ OTEL_SERVICE_NAME: 'x' })).toBeUndefined()
    expect(tracing({ ...at, OTEL_SDK_DISABLED: 'true' })).toBeUndefined()
    expect(tracing({ ...at, OTEL_TRACES_EXPORTER: 'none' })).toBeUndefined()
  })

  test('traces go below the address, or to the one that is theirs', () => {
    expect(tracing(at)?.url.href).toBe('http://collector:4318/base/v1/traces')
    expect(tracing({ ...at, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/in' })?.url.href).toBe('https://traces.example/in')
    expect(tracing({ ...at, OTEL_EXPORTER_OTLP_HEADERS: 'a=1, b=x%3Dy' })?.headers).toEqual({ a: '1', b: 'x=y' })
  })

  test('a share of the calls is drawn', () => {
    expect(tracing(at)?.sampler).toEqual({ followsParent: true, ratio: 1 })
    const some = { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25' }
    expect(tracing({ ...at, ...some })?.sampler).toEqual({ followsParent: false, ratio: 0.25 })
  })

  test.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT must be'],
    [{ ...at, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'OTEL_EXPORTER_OTLP_PROTOCOL must be'],
    [{ ...at, OTEL_EXPORTER_OTLP_HEADERS: 'secret-without-a-name' }, 'OTEL_EXPORTER_OTLP_HEADERS must list'],
    [{ ...at, OTEL_EXPORTER_OTLP_HEADERS: 'key=%zz-secret' }, 'OTEL_EXPORTER_OTLP_HEADERS must have'],
    [{ ...at, OTEL_TRACES_SAMPLER: 'constructor' }, 'OTEL_TRACES_SAMPLER must be'],
    [{ ...at, OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG must be'],
    [{ ...at, OTEL_EXPORTER_OTLP_TIMEOUT: 'soon' }, 'OTEL_EXPORTER_OTLP_TIMEOUT must be'],
  ])('%j is refused in words, without what stands in it', (env, words) => {
    expect(() => tracing(env)).toThrow(words)
    expect(() => tracing(env)).not.toThrow(/secret/)
  })
})

test('where nobody has said where to, nothing of it is loaded', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'waystation-tracing-'))
  const script = `
    import { registerHooks } from 'node:module'
    const seen = []
    registerHooks({ load(url, context, next) { if (/(tracing|gateway\\/trace)\\//.test(url)) seen.push(url.split('/').at(-1)); return next(url, context) } })
    const { openTracing } = await import(${JSON.stringify(new URL('./tracing.ts', import.meta.url).href)})
    const { readConfig } = await import(${JSON.stringify(new URL('./config.ts', import.meta.url).href)})
    await import(${JSON.stringify(new URL('./gateway/walk.ts', import.meta.url).href)})
    const config = readConfig(process.env)
    const tracing = await openTracing(config, { version: '1', clock: { now: () => 0, after: () => () => {}, every: () => () => {} }, onTrouble() {} })
    console.log(JSON.stringify({ seen, isOn: tracing.tracer !== undefined }))
    await tracing.close()`
  const run = async (env: Readonly<Record<string, string>>) => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      env: { PATH: process.env.PATH ?? '', DATA_DIR: folder, ...env },
    })
    return JSON.parse(stdout) as { seen: readonly string[]; isOn: boolean }
  }
  expect(await run({})).toEqual({ seen: [], isOn: false })
  const on = await run({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  expect(on.isOn).toBe(true)
  expect(on.seen).toContain('span-exporter.ts')
  rmSync(folder, { recursive: true, force: true })
}, 60_000)
