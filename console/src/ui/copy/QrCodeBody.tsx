// The heavy part of QrCode: loaded when it is first needed.
import { encode } from 'uqr'

const LONG = 200

/** One path for all dark squares: a code has up to thousands of them. */
export default function QrCodeBody({ text, size }: { readonly text: string; readonly size: number }) {
  // A long address has many squares; with less to spare for dirt, which a screen has none of, they are larger.
  const code = encode(text, { ecc: text.length > LONG ? 'L' : 'M', border: 0 })
  const squares = code.data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${code.size} ${code.size}`}
      width={size}
      height={size}
      shapeRendering="crispEdges"
      style={{ display: 'block' }}
    >
      <path d={squares.join('')} fill="#000000" />
    </svg>
  )
}
