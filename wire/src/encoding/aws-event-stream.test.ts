import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { awsEvent, awsException, awsMessage } from '../../testing/aws-event-stream.ts'
import { awsEventStreamCutter, EventStreamError } from './aws-event-stream.ts'
import { frameCutter } from './framing.ts'

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const decode = (bytes: Uint8Array) => decoder.decode(bytes)
const cut = (bytes: Uint8Array, max = 1 << 20) => awsEventStreamCutter(decode, max).push(bytes)
const eventsAndData = (bytes: Uint8Array) => cut(bytes).map(({ event, data }) => [event, data])
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))

// AWS's own vectors, as its Python library publishes them (boto/botocore, tests/unit/test_eventstream.py, Apache-2.0).
const published: Readonly<Record<string, readonly [string, readonly [string, string]]>> = {
  'an empty message': ['\x00\x00\x00\x10\x00\x00\x00\x00\x05\xc2H\xeb}\x98\xc8\xff', ['', '']],
  'a byte': ['\x00\x00\x00\x17\x00\x00\x00\x07)\x86\x01X\x04byte\x02\xff\xc2\xf8i\xdc', ['', '']],
  'a short number': ['\x00\x00\x00\x19\x00\x00\x00\tq\x0e\x92>\x05short\x03\xff\xff\xb2|\xb6\xcc', ['', '']],
  'a number': ['\x00\x00\x00\x1d\x00\x00\x00\r\x83\xe3\xf0\xe7\x07integer\x04\xff\xff\xff\xff\x8b\x8e\x12\xeb', ['', '']],
  'a long number': ['\x00\x00\x00\x1e\x00\x00\x00\x0e]J\xdb\x8d\x04long\x05\xff\xff\xff\xff\xff\xff\xff\xffK\xc22\xda', ['', '']],
  'a payload': ["\x00\x00\x00\x1d\x00\x00\x00\x00\xfdR\x8cZ{'foo':'bar'}\xc3e96", ['', "{'foo':'bar'}"]],
  'a payload and a text': [
    "\x00\x00\x00=\x00\x00\x00 \x07\xfd\x83\x96\x0ccontent-type\x07\x00\x10application/json{'foo':'bar'}\x8d\x9c\x08\xb1",
    ['', "{'foo':'bar'}"],
  ],
  'headers of all types': [
    '\x00\x00\x00\x62\x00\x00\x00\x52\x03\xb5\xcb\x9c\x010\x00\x011\x01\x012\x02\x02\x013\x03\x00\x03\x014\x04\x00\x00\x00\x04' +
      '\x015\x05\x00\x00\x00\x00\x00\x00\x00\x05\x016\x06\x00\x05bytes\x017\x07\x00\x04utf8\x018\x08\x00\x00\x00\x00\x00\x00\x00\x08' +
      '\x019\x090123456789abcdef\x63\x35\x36\x71',
    ['', ''],
  ],
  'an error': [
    '\x00\x00\x00\x52\x00\x00\x00\x42\xbf\x23\x63\x7e\x0d:message-type\x07\x00\x05error\x0b:error-code\x07\x00\x04code' +
      '\x0e:error-message\x07\x00\x07message\x6b\x6c\xea\x3d',
    ['error:code', '{"message":"message"}'],
  ],
}

const damaged: Readonly<Record<string, string>> = {
  'a length': "\x01\x00\x00\x1d\x00\x00\x00\x00\xfdR\x8cZ{'foo':'bar'}\xc3e96",
  'a payload': "\x00\x00\x00\x1d\x00\x00\x00\x00\xfdR\x8cZ{'foo':'bar'\x8d\xc3e96",
  'a header': "\x00\x00\x00=\x00\x00\x00 \x07\xfd\x83\x96\x0ccontent+type\x07\x00\x10application/json{'foo':'bar'}\x8d\x9c\x08\xb1",
  "the headers' length":
    "\x00\x00\x00=\xff\x00\x01\x02\x07\xfd\x83\x96\x0ccontent-type\x07\x00\x10application/json{'foo':'bar'}\x8d\x9c\x08\xb1",
}

describe('an event stream', () => {
  test.each(Object.entries(published))("of AWS's vectors: %s", (_, [bytes, frame]) => {
    expect(eventsAndData(latin1(bytes))).toEqual([frame])
  })

  test.each(Object.entries(damaged))("of AWS's vectors, damaged in %s", (_, bytes) => {
    expect(() => cut(latin1(bytes))).toThrow(EventStreamError)
  })

  test('gives an event by its type, and a failure by its own', () => {
    const stream = Buffer.concat([
      awsEvent('messageStart', { role: 'assistant' }),
      awsException('throttlingException', { message: 'Too many requests' }),
      awsMessage({ ':message-type': 'error', ':error-code': '503' }, 'gone'),
    ])
    expect(eventsAndData(stream)).toEqual([
      ['messageStart', '{"role":"assistant"}'],
      ['exception:throttlingException', '{"message":"Too many requests"}'],
      ['error:503', '{"message":"gone"}'],
    ])
  })

  test('is the same however its bytes are cut, and keeps its bytes when the chunk is reused', () => {
    const messages = ['', 'a', 'Öl 油 🛢', 'x'.repeat(300)].map((text) => awsEvent('e', text))
    const whole = Buffer.concat(messages)
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1 }), (sizes) => {
        const cutter = awsEventStreamCutter(decode, 1000)
        const frames = []
        for (let at = 0, turn = 0; at < whole.length; turn++) {
          const chunk = new Uint8Array(whole.subarray(at, at + (sizes[turn % sizes.length] ?? 1)))
          at += chunk.length
          frames.push(...cutter.push(chunk).map((frame) => ({ ...frame, raw: new Uint8Array(frame.raw ?? []) })))
          chunk.fill(0)
        }
        expect(frames.map(({ data }) => data)).toEqual(['""', '"a"', '"Öl 油 🛢"', JSON.stringify('x'.repeat(300))])
        expect(Buffer.concat(frames.map(({ raw }) => raw))).toEqual(whole)
        expect(cutter.pendingBytes).toBe(0)
      }),
    )
  })

  test('that ends within a message gives nothing of it', () => {
    const cutter = frameCutter('aws-event-stream', decode, 1000)
    const message = awsEvent('e', 'text')
    expect(cutter.push(message.subarray(0, message.length - 1))).toEqual([])
    expect(cutter.pendingBytes).toBe(message.length - 1)
    expect(cutter.end()).toEqual([])
    expect(cutter.push(message)).toHaveLength(1)
  })

  test('is refused as soon as a message declares a length that is too large', () => {
    const message = awsEvent('e', 'x'.repeat(500))
    expect(() => cut(message.subarray(0, 12), 400)).toThrow('an event exceeds 400 bytes')
    expect(cut(message, message.length)).toHaveLength(1)
  })

  test.each([
    ['longer than the headers', Buffer.from([9, 97])],
    ['of an unknown type', Buffer.from([1, 97, 10])],
    ['whose value is cut off', Buffer.from([1, 97, 7, 0, 9, 97])],
  ])('with a header %s is damaged, though its checksums are right', (_, header) => {
    const message = Buffer.from(awsMessage({}, header.toString('latin1')))
    // The payload becomes the headers; the checksums are made anew.
    const { crc32 } = process.getBuiltinModule('node:zlib')
    message.writeUInt32BE(header.length, 4)
    message.writeUInt32BE(crc32(message.subarray(0, 8)), 8)
    message.writeUInt32BE(crc32(message.subarray(0, -4)), message.length - 4)
    expect(() => cut(message)).toThrow(EventStreamError)
  })
})
