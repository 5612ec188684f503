// Waits for pictures that a vendor has taken as tasks. From then on they are charged for when they are made, whoever waits for them: the call keeps
// them first, then asks for them, and leaves them to the poller of tasks where it waits no longer (decision 46).
import type { JsonObject } from '@waystation/wire/encoding/json'
import { type PictureReading, readPictures } from '@waystation/wire/tasks/picture-tasks'
import type { TaskReading } from '@waystation/wire/tasks/task-reading'
import type { TakenWork, VendorRequest } from '../../providers/conversation.ts'
import type { ChannelTarget } from '../../providers/target.ts'
import type { PolledTask, TaskPoll } from '../../providers/task-vendor.ts'
import type { Attempt } from '../attempt.ts'
import { CallEnded, UpstreamFailure } from './failure.ts'
import { reportedFailure } from './failures.ts'

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 3000

/** Keeps work that a vendor has taken for a call. */
export interface WorkKeeper {
  /** How long it may go on, in milliseconds. */
  readonly workMs: number
  /** By which its user finds it. */
  readonly taskId: string
  /** Stores it with the hold of the call. Throws CallEnded where it cannot be stored. */
  take(work: TakenWork): Promise<void>
  /** Told how it has ended. */
  ended(result: JsonObject, reading: PictureReading): void
}

/** The requests of a call that waits. */
export interface WorkRequests {
  /**
   * Asks after a while; undefined: nothing was told, and it is worth asking again.
   * @throws UpstreamFailure where the time of the call is over, ClientGone where nobody waits any more
   */
  ask(poll: TaskPoll, waitMs: number): Promise<readonly TaskReading[] | undefined>
  /** Sends a request that stops work which nobody waits for any more, whether it is heard or not. */
  callOff(request: VendorRequest): void
}

interface FinishParts {
  readonly attempt: Attempt
  readonly channel: ChannelTarget
  readonly keeper?: WorkKeeper | undefined
}

/**
 * Keeps work that was taken, and waits for its end; answers what is known of it then.
 * @throws UpstreamFailure where it failed, ClientGone where nobody waits any more, CallEnded where it goes on without the call or cannot be kept
 */
export async function finishPictures(work: TakenWork, requests: WorkRequests, parts: FinishParts): Promise<JsonObject> {
  const { attempt, keeper } = parts
  await keeper?.take(work).catch((error: unknown) => {
    stop(work, requests, parts)
    throw error
  })
  const result = await ended(work, requests, parts).catch((error: unknown) => {
    if (!keeper) stop(work, requests, parts)
    else if (error instanceof UpstreamFailure) throw new CallEnded('picture_not_ready', { id: keeper.taskId }, { cause: error })
    throw error
  })
  const reading = readPictures(result)
  keeper?.ended(result, reading)
  if (reading.error) throw reportedFailure(reading.error, attempt)
  return result
}

/** What is known of work when it has ended. */
async function ended(work: TakenWork, requests: WorkRequests, parts: FinishParts): Promise<JsonObject> {
  let { result } = work
  for (let pauseMs = FIRST_PAUSE_MS; !hasEnded(result); pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const { attempt, channel } = parts
    const [poll] = attempt.provider.tasks?.polls([polled({ ...work, result }, parts)], channel) ?? []
    if (!poll) throw new Error(`${attempt.provider.name} has taken what it cannot be asked for`)
    const told = await requests.ask(poll, pauseMs)
    result = told?.[0]?.result ?? result
  }
  return result
}

function hasEnded(result: JsonObject): boolean {
  const { status } = readPictures(result)
  return status === 'SUCCESS' || status === 'FAILURE'
}

function stop(work: TakenWork, requests: WorkRequests, parts: FinishParts): void {
  for (const request of parts.attempt.provider.tasks?.cancels?.(polled(work, parts), parts.channel) ?? []) requests.callOff(request)
}

const polled = ({ vendorId, result }: TakenWork, { attempt }: FinishParts): PolledTask => ({
  ...{ kind: 'image', vendorId, action: '', model: attempt.upstreamModel, result },
})
