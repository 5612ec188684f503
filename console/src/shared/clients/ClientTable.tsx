import {
  type ClientCheckName,
  type ClientCheckRow,
  type ClientFamily,
  clientCheckNames,
  clientCheckWords,
  clientFamilies,
  clientFamilyNames,
  clientFaultText,
} from '@waystation/contract/clients/client-checks'
import { type TextKey, useLanguage, useText } from '~/i18n'
import { FailedIcon, OkIcon, useIsPhone } from '~/ui/kit'
import './clients.css'

interface TableProps {
  readonly rows: readonly ClientCheckRow[]
}

const labels: Readonly<Record<ClientCheckRow['state'], TextKey>> = {
  good: 'clients.good',
  bad: 'clients.bad',
  not_offered: 'clients.notOffered',
}

/** Families against checks, and below what is red with its field. */
export function ClientTable({ rows }: TableProps) {
  const t = useText()
  const isPhone = useIsPhone()
  const bad = rows.filter(({ state }) => state === 'bad')
  return (
    <>
      {isPhone ? <Cards rows={rows} /> : <Matrix rows={rows} />}
      {bad.length > 0 && (
        <section className="clients-faults" aria-label={t('clients.faults', { count: bad.length })}>
          <h4>{t('clients.faults', { count: bad.length })}</h4>
          <ul>
            {bad.map((row) => (
              <Fault key={row.family + row.check} row={row} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function Matrix({ rows }: TableProps) {
  const t = useText()
  const language = useLanguage()
  return (
    // It scrolls sideways where it is too narrow, which a keyboard must be able to do too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard
    <section className="clients-table" tabIndex={0} aria-label={t('clients.table')}>
      <table>
        <thead>
          <tr>
            <td />
            {clientCheckNames.map((check) => (
              <th key={check} scope="col">
                {clientCheckWords[check][language]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {familiesIn(rows).map((family) => (
            <tr key={family}>
              <th scope="row">{clientFamilyNames[family]}</th>
              {clientCheckNames.map((check) => (
                <td key={check}>
                  <Cell row={rowOf(rows, family, check)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The same on a phone: a card for each family with its checks. */
function Cards({ rows }: TableProps) {
  const t = useText()
  const language = useLanguage()
  return (
    <ul className="clients-cards" aria-label={t('clients.table')}>
      {familiesIn(rows).map((family) => (
        <li key={family}>
          <strong>{clientFamilyNames[family]}</strong>
          <ul>
            {rows
              .filter((row) => row.family === family)
              .map((row) => (
                <li key={row.check}>
                  <Cell row={row} /> {clientCheckWords[row.check][language]}
                </li>
              ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

const familiesIn = (rows: readonly ClientCheckRow[]): readonly ClientFamily[] =>
  clientFamilies.filter((family) => rows.some((row) => row.family === family))
const rowOf = (rows: readonly ClientCheckRow[], family: ClientFamily, check: ClientCheckName) =>
  rows.find((row) => row.family === family && row.check === check)

/** A check that the family does not make stays empty. */
function Cell({ row }: { readonly row: ClientCheckRow | undefined }) {
  const t = useText()
  const language = useLanguage()
  if (!row) return null
  const label = t(labels[row.state])
  const why = row.fault ? clientFaultText(row.fault, language) : row.state === 'not_offered' ? t('clients.notOfferedHelp') : undefined
  const title = why === undefined ? label : `${label}: ${why}`
  if (row.state === 'not_offered')
    return (
      <span className="clients-cell text3" role="img" aria-label={title} title={title}>
        –
      </span>
    )
  return (
    <span className={`clients-cell ${row.state === 'good' ? 'tone-green' : 'tone-red'}`} role="img" aria-label={title} title={title}>
      {row.state === 'good' ? <OkIcon /> : <FailedIcon />}
    </span>
  )
}

function Fault({ row: { family, check, fault } }: { readonly row: ClientCheckRow }) {
  const language = useLanguage()
  return (
    <li>
      <span className="text2">
        {clientFamilyNames[family]} · {clientCheckWords[check][language]}
      </span>
      {fault && <code className="tone-red">{clientFaultText(fault, language)}</code>}
    </li>
  )
}
