import { revealToken } from '@waystation/contract/api/people/token'
import { useState } from 'react'
import { CallError } from '~/api/call-error'
import { useCall } from '~/api/use-call'

/** Stands in the lines where a key cannot be had. */
export const NO_KEY = 'YOUR_KEY'

/** A key among lines that are copied whole and shown masked. */
export interface LineKey {
  /** As it stands in the lines now. */
  readonly shown: string
  /** As it stands by itself, where it may be looked at. */
  readonly alone: string
  readonly isWhole: boolean
  /** Shows it whole, or masks it again. Absent: it was shown already. */
  readonly toggle?: () => Promise<void>
  /** For the lines that are copied. */
  readonly forLines: () => Promise<string>
  /** For a call; undefined: it is not known here. */
  readonly forCall: () => Promise<string | undefined>
  /** Where the site keeps no keys: takes what the user has of it. */
  readonly type?: (key: string) => void
  readonly typed: string
}

/** A key that was just made and is in sight anyway. */
export function freshKey(key: string): LineKey {
  return {
    shown: key,
    alone: masked(key.slice('sk-'.length)),
    isWhole: true,
    forLines: async () => key,
    forCall: async () => key,
    typed: '',
  }
}

/** Does a record carry the key itself? Where TokenKeyVisibility is not `list`, it is masked. */
export function isKeyKnown({ key }: { readonly key: string }): boolean {
  return key !== '' && !key.includes('*')
}

/** The ends of a key, whole or masked by the server. */
function masked(key: string): string {
  return key === '' ? 'sk-…' : `sk-${key.slice(0, 4)}…${key.slice(-4)}`
}

/** The key of a token of before: from its record, else fetched when it is first needed. */
export function useTokenKey(token: { readonly id: number; readonly key: string }): LineKey {
  const reveal = useCall(revealToken, { isQuiet: true })
  const known = isKeyKnown(token) ? `sk-${token.key}` : undefined
  const [fetched, setFetched] = useState<string>()
  const [isWhole, setIsWhole] = useState(false)
  const [isLost, setIsLost] = useState(false)
  const [typed, setTyped] = useState('')

  /** Undefined where the site keeps none. @throws CallError for any other failure */
  const fetchKey = async () => {
    if (isLost) return undefined
    try {
      const key = `sk-${await reveal.run({ params: { id: token.id } })}`
      setFetched(key)
      return key
    } catch (error) {
      if (!(error instanceof CallError && error.code === 'token_key_hidden')) throw error
      setIsLost(true)
      return undefined
    }
  }
  const own = typed.trim() || known || fetched
  const forCall = async () => own ?? (await fetchKey())
  const shown = isLost ? own || NO_KEY : isWhole && own ? own : masked(token.key)
  return {
    shown,
    alone: shown,
    isWhole,
    toggle: async () => {
      if (!isWhole) await forCall()
      setIsWhole(!isWhole)
    },
    forLines: async () => (await forCall()) ?? NO_KEY,
    forCall,
    ...(isLost ? { type: setTyped } : {}),
    typed,
  }
}
