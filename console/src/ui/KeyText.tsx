import { CopyButton } from './CopyButton.tsx'

export interface KeyTextProps {
  /** The whole key as it is shown and copied, with its prefix. */
  readonly value: string
  /** When the list does not carry the key: fetches it for copying. */
  readonly reveal?: (() => Promise<string>) | undefined
}

/** A key or id: its ends in monospace, the whole of it to the clipboard. */
export function KeyText({ value, reveal }: KeyTextProps) {
  const short = value.length > 14 ? `${value.slice(0, 6)}…${value.slice(-4)}` : value
  return (
    <span className="key-text">
      <span className="mono">{short}</span>
      <CopyButton value={reveal ?? value} />
    </span>
  )
}
