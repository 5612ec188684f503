import type { KeyboardEvent } from 'react'

/** Is what was written to be sent? Enter also ends what an input method is composing; Safari shows it by the key code only. */
export function isSendKey({ key, shiftKey, nativeEvent, keyCode }: KeyboardEvent): boolean {
  return key === 'Enter' && !shiftKey && !nativeEvent.isComposing && keyCode !== 229
}
