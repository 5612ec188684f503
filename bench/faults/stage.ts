// The gateway, started as its operator starts it and set up through its API, and the vendors it calls.
import { type Gateway, openGateway } from '../lib/gateway.ts'
import { type Program, startProgram } from '../lib/process.ts'
import type { SeenRequest, VendorAnswer, VendorOrder } from './vendor.ts'
import { LIMIT_SECONDS, type Manner, type Way } from './ways.ts'

/** The channel type of a vendor that speaks as OpenAI does, at any address. */
const CUSTOM_TYPE = 8

/** A model and its three equal channels. */
export interface Trio {
  readonly model: string
  readonly ports: readonly number[]
}

export class Stage {
  readonly gateway: Gateway
  /** Ports of the vendors by the ids of their channels, as rows of the log name them. */
  readonly portsById = new Map<number, number>()
  readonly #vendors: Program<VendorOrder, VendorAnswer>

  private constructor(gateway: Gateway, vendors: Program<VendorOrder, VendorAnswer>) {
    this.gateway = gateway
    this.#vendors = vendors
  }

  /** @param root of the checkout; ends in a slash */
  static async open(root: string, models: readonly string[]): Promise<Stage> {
    const vendors = await startProgram<VendorOrder, VendorAnswer>(new URL('./vendor.ts', import.meta.url))
    try {
      return new Stage(await openGateway({ root, profileFolder: undefined }, models), vendors)
    } catch (error) {
      await vendors.stop()
      throw error
    }
  }

  get door() {
    return { url: `http://127.0.0.1:${this.gateway.port}`, key: `sk-${this.gateway.key}` }
  }

  setOption(key: string, value: string): Promise<void> {
    return this.gateway.console.call('PUT', '/api/option/', { key, value })
  }

  /** Three new channels of a model, all well. */
  async addTrio(model: string, { hasLimits }: Pick<Way, 'hasLimits'>): Promise<Trio> {
    const { ports } = await this.#vendors.order({ kind: 'open', count: 3 })
    const limits = {
      first_byte_timeout_seconds: LIMIT_SECONDS,
      whole_first_byte_timeout_seconds: LIMIT_SECONDS,
      idle_timeout_seconds: LIMIT_SECONDS,
    }
    for (const port of ports) {
      const { id } = await this.gateway.console.call<{ id: number }>('POST', '/api/channel/', {
        ...{ name: `${model} ${port}`, type: CUSTOM_TYPE, key: `key-${port}`, base_url: `http://127.0.0.1:${port}` },
        ...{ models: model, group: 'default' },
        ...(hasLimits ? { setting: JSON.stringify(limits) } : {}),
      })
      this.portsById.set(id, port)
    }
    return { model, ports }
  }

  async turn(ports: readonly number[], manner: Manner): Promise<void> {
    await this.#vendors.order({ kind: 'turn', ports, manner })
  }

  /** Drops what hangs at the vendors. */
  async finish(): Promise<void> {
    await this.#vendors.order({ kind: 'finish' })
  }

  /** The requests that have reached these vendors since then, in order. */
  async requests(ports: readonly number[], sinceMs = 0): Promise<readonly SeenRequest[]> {
    return (await this.#vendors.order({ kind: 'seen', ports, sinceMs })).requests
  }

  async close(): Promise<void> {
    await this.gateway.close()
    await this.#vendors.stop()
  }
}
