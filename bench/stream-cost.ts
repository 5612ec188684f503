// What does an event of a stream cost when vendor and client speak the same dialect, beside passing the raw bytes on?
// The workload: streams of 100 events of 170 bytes (see lib/paced-streams.ts).
import { pacedStreams } from './lib/paced-streams.ts'
import type { Question } from './question.ts'

export const streamCost: Question = {
  number: 2,
  title: 'CPU of a stream passed through, 100 events of 170 bytes',
  async ask(options) {
    const figures = await pacedStreams(options, [{ name: '', client: 'chat', vendor: 'chat' }], 1.3)
    return figures.flatMap(({ whole, marginal }) => [whole, marginal])
  },
}
