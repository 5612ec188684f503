import { cohereReplies, cohereStreams, cohereWhole } from '../../../testing/cohere-replies.ts'
import { testVendorLaws } from '../../../testing/vendor-laws.ts'
import { printFrame } from '../../encoding/sse.ts'
import { cohereChat } from './dialect.ts'

testVendorLaws({
  dialect: cohereChat,
  folders: ['cohere'],
  replies: cohereReplies,
  streams: cohereStreams,
  bytes: (events) =>
    new TextEncoder().encode(events.map((event) => printFrame({ event: String(event.type ?? ''), data: JSON.stringify(event) })).join('')),
  whole: cohereWhole,
})
