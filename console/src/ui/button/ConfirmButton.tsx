import type { Question } from '../dialog/ConfirmDialog.tsx'
import { confirm } from '../dialog/confirm.tsx'
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
