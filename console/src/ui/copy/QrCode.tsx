import { lazy, type ReactNode, Suspense } from 'react'
import './qr-code.css'

const QrCodeBody = lazy(() => import('./QrCodeBody.tsx'))

export interface QrCodeProps {
  /** Its content, such as a URL. */
  readonly text: string
  /** What scanning it does; read aloud. */
  readonly label: string
  /** Side of the code without the clear border, px. Default 188. */
  readonly size?: number
  /** Stands over the code, which fades and can no longer be scanned: it has expired or is loading. */
  readonly cover?: ReactNode
}

/** A code for a camera: dark on white with a clear border in both themes, as cameras want it. What draws it is loaded when it is first shown. */
export function QrCode({ text, label, size = 188, cover }: QrCodeProps) {
  return (
    <div className={`qr-code ${cover === undefined ? '' : 'covered'}`} style={{ width: size + 28, height: size + 28 }}>
      {/* Covered, the real code is not even in the page. */}
      {cover === undefined ? (
        <div role="img" aria-label={label}>
          <div aria-hidden>
            <Suspense fallback={null}>
              <QrCodeBody text={text} size={size} />
            </Suspense>
          </div>
        </div>
      ) : (
        <div className="qr-code-cover">{cover}</div>
      )}
    </div>
  )
}
