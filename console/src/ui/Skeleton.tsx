import './empty.css'

/** A bar in the place of text that is loading. Rows keep their final height. */
export function Skeleton({ width = '60%' }: { readonly width?: string | number }) {
  return <span className="skeleton" style={{ width }} aria-hidden />
}

/** A few bars, for a drawer or a panel. */
export function SkeletonLines({ count = 6 }: { readonly count?: number }) {
  return (
    <div className="stack" style={{ gap: 22, padding: '8px 0' }} aria-busy>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars are all alike
        <Skeleton key={index} width={`${90 - (index % 3) * 22}%`} />
      ))}
    </div>
  )
}
