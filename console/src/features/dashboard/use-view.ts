import { MAX_USAGE_DAYS, type UsageOrder, type UsageStep, usageOrders, usageSteps } from '@waystation/contract/calls/data'
import { usePublicStatus, useSiteZone } from '~/session/status'
import { useIsAdmin } from '~/session/user'
import { useUrlChoice, useUrlState } from '~/ui/kit'
import { type Chosen, chosenText, lengthOf, momentsOf, readChosen, type Span, spanFor, stepFor, usualSpan } from './spans.ts'

/** What the dashboard shows. All of it stands in the URL. */
export interface View {
  readonly isAdmin: boolean
  readonly step: UsageStep
  readonly chosen: Chosen
  readonly span: Span
  /** The site's time zone, in which days begin. */
  readonly zone: string
  /** Whole days of the span. */
  readonly days: number
  readonly mostDays: number
  readonly metric: UsageOrder
  /** Whose usage an admin looks at; undefined: everybody's. */
  readonly username: string | undefined
  readonly chooseStep: (step: UsageStep) => void
  readonly choose: (chosen: Chosen) => void
  readonly chooseMetric: (metric: UsageOrder) => void
  readonly chooseUser: (username: string | undefined) => void
}

/** The view in the URL, completed with the installation's defaults. */
export function useView(): View {
  const isAdmin = useIsAdmin()
  const { params, change } = useUrlState()
  const [metric, chooseMetric] = useUrlChoice('metric', usageOrders)
  const initial = asStep(usePublicStatus()?.data_export_default_time) ?? 'hour'
  const zone = useSiteZone()
  const mostDays = isAdmin ? MAX_USAGE_DAYS.everybody : MAX_USAGE_DAYS.own
  const lengthOfChosen = (one: Chosen) => lengthOf(momentsOf(one, Date.now(), { zone, mostDays }), zone)
  const wanted = asStep(params.step) ?? initial
  const chosen = readChosen(params.range) ?? usualSpan(wanted, isAdmin)
  const span = momentsOf(chosen, Date.now(), { zone, mostDays })
  const days = lengthOf(span, zone)
  return {
    isAdmin,
    step: stepFor(wanted, days),
    chosen,
    span,
    zone,
    days,
    mostDays,
    metric,
    username: (isAdmin && params.username) || undefined,
    chooseStep: (step) => change({ step, range: chosenText(spanFor(step, chosen, days, isAdmin)) }),
    choose: (next) => change({ range: chosenText(next), step: stepFor(wanted, lengthOfChosen(next)) }),
    chooseMetric,
    chooseUser: (username) => change({ username }),
  }
}

const asStep = (text: string | undefined): UsageStep | undefined => usageSteps.find((step) => step === text)
