// What the fakes of other sites share: codes that count once, and answers that a test puts in the place of the right ones.
import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'

export const SECRET = 'the-secret'
export const CLIENT = 'the-client'

/** An answer instead of the right one. */
export interface Override {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | object
  /** Milliseconds before it is sent. */
  readonly delayMs?: number
}

/** What a browser was sent to a site with. */
export interface Asked {
  readonly state: string
  readonly redirectUri: string | undefined
  readonly challenge: string | undefined
  readonly nonce: string | undefined
}

/** Reads the address that a browser is sent to, as a site would. */
export function askedBy(address: string): Asked {
  const query = new URL(address).searchParams
  return {
    state: query.get('state') ?? '',
    redirectUri: query.get('redirect_uri') ?? undefined,
    challenge: query.get('code_challenge') ?? undefined,
    nonce: query.get('nonce') ?? undefined,
  }
}

/** Codes or tokens with what each stands for. */
export class Tickets<Value> {
  readonly #given = new Map<string, Value>()

  give(value: Value): string {
    const ticket = randomBytes(20).toString('hex')
    this.#given.set(ticket, value)
    return ticket
  }

  look(ticket: string): Value | undefined {
    return this.#given.get(ticket)
  }

  /** Once. */
  take(ticket: string): Value | undefined {
    const value = this.#given.get(ticket)
    this.#given.delete(ticket)
    return value
  }
}

/** Answers that are not the right ones, by the name of what is asked. */
export class Overrides {
  readonly #set = new Map<string, Override>()
  /** What was asked, in order. */
  readonly asked: string[] = []

  set(name: string, override: Override): void {
    this.#set.set(name, override)
  }

  clear(): void {
    this.#set.clear()
    this.asked.length = 0
  }

  /** Sends the right answer, or the one in its place. */
  async send(reply: FastifyReply, name: string, right: { status?: number; body: object | string }): Promise<FastifyReply> {
    this.asked.push(name)
    const { status = right.status ?? 200, headers = {}, body = right.body, delayMs = 0 } = this.#set.get(name) ?? {}
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
    reply.code(status).headers({ 'content-type': 'application/json; charset=utf-8', ...headers })
    return reply.send(typeof body === 'string' ? body : JSON.stringify(body))
  }
}

export const formOf = (body: unknown): URLSearchParams => new URLSearchParams(typeof body === 'string' ? body : '')
export const bearerOf = (header: string | undefined): string => /^Bearer (\S+)$/.exec(header ?? '')?.[1] ?? ''
