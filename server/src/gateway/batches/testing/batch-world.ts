// A world with channels at the stand-in of the vendors of batches, two people who pay, and the time of batches in the test's hand.
import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import OpenAI, { toFile } from 'openai'
import { expect } from 'vitest'
import { type BatchVendor, openBatchVendor } from '../../../testing/fake-batches/fake-batches.ts'
import { runAt } from '../../../testing/time/run-at.ts'
import { openPayers, type Payer, type Payers } from '../../testing/payers.ts'
import { openWorld, type World, type WorldOptions } from '../../testing/world.ts'

export const GPT = 'gpt-5-mini'
export const CLAUDE = 'claude-opus-4-5'
export const GEMINI = 'gemini-2.5-flash'
export const VECTORS = 'text-embedding-3-small'
/** What an answer of the stand-in costs by itself, in quota units: 20 tokens, and 5 at four times their price. */
export const PRICE = 400

export interface BatchWorld {
  readonly world: World
  readonly vendor: BatchVendor
  readonly alice: BatchClient
  readonly bob: BatchClient
  readonly payers: Payers
  /** Somebody else, with so much. @param balance in quota units */
  addPayer(balance: number): Promise<BatchClient>
  /** Asks the vendors once about every batch that is open. */
  poll(): Promise<void>
  /** Makes every open batch older by so much. */
  age(ms: number): Promise<void>
  close(): Promise<void>
}

/** Opens it. Close it in the test's end. */
export async function openBatchWorld(options: Pick<WorldOptions, 'options' | 'database' | 'logLines'> = {}): Promise<BatchWorld> {
  const vendor = await openBatchVendor(['openai-key', 'claude-key', 'google-key'])
  const models = [GPT, CLAUDE, GEMINI]
  const map = (value: number) => Object.fromEntries(models.map((model) => [model, value]))
  const prices = { CompletionRatio: JSON.stringify(map(4)), ...options.options }
  const world = await openWorld({ ...options, channel: null, ratios: { ...map(10), [VECTORS]: 10 }, options: prices })
  const at = { base_url: vendor.url }
  await world.addChannel({ ...at, name: 'OpenAI', type: 1, key: 'openai-key', models: `${GPT},${VECTORS}` })
  await world.addChannel({ ...at, name: 'Anthropic', type: 14, key: 'claude-key', models: CLAUDE })
  await world.addChannel({ ...at, name: 'Google', type: 24, key: 'google-key', models: GEMINI })
  const payers = await openPayers(world)
  const addPayer = async (balance: number) => new BatchClient(world.url, await payers.add(balance, { limit: balance }))
  const [alice, bob] = [await addPayer(1_000_000_000), await addPayer(1_000_000_000)]
  const age = (ms: number) =>
    runAt(
      world.address,
      `update task set next_poll_ms = 0, submit_ms = submit_ms - ${ms}, expires_ms = expires_ms - ${ms} where is_open = 1`,
    )
  return {
    ...{ world, vendor, alice, bob, payers, addPayer },
    async poll() {
      await age(0)
      await world.server.runJob('poll-batches')
    },
    async age(ms) {
      await age(ms)
    },
    async close() {
      expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
      await payers.close()
      await world.close()
      await vendor.close()
    },
  }
}

const CHAT = '/v1/chat/completions'
const messages = [{ role: 'user' as const, content: 'Hi' }]

/** Somebody who submits batches, with the libraries of the vendors. */
export class BatchClient {
  readonly payer: Payer
  readonly openai: OpenAI
  readonly claude: Anthropic
  readonly google: GoogleGenAI

  constructor(url: string, payer: Payer) {
    const apiKey = payer.key
    this.payer = payer
    this.openai = new OpenAI({ apiKey, baseURL: `${url}/v1`, maxRetries: 0 })
    this.claude = new Anthropic({ apiKey, baseURL: url, maxRetries: 0 })
    this.google = new GoogleGenAI({ apiKey, httpOptions: { baseUrl: url } })
  }

  /** Uploads requests. Answers the id of the file. */
  async upload(lines: readonly (object | string)[]): Promise<string> {
    const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
    return (await this.openai.files.create({ file: await toFile(Buffer.from(text), 'in.jsonl'), purpose: 'batch' })).id
  }

  /** Submits such requests in OpenAI's shape. */
  async submit(lines: readonly (object | string)[], change: object = {}, headers: Record<string, string> = {}) {
    const order = { input_file_id: await this.upload(lines), endpoint: CHAT, completion_window: '24h', ...change } as const
    return this.openai.batches.create(order, { headers })
  }

  /** Does something; what it cost of the balance and of the token, in quota units. */
  async spending<Done>(work: () => Promise<Done>): Promise<{ done: Done; cost: number; tokenCost: number }> {
    const [balance, remainder] = [await this.payer.balance(), await this.payer.tokenRemainder()]
    const done = await work()
    return { done, cost: balance - (await this.payer.balance()), tokenCost: remainder - (await this.payer.tokenRemainder()) }
  }
}

/** A request of OpenAI's shape, that answers with at most so many tokens. */
export const line = (custom_id: string, body: object = {}, change: object = {}) => ({
  ...{ custom_id, method: 'POST', url: CHAT },
  body: { model: GPT, messages, max_completion_tokens: 100, ...body },
  ...change,
})

/** One of Anthropic's. */
export const request = (custom_id: string, params: object = {}) => ({
  custom_id,
  params: { model: CLAUDE, max_tokens: 100, messages, ...params },
})
