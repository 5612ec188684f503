// The pages of docs/ that are printed from tables: tools/print-docs.ts writes them, docs.test.ts fails when they are out of date.
import { channelTypes, needsAddress, reportsBalance } from './channels/channel-type.ts'
import { errors } from './errors.ts'
import { guideReference, withoutKinds } from './guide-reference.ts'
import { aboutText, type Option } from './options/option.ts'
import { encodeOption, optionSubjects } from './options/registry.ts'
import { keysOfNeed } from './options/rules-between.ts'
import { code, row, table } from './values/markdown-table.ts'
import type { Vendor } from './vendors/vendor.ts'

/** Printed pages by file name below docs/. */
export function printedPages(): Readonly<Record<string, string>> {
  const guide = (['en', 'zh'] as const).flatMap((language) =>
    Object.entries(guideReference).map(([name, print]) => [`guide/${language}/${name}`, print(language)] as const),
  )
  return { 'errors.md': errorsPage(), 'options.md': optionsPage(), 'providers.md': providersPage(), ...Object.fromEntries(guide) }
}

function errorsPage(): string {
  const rows = Object.entries(errors).map(([code, entry]) =>
    row([`\`${code}\``, entry.status, 'type' in entry ? `\`${entry.type}\`` : '', ...[entry.zh, entry.en].map(withoutKinds)]),
  )
  return `# Errors

Printed from \`contract/src/errors.ts\` by \`npx node tools/print-docs.ts\`; do not edit.

Programs should look at the code, never at the words. The console's answers carry it as \`code\` beside \`message\`; there, a refusal
that is no fault of the transport comes with status 200 and \`success\` false. Model calls carry it as \`error.code\`, with the status
and the \`error.type\` below, in the shape of the dialect that was spoken. Words come in Chinese or English, as Accept-Language asks;
what stands in braces is filled in.

${table(['Code', 'Status', 'Type on model calls', 'Chinese', 'English'], rows)}
`
}

function optionsPage(): string {
  const subjects = Object.entries(optionSubjects).map(([subject, options]) => {
    return `## ${subject}\n\n${table(['Key', 'Kind', 'Default', 'Written by', 'What it does'], options.map(optionRow))}\n`
  })
  return `# Options

Printed from \`contract/src/options\` by \`npx node tools/print-docs.ts\`; do not edit.

Options are what an admin sets while the server runs, on the settings page or with \`PUT /api/option/\`. They are stored and sent as
text: \`true\` and \`false\`, numbers, lists separated by commas or line ends, JSON. Those that are secret, concern payment, run as
code in other people's browsers, decide where users and their keys are sent, or decide how much memory and money a call may take, are
written by the super admin only. Other admins see them; secrets are never read back. A change of these, and of the others that are marked
*confirmed*, needs a confirmation (\`POST /api/user/confirm\`) and cannot be made with an access token.

An option marked *not yet* is known and keeps its value, but the feature behind it does not work yet and it cannot be set.

${subjects.join('\n')}`
}

function optionRow(option: Option): string {
  const text = encodeOption(option, option.default)
  const kind = option.type.choices ? Object.keys(option.type.choices).map(code).join(', ') : option.type.kind
  const facts = [
    option.unit && `Unit: ${option.unit}.`,
    option.status && `Public as \`${option.status}\`.`,
    option.secret && 'Secret.',
    option.writer === 'admin' && option.confirmed && (option.confirmed === 'address' ? 'Confirmed if it is an address.' : 'Confirmed.'),
    option.needs && `Needs ${option.needs.map((need) => keysOfNeed(need).map(code).join(' or ')).join(', ')}.`,
    !option.isReady && '*Not yet.*',
  ].filter((fact) => fact)
  return row([
    code(option.key),
    kind,
    text === '' ? 'empty' : code(text),
    option.writer === 'root' ? 'super admin' : 'admin',
    [aboutText(option, 'en', (key) => key), ...facts].join(' '),
  ])
}

function providersPage(): string {
  const rows = channelTypes
    .filter(({ isReady }) => isReady)
    .map((vendor) =>
      row([
        vendor.id,
        vendor.name,
        needsAddress(vendor.id) ? 'must be given' : vendor.isAddressComputed ? 'computed' : code(vendor.baseUrl),
        (vendor.presets ?? []).map(({ address }) => code(address)).join(', '),
        vendor.keyFormat === 'bearer' ? 'one text' : code(vendor.keyFormat),
        vendor.other?.en ?? '',
        dialectsIn(vendor),
        vendor.operations.map(code).join(', '),
        vendor.balanceAt === 'nowhere' ? '' : reportsBalance(vendor.id, '') ? 'yes' : 'at other addresses',
      ]),
    )
  const unbuilt = channelTypes
    .filter(({ isReady }) => !isReady)
    .map(({ id, name, ended }) => row([id, name, ended?.en ?? 'not served yet']))
  const head = ['Type', 'Name', 'Address', 'Or', 'Key', '`other`', 'Dialects, best first', 'Operations', 'Tells its balance']
  return `# Providers

Printed from \`contract/src/vendors\` by \`npx node tools/print-docs.ts\`; do not edit. [How to add one](recipes/a-provider.md).

These types of channels can be made. A channel's own address replaces the one here. What stands below *Or* are addresses of regions, and words
that a channel may give as its address: each stands for a plan with an address for each dialect. A channel that goes to any other host is taken
to go to a relay, which speaks OpenAI's chat unless the channel's setting \`dialects\` says otherwise. Calls of clients in another dialect are
translated. A beginning of names before dialects means: these are for the models whose names begin so. A number that no list has counts as
type 8.

${table(head, rows)}

These types have a number, and cannot be made.

${table(['Type', 'Name', 'Why'], unbuilt)}
`
}

/** Best first; those of models that have others stand behind the beginnings of their names. Empty where there are no chats. */
function dialectsIn({ dialects, dialectsOfModels = {}, operations }: Vendor): string {
  if (!operations.includes('chat')) return ''
  const list = (names: readonly string[]) => names.map(code).join(', ')
  const beginnings = new Map<string, string[]>()
  for (const [beginning, names] of Object.entries(dialectsOfModels))
    beginnings.set(list(names), [...(beginnings.get(list(names)) ?? []), beginning])
  const others = [...beginnings].map(([names, models]) => `${list(models)} …: ${names}`)
  return [list(dialects), ...others].join('; ')
}
