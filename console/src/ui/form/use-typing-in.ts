import { useRef, useState } from 'react'

/** Milliseconds until what is wrong is shown: were it at once, the button that one is about to press would move away under the pointer. */
const AFTER_LEAVING_MS = 200

/** Which of several fields is being typed in, so that errors appear on blur and not in the middle of a word. */
export function useTypingIn<Id extends string | number>() {
  const [current, setCurrent] = useState<Id>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  return {
    current,
    enter(id: Id) {
      clearTimeout(timer.current)
      setCurrent(id)
    },
    leave() {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setCurrent(undefined), AFTER_LEAVING_MS)
    },
  }
}
