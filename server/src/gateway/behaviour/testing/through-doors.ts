// The same request in each of the four dialects, whole and streamed, and what the vendor received of it.
import { expect } from 'vitest'
import { type Door, doors, type Limits } from '../../clients/testing/doors.ts'
import type { World } from '../../testing/world.ts'

export interface Way {
  /** Such as `openai-chat, streamed`. */
  readonly name: string
  readonly door: Door
  readonly isStream: boolean
}

export const ways: readonly Way[] = doors.flatMap((door) => [
  { name: `${door.dialect}, whole`, door, isStream: false },
  { name: `${door.dialect}, streamed`, door, isStream: true },
])

export interface Received {
  readonly path: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: Readonly<Record<string, unknown>>
}

/**
 * Calls a model through one route, expects an answer, and returns the request that the vendor received. @param more fields over the body
 */
export async function received(world: World, model: string, { door, isStream }: Way, limits: Limits = {}, more = {}): Promise<Received> {
  const body = { ...door.body(model, 'hello #in:10 #out:3', isStream), ...door.limits(limits), ...more }
  const answer = await world.post(door.path(model, isStream), body)
  expect(answer.status, answer.text).toBe(200)
  const request = world.provider.requests.at(-1)
  return {
    path: request?.path ?? '',
    headers: request?.headers ?? {},
    body: JSON.parse(request?.rawBody ?? '{}'),
  }
}
