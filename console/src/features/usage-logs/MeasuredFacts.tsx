import type { LogOther } from '@waystation/contract/log'
import { useText } from '~/i18n'
import { measuredInput } from './measured.ts'

/** How the tokens of a call were computed where none were reported: of a recording, from characters, from a spoken text. */
export function MeasuredFacts({ other, figure }: { readonly other: LogOther; readonly figure: (value: number) => string }) {
  const t = useText()
  const input = measuredInput(other)
  const { sound_tokens_per_token: factor } = other
  return (
    <>
      {input?.unit === 'seconds' && (
        <p className="text3">
          {t('log.measuredSeconds', {
            seconds: secondsExact(input.seconds),
            whole: figure(input.wholeSeconds),
            tokens: figure(input.tokens),
          })}
        </p>
      )}
      {input?.unit === 'characters' && <p className="text3">{t('log.measuredCharacters', { count: figure(input.characters) })}</p>}
      {factor !== undefined && <p className="text3">{t('log.soundReckoned', { factor: figure(factor) })}</p>}
    </>
  )
}

/** All decimals: 62.0001 s count as 63, and rounded to 62 they would not. */
const secondsExact = (seconds: number): string => seconds.toLocaleString('en-US', { maximumFractionDigits: 12 })
