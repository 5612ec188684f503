import { crc32, deflateSync } from 'node:zlib'

export type Colour = readonly [red: number, green: number, blue: number]

/** A square PNG that goes from one colour to another, so that a list of drawings has something to show. */
export function gradient(from: Colour, to: Colour, size = 256): Buffer {
  const lines = Buffer.alloc(size * (1 + size * 3))
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const share = (x + y) / (2 * size)
      for (let part = 0; part < 3; part++)
        lines[y * (1 + size * 3) + 1 + x * 3 + part] = Math.round((from[part] ?? 0) * (1 - share) + (to[part] ?? 0) * share)
    }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(size, 0)
  head.writeUInt32BE(size, 4)
  head.set([8, 2], 8) // eight bits, red green blue
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(lines)), chunk('IEND', Buffer.alloc(0))])
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
