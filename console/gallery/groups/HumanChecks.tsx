import { useState } from 'react'
import { HumanCheck, type HumanCheckVendor } from '~/ui/kit'
import { Specimen } from '../Specimen.tsx'
import { useSay } from '../say.ts'

const soon = () => new Promise<void>((resolve) => setTimeout(resolve, 100))

/** Vendors without a network, one for each way that a check can go. */
const vendor = (name: string, run: HumanCheckVendor['load']): HumanCheckVendor => ({ name, load: run })
const passing = vendor('Turnstile', async () => ({
  render: (_element, _look, events) => {
    events.onToken('token')
    return () => undefined
  },
}))
const slow = vendor('Turnstile', () => new Promise(() => undefined))
const broken = vendor('Turnstile', async () => {
  await soon()
  throw new Error('no script')
})
const clicking = vendor('Turnstile', async () => ({
  render: (element, _look, events) => {
    const box = document.createElement('button')
    box.type = 'button'
    box.textContent = '☐ widget'
    box.style.cssText = 'width: 100%; height: 65px; border: 1px solid var(--border); background: var(--surface); color: var(--text)'
    box.onclick = () => events.onToken('token')
    element.append(box)
    events.onNeedsClick()
    return () => box.remove()
  },
}))

/** The check of each of them. */
export function HumanChecks() {
  const say = useSay()
  const [token, setToken] = useState<string>()
  return (
    <Specimen part="HumanCheck" text={say('Loading, passed, failed, and with a box to click.', '加载中、通过、失败，以及需要点击。')}>
      <div data-stays>
        <HumanCheck siteKey="key" vendor={slow} onToken={() => undefined} />
      </div>
      <HumanCheck siteKey="key" vendor={passing} onToken={() => undefined} />
      <HumanCheck siteKey="key" vendor={broken} onToken={() => undefined} />
      <HumanCheck siteKey="key" vendor={clicking} onToken={setToken} />
      <p className="text3">{token === undefined ? say('No token yet', '尚无令牌') : token}</p>
    </Specimen>
  )
}
