import { parentPort, workerData } from 'node:worker_threads'
import type { QueryReply, ThreadQuery } from '../../lib/query-thread.ts'
import { LineMatcher } from '../../lib/text/line-matcher.ts'

const matcher = new LineMatcher(workerData as readonly string[])
parentPort?.on('message', ({ id, input }: ThreadQuery<readonly string[]>) => {
  const reply: QueryReply<readonly string[]> = { id, answer: matcher.find(input) }
  parentPort?.postMessage(reply)
})
