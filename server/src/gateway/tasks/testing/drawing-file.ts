// What the test files of drawings begin with: a world with a drawing proxy, whose strictness is looked at after each test.
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { openTaskWorld, type TaskClient, type TaskWorld } from './task-world.ts'

/** The world of a file, there while its tests run, and what they all do in it. */
export interface DrawingFile {
  readonly tasks: TaskWorld
  readonly alice: TaskClient
  readonly bob: TaskClient
  poll(): Promise<void>
  /** Submits a drawing, which has to be accepted. Answers its id. */
  imagine(body?: object, who?: TaskClient): Promise<string>
  /** Requests that the proxy received to draw something. */
  submitted(): TaskWorld['drawing']['requests']
}

/** Opens a world before the tests of this file, and closes it after them. After each test the proxy must have been asked by its documentation. */
export function drawingFile(): DrawingFile {
  let world: TaskWorld | undefined
  const there = (): TaskWorld => world ?? expect.unreachable('the world is there only while tests run')
  beforeAll(async () => {
    world = await openTaskWorld()
  })
  afterAll(() => world?.close())
  afterEach(() => {
    const { violations, unknownFields } = there().drawing
    expect([violations, unknownFields]).toEqual([[], []])
    there().drawing.clear()
  })
  return {
    get tasks() {
      return there()
    },
    get alice() {
      return there().alice
    },
    get bob() {
      return there().bob
    },
    poll: () => there().timing.poll(),
    imagine: (body = {}, who = there().alice) => who.draw('/mj/submit/imagine', { prompt: 'a cat', ...body }),
    submitted: () => there().drawing.requests.filter(({ path }) => path.includes('/submit/') || path.includes('/swap')),
  }
}
