import { Skeleton } from '../Skeleton.tsx'

/** Grey rows in the place of those that are loading, with their final height. */
export function SkeletonRows({ rows, cells }: { readonly rows: number; readonly cells: number }) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
    <tr key={row} aria-hidden>
      {Array.from({ length: cells }, (_, cell) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: so are their cells
        <td key={cell}>
          <Skeleton width={`${45 + ((row * 7 + cell * 13) % 40)}%`} />
        </td>
      ))}
    </tr>
  ))
}
