// The orders that the program that opens sockets takes.

export type SocketOrder =
  | {
      readonly kind: 'open'
      readonly url: string
      readonly key: string
      readonly count: number
      /** Does the other side begin, so that its first message is waited for? */
      readonly hello: boolean
      /** What is sent then; absent: nothing. */
      readonly ask?: string
      /** Is nothing more read afterwards? */
      readonly isDeaf: boolean
    }
  /** Breaks all of them off. */
  | { readonly kind: 'drop' }

export interface SocketAnswer {
  /** How many are open. */
  readonly open: number
}
