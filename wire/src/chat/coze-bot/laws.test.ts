import { cozeBytes, cozeFails, cozeStreams } from '../../../testing/coze-replies.ts'
import { testVendorLaws } from '../../../testing/vendor-laws.ts'
import { cozeBot } from './dialect.ts'

testVendorLaws({
  dialect: cozeBot,
  folders: [],
  replies: {},
  streams: cozeStreams,
  bytes: (events) => new TextEncoder().encode(cozeBytes(events)),
  whole: (events) => (cozeFails(events) ? undefined : 'streams-only'),
})
