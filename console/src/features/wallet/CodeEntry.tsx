import { type FormEvent, useId } from 'react'
import { BareInput, Button } from '~/ui/kit'
import './code-entry.css'

export interface CodeEntryProps {
  /** What is typed here; read aloud. */
  readonly label: string
  readonly placeholder: string
  /** On the button: a verb. */
  readonly submit: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onSubmit: () => unknown
  /** Why the code does not count; below the field. */
  readonly fault: string | undefined
  readonly isBusy: boolean
}

/** A field for a code with its button beside it. */
export function CodeEntry({ label, placeholder, submit, value, onChange, onSubmit, fault, isBusy }: CodeEntryProps) {
  const id = useId()
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) onSubmit()
  }
  return (
    <form className="code-entry" onSubmit={send}>
      <div className="grow">
        <BareInput
          value={value}
          onChange={({ target }) => onChange(target.value)}
          placeholder={placeholder}
          aria-label={label}
          aria-describedby={`${id}-fault`}
          aria-invalid={fault !== undefined}
          status={fault === undefined ? '' : 'error'}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <Button isSubmit isBusy={isBusy}>
        {submit}
      </Button>
      <div id={`${id}-fault`} role={fault ? 'alert' : undefined} className="code-entry-fault">
        {fault}
      </div>
    </form>
  )
}
