import { useState } from 'react'
import { messageOf } from '~/api/call-error'
import { Cancelled } from '~/api/cancelled'
import { Banner, Button, PasskeyIcon } from '~/ui/kit'

export interface PasskeyButtonProps {
  readonly label: string
  readonly size?: 'large'
  /** Does all of it. A failure is shown above the button, so its calls must be quiet; a closed dialog of the browser is none. */
  readonly onPress: () => Promise<unknown>
}

/** A button behind which the browser asks for a passkey. */
export function PasskeyButton({ label, size, onPress }: PasskeyButtonProps) {
  const [failure, setFailure] = useState<string>()
  const press = async () => {
    setFailure(undefined)
    await onPress().catch((error: unknown) => {
      if (!(error instanceof Cancelled)) setFailure(messageOf(error))
    })
  }
  return (
    <>
      {failure !== undefined && <Banner tone="red">{failure}</Banner>}
      <Button size={size} isBlock icon={<PasskeyIcon />} onClick={press}>
        {label}
      </Button>
    </>
  )
}
