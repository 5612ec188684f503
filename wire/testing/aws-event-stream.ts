// Writes AWS's event stream, for vendors that tests imitate. Independent of the reader: the checksum is zlib's.
import { crc32 } from 'node:zlib'

/** One message with these headers, all of them texts. */
export function awsMessage(headers: Readonly<Record<string, string>>, payload: string): Uint8Array {
  const head = Buffer.concat(Object.entries(headers).map(([name, value]) => textHeader(name, value)))
  const body = Buffer.from(payload)
  const prelude = Buffer.alloc(12)
  prelude.writeUInt32BE(head.length + body.length + 16, 0)
  prelude.writeUInt32BE(head.length, 4)
  prelude.writeUInt32BE(crc32(prelude.subarray(0, 8)), 8)
  const message = Buffer.concat([prelude, head, body])
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(message))
  return new Uint8Array(Buffer.concat([message, checksum]))
}

/** An event as Bedrock sends it. */
export const awsEvent = (type: string, payload: unknown): Uint8Array =>
  awsMessage({ ':event-type': type, ':content-type': 'application/json', ':message-type': 'event' }, JSON.stringify(payload))

/** A failure that the service's model describes. */
export const awsException = (type: string, payload: unknown): Uint8Array =>
  awsMessage({ ':message-type': 'exception', ':exception-type': type, ':content-type': 'application/json' }, JSON.stringify(payload))

function textHeader(name: string, value: string): Buffer {
  const text = Buffer.from(value)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(text.length)
  return Buffer.concat([Buffer.from([Buffer.byteLength(name)]), Buffer.from(name), Buffer.from([7]), length, text])
}
