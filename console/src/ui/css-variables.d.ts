// Our own variables of CSS may be set in `style`.
import 'react'

declare module 'react' {
  interface CSSProperties {
    readonly [variable: `--${string}`]: string | number
  }
}
