import { useState } from 'react'
import { QuotaDialog } from '~/features/users/quota/QuotaDialog'
import { QuotaPreview } from '~/features/users/quota/QuotaPreview'
import { Button, toast } from '~/ui/kit'
import { Specimen } from '../Specimen.tsx'
import { useSay } from '../say.ts'

const soon = () => new Promise<void>((resolve) => setTimeout(resolve, 900))

export default function Users() {
  const say = useSay()
  const [who, setWho] = useState<{ readonly name: string; readonly balance: number }>()
  return (
    <>
      <Specimen part="QuotaDialog" text={say('A typed minus deducts.', '输入负号即为扣除。')}>
        <div className="wraps">
          <Button onClick={() => setWho({ name: '#27 m.hartmann', balance: 6_204_800 })}>{say('Adjust balance…', '调整余额…')}</Button>
          <Button onClick={() => setWho({ name: '#31 lin', balance: 1_203 })}>{say('Nearly nothing left…', '余额极少…')}</Button>
        </div>
        <QuotaDialog
          isOpen={who !== undefined}
          onClose={() => setWho(undefined)}
          who={who?.name ?? ''}
          balance={who?.balance ?? 0}
          onSave={async ({ reason }) => {
            await soon()
            toast.done(say(`Saved: ${reason}`, `已保存：${reason}`))
          }}
        />
      </Specimen>
      <Specimen part="QuotaPreview" text={say('Finer than four decimals, and below zero.', '精度超过四位小数，以及低于零。')}>
        <QuotaPreview balance={6_204_800} change={2_500_000} />
        <QuotaPreview balance={1_203} change={1} />
        <QuotaPreview balance={6_204_800} change={-7_250_000} />
      </Specimen>
    </>
  )
}
