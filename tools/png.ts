// Makes a browser's screenshot smaller without losing a pixel: flat interfaces pack best when their rows are not filtered.
import { crc32, deflateSync, inflateSync } from 'node:zlib'

const SIGNATURE_BYTES = 8
const RGB = 2
const BYTES_PER_PIXEL = 3

/**
 * Packs a PNG again.
 * @throws Error when it is not 8 bit RGB, as Chromium writes pages
 */
export function repacked(png: Buffer): Buffer {
  const parts: Buffer[] = []
  let head: Buffer | undefined
  for (let at = SIGNATURE_BYTES; at < png.length; ) {
    const length = png.readUInt32BE(at)
    const name = png.toString('latin1', at + 4, at + 8)
    const data = png.subarray(at + 8, at + 8 + length)
    if (name === 'IHDR') head = data
    if (name === 'IDAT') parts.push(data)
    at += 12 + length
  }
  if (!(head?.[8] === 8 && head[9] === RGB && head[12] === 0)) throw new Error('not a plain RGB picture')
  const stride = head.readUInt32BE(0) * BYTES_PER_PIXEL
  const rows = unfiltered(inflateSync(Buffer.concat(parts)), stride)
  const packed = Buffer.concat([
    png.subarray(0, SIGNATURE_BYTES),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
  return packed.length < png.length ? packed : png
}

/** Each row with a zero in front, which means that it stands as it is. */
function unfiltered(filtered: Buffer, stride: number): Buffer {
  const out = Buffer.alloc(filtered.length)
  for (let row = 0; row < filtered.length; row += stride + 1) {
    const filter = filtered[row]
    for (let index = 1; index <= stride; index++) {
      const at = row + index
      const left = index > BYTES_PER_PIXEL ? (out[at - BYTES_PER_PIXEL] ?? 0) : 0
      const up = row > 0 ? (out[at - stride - 1] ?? 0) : 0
      const corner = row > 0 && index > BYTES_PER_PIXEL ? (out[at - stride - 1 - BYTES_PER_PIXEL] ?? 0) : 0
      const guess = filter === 1 ? left : filter === 2 ? up : filter === 3 ? (left + up) >> 1 : filter === 4 ? paeth(left, up, corner) : 0
      out[at] = ((filtered[at] ?? 0) + guess) & 255
    }
  }
  return out
}

/** PNG's fourth filter: whichever neighbour is nearest to left + up - corner. */
function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const [byLeft, byUp, byCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  if (byLeft <= byUp && byLeft <= byCorner) return left
  return byUp <= byCorner ? up : corner
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length, 0)
  body.copy(out, 4)
  out.writeUInt32BE(crc32(body), body.length + 4)
  return out
}
