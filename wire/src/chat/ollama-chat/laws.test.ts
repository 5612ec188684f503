import { ollamaReplies, ollamaStreams, ollamaWhole } from '../../../testing/ollama-replies.ts'
import { testVendorLaws } from '../../../testing/vendor-laws.ts'
import { ollamaChat } from './dialect.ts'

testVendorLaws({
  dialect: ollamaChat,
  folders: [],
  replies: ollamaReplies,
  streams: ollamaStreams,
  bytes: (lines) => new TextEncoder().encode(lines.map((line) => `${JSON.stringify(line)}\n`).join('')),
  whole: ollamaWhole,
})
