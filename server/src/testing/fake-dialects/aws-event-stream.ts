// AWS's binary event stream, as a service writes it. Source: AWS, "Event stream encoding" (Amazon Transcribe developer guide), 2026. The
// checksums are those of Node itself.
import { crc32 } from 'node:zlib'

const TEXT = 7

/** One message with headers of text and a payload. */
export function eventMessage(headers: Readonly<Record<string, string>>, payload: string): Buffer {
  const head = Buffer.concat(Object.entries(headers).map(([name, value]) => header(name, value)))
  const body = Buffer.from(payload)
  const prelude = Buffer.alloc(8)
  prelude.writeUInt32BE(prelude.length + 4 + head.length + body.length + 4)
  prelude.writeUInt32BE(head.length, 4)
  const checked = Buffer.concat([prelude, checksum(prelude), head, body])
  return Buffer.concat([checked, checksum(checked)])
}

/** An event of the service, such as `contentBlockDelta`. */
export const eventOf = (type: string, payload: object): Buffer =>
  eventMessage({ ':event-type': type, ':content-type': 'application/json', ':message-type': 'event' }, JSON.stringify(payload))

/** A failure that the service's model describes, such as `throttlingException`. */
export const exceptionOf = (type: string, payload: object): Buffer =>
  eventMessage({ ':exception-type': type, ':content-type': 'application/json', ':message-type': 'exception' }, JSON.stringify(payload))

function header(name: string, value: string): Buffer {
  const [nameBytes, valueBytes] = [Buffer.from(name), Buffer.from(value)]
  const length = Buffer.alloc(2)
  length.writeUInt16BE(valueBytes.length)
  return Buffer.concat([Buffer.from([nameBytes.length]), nameBytes, Buffer.from([TEXT]), length, valueBytes])
}

function checksum(bytes: Buffer): Buffer {
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(bytes))
  return sum
}
