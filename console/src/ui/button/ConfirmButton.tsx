import type { Question } from '../ConfirmDialog.tsx'
import { confirm } from '../confirm.tsx'
import { Button, type ButtonProps } from './Button.tsx'

/** A button with a confirmation. */
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
