import { InPageHead } from '../Page.tsx'
import { useIsPhone } from '../use-phone.ts'
import { CreateButton } from './CreateButton.tsx'
import { CsvButton } from './CsvButton.tsx'
import { withMoments } from './spans.ts'
import type { ListParts } from './use-list.ts'

/** A coarse clock, so that the figures of a moving span are fetched once a minute and not on every render. */
const MINUTE_MS = 60_000

/** What a list puts into the head of its page: the figures, and the buttons that are no filters. */
export function ListHead<Row>({ props, model }: ListParts<Row>) {
  const isPhone = useIsPhone()
  const { state } = model
  const ranges = model.filters.filter((filter) => filter.kind === 'range')
  const nowMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
  return (
    <>
      <InPageHead>
        {isPhone && props.tools}
        {isPhone && props.hasCsv && (
          <CsvButton name={model.name} source={model.source} state={state} columns={model.settings.shown} isIcon />
        )}
        <CreateButton props={props} />
      </InPageHead>
      {props.summary && <InPageHead place="summary">{props.summary(withMoments(state.filters, ranges, nowMs))}</InPageHead>}
    </>
  )
}
