import { difyReplies, difyStreams, difyWhole } from '../../../testing/dify-replies.ts'
import { testVendorLaws } from '../../../testing/vendor-laws.ts'
import { difyApp } from './dialect.ts'

testVendorLaws({
  dialect: difyApp,
  folders: [],
  replies: difyReplies,
  streams: difyStreams,
  bytes: (events) => new TextEncoder().encode(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('event: ping\n\n')),
  whole: difyWhole,
})
