// Runs one client through the whole matrix. Each cell has a token of its own, so that cells can run concurrently and the cost of each is
// still known.
import { createHash } from 'node:crypto'
import type { LogEntry, LogOther } from '@waystation/contract/calls/log'
import { cellsToTry } from '@waystation/wire/testing/matrix'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pollFor } from '../../../testing/time/poll.ts'
import { openWorld, type World } from '../../testing/world.ts'
import type { Client } from './client.ts'
import { exceptionAt } from './exceptions.ts'
import { type MatrixUpstream, upstreamsOf } from './matrix-upstreams.ts'
import { plainly, type Scenario, scenariosAt } from './scenarios.ts'
import { expectSignaturesReturned } from './signatures.ts'
import { addUpstreams, modelAt, priceOptionsAt, prices, type Upstream } from './upstreams.ts'

/** Declares the tests of these clients in a world of their own. @param given where they are tried; absent: where each of them says */
export function runMatrix(clients: readonly Client[], given?: readonly MatrixUpstream[]): void {
  const endsOf = (client: Client) => given ?? upstreamsOf(client)
  const ends = [...new Set(clients.flatMap(endsOf))]
  let world: World
  beforeAll(async () => {
    world = await openWorld({ channel: null, isJudged: true, options: priceOptionsAt(ends) })
    await addUpstreams(world, ends)
  })
  afterAll(() => world.close())

  const cells = clients.flatMap((client) =>
    endsOf(client).flatMap((upstream) => scenariosAt(upstream).map((scenario): Cell => ({ client, upstream, scenario }))),
  )
  const possible = cells.filter((cell) => !isImpossible(cell))
  const tried = cellsToTry('clients', possible, ({ client, upstream, scenario }) => [client.name, upstream.name, scenario.name])
  for (const client of clients)
    describe.concurrent(client.name, () => {
      for (const cell of tried.filter((one) => one.client === client))
        test(`${cell.scenario.name}, ${cell.upstream.name}`, () => runCell(cell, world))
    })
}

/** What the client's library cannot do at this upstream. */
function isImpossible({ client, upstream, scenario }: Cell): boolean {
  return exceptionAt(client, upstream, scenario.name)?.isSkipped === true
}

interface Cell {
  readonly client: Client
  readonly upstream: MatrixUpstream
  readonly scenario: Scenario
}

async function runCell({ client, upstream, scenario }: Cell, world: World): Promise<void> {
  const callId = `${client.name} ${upstream.name} ${scenario.name}`.replace(/[^a-z0-9]+/gi, '-')
  // Names of tokens are short.
  const token = createHash('sha256').update(callId).digest('hex').slice(0, 20)
  const { key } = await world.addToken({ name: token })
  const ask = client.open({ url: world.url, key: `sk-${key}` })
  const prompt = `What is it like outside? #call:${callId} ${scenario.markers} ${upstream.markers ?? ''}`
  const exception = exceptionAt(client, upstream, scenario.name)
  const showsThinking = !client.hidesThinking && (exception === undefined || exception.refused !== undefined)
  const thinkingTokens = upstream.hidesThinkingTokens || client.hidesThinkingTokens ? 0 : undefined
  const showsUsage = !scenario.question.isStream || client.streamUsageAt?.includes(upstream.name) !== false
  const {
    question: { thinks, ...rest },
    run: runs = plainly,
    billed = 1,
  } = scenario
  const form = upstream.isOlder ? ('by-budget' as const) : ('by-effort' as const)
  const question = { ...rest, ...(thinks ? { thinks: form } : {}), model: modelAt(upstream, client.flavour), prompt }
  const run = runs(ask(question), client, { showsThinking, thinkingTokens, showsUsage })
  if (exception?.refused) return expect(run.catch(wordsOf(client))).resolves.toMatch(exception.refused)
  await run.catch((error: unknown) => {
    // What the vendor refused says more than what became of it.
    expectNothingRefused(world, callId)
    throw error
  })
  expectNothingRefused(world, callId)

  const bills = world.provider.bills.get(callId) ?? []
  expect(bills.length, 'calls that the vendor bills').toBe(billed)
  const rows = await paidRows(world, token, billed)
  const charged = rows.map((row) => row.quota)
  if (scenario.isCut) return expectCut(rows, upstream)
  if (scenario.question.hasTools)
    expectSignaturesReturned(world.provider.requests, { callId, upstream, thinks: scenario.question.thinks === true })
  // The vendor's own book, at the prices that were set, added up by hand.
  const owed = bills.map(({ usage }) => {
    const cached = usage.prompt_tokens_details.cached_tokens
    return (usage.prompt_tokens - cached) * prices.input + cached * prices.cached + usage.completion_tokens * prices.output
  })
  expect(charged).toEqual(owed)
  for (const [at, row] of rows.entries()) {
    const usage = bills[at]?.usage
    expect(row).toMatchObject({ prompt_tokens: usage?.prompt_tokens, completion_tokens: usage?.completion_tokens })
    const facts = JSON.parse(row.other) as LogOther
    expect(facts).toMatchObject({ end_reason: 'done', usage_source: 'upstream' })
    if (exception?.lost) expect((facts.losses ?? []).filter((path) => exception.lost?.test(path))).not.toEqual([])
    expect(facts.cache_tokens ?? 0).toBe(usage?.prompt_tokens_details.cached_tokens)
  }
}

/** The words of what the client threw. */
const wordsOf =
  ({ refusal: { words } }: Client) =>
  (error: unknown) =>
    words?.(error) ?? (error as Error).message

function expectNothingRefused(world: World, callId: string): void {
  const refused = world.provider.requests.filter(({ refusal, rawBody }) => refusal && rawBody.includes(`#call:${callId} `))
  const words = refused.map(({ refusal, rawBody }) => `${refusal?.rule}: ${JSON.stringify(refusal?.body)}\n  for ${rawBody}`)
  if (words.length > 0) throw new Error(`The strict vendor refused ${words.join('\n')}`)
}

/** Three of eight pieces of twenty words come before the cut: seven tokens, or six by their length where the counter is late. */
const tokensBeforeCut: readonly number[] = [6, 7]
/** Dialects whose streams report the prompt's tokens at their beginning; elsewhere they are counted. */
const reportsPromptFirst: readonly string[] = ['anthropic-messages', 'gemini-generate']

/** A cut stream is charged as far as it came, for every client, and its log row shows the cut. */
function expectCut([row]: readonly LogEntry[], { dialect }: Upstream): void {
  const { prompt_tokens = 0, completion_tokens = 0, quota } = row ?? {}
  expect(JSON.parse(row?.other ?? '{}')).toMatchObject({ end_reason: 'upstream_truncated' })
  expect(tokensBeforeCut).toContain(completion_tokens)
  if (reportsPromptFirst.includes(dialect)) expect(prompt_tokens).toBe(1000)
  else expect(prompt_tokens).toBeGreaterThan(0)
  expect(quota).toBe(prompt_tokens * prices.input + completion_tokens * prices.output)
}

/** The rows of a token's billed calls, oldest first, once there are so many. */
async function paidRows(world: World, token: string, wanted: number): Promise<LogEntry[]> {
  const path = `/api/log/?p=1&page_size=100&type=2&token_name=${encodeURIComponent(token)}`
  const { items } = await pollFor(
    () => world.console.call<{ items: LogEntry[] }>('GET', path),
    (page) => page.items.length >= wanted,
  )
  return items.toSorted((one, other) => one.id - other.id)
}
