import { Button, type ButtonProps } from './Button.tsx'
import { confirm, type Question } from './confirm.tsx'

/** A button that asks first. */
export function ConfirmButton({ question, onClick, ...button }: ButtonProps & { readonly question: Question }) {
  return (
    <Button
      {...button}
      onClick={async () => {
        if (await confirm(question)) await onClick?.()
      }}
    />
  )
}
