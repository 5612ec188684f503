import { parentPort, workerData } from 'node:worker_threads'
import type { QueryReply, ThreadQuery } from '../../lib/query-thread.ts'
import { Redactor } from '../../lib/text/redactor.ts'

const redactor = new Redactor(workerData as readonly string[])
parentPort?.on('message', ({ id, input }: ThreadQuery<readonly string[]>) => {
  const reply: QueryReply<readonly string[]> = { id, answer: input.map((text) => redactor.redacted(text)) }
  parentPort?.postMessage(reply)
})
