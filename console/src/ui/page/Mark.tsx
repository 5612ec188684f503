/** The mark: a gate arch with a road through it, in the colour of the text around it. */
export function Mark({ size = 22 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="currentColor" aria-hidden style={{ color: 'var(--accent)', flex: 'none' }}>
      <path d="M2.5 21.5V11a9.5 9.5 0 0 1 19 0v10.5h-3.6V11a5.9 5.9 0 0 0-11.8 0v10.5z" />
      <path d="M11.1 11.2h1.8l2.7 10.3H8.4z" />
    </svg>
  )
}
