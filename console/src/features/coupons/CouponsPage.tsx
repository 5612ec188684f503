import { getRedemption, summarizeRedemptions } from '@waystation/contract/api/money/redemption'
import { type ListedRedemption, type RedemptionDraft, RedemptionPatch, redemptionStates } from '@waystation/contract/money/redemption'
import { useState } from 'react'
import type { z } from 'zod'
import { useData } from '~/api/use-data'
import { useLanguage, useText } from '~/i18n'
import {
  AskTextHost,
  askText,
  Banner,
  CodesIcon,
  CopyField,
  confirm,
  DescriptionList,
  type Drawer,
  FormDrawer,
  IconButton,
  ListTable,
  Menu,
  MoreIcon,
  numberText,
  Page,
  QuotaText,
  SideSheet,
  TimeText,
  TrashIcon,
  toast,
  useDrawer,
  useQuotaFormat,
} from '~/ui/kit'
import { blankCoupon, CouponFields, CouponForm, editedCoupon, patchFaults, sentDraft, sentPatch } from './CouponFields.tsx'
import { CodesDialog } from './codes/CodesDialog.tsx'
import { useCouponActions, useCouponBulk } from './coupon-actions.tsx'
import { CouponUses, couponCard, couponColumns, StateText, Validity } from './coupon-columns.tsx'
import { couponList, useCouponCalls } from './coupon-queries.ts'
import { isFrozen, isOver, nowSeconds } from './coupon-state.ts'

/** Changes a code. One that was redeemed is only shown. */
function EditCouponDrawer({ drawer }: { readonly drawer: Drawer<ListedRedemption> }) {
  const t = useText()
  const language = useLanguage()
  const { change } = useCouponCalls()
  const code = drawer.item
  const isShown = code !== undefined && isFrozen(code)
  return (
    <>
      <FormDrawer
        drawer={{ ...drawer, isOpen: drawer.isOpen && !isShown }}
        title={t('coupon.edit', { name: code?.name ?? '' })}
        schema={RedemptionPatch}
        initial={code ? editedCoupon(code) : {}}
        check={(values) => patchFaults(values, language)}
        onSubmit={(values) => change(sentPatch(values))}
      >
        {code && <CopyField label={t('coupon.code')} value={code.key} />}
        <CouponFields isNew={false} />
      </FormDrawer>
      <SideSheet
        isOpen={drawer.isOpen && isShown}
        onClose={drawer.close}
        title={t('coupon.viewTitle', { name: code?.name ?? '' })}
        width={640}
      >
        {code && <CouponFacts code={code} />}
      </SideSheet>
    </>
  )
}

function CouponFacts({ code }: { readonly code: ListedRedemption }) {
  const t = useText()
  return (
    <div className="stack">
      <Banner tone="blue">{t('coupon.frozen')}</Banner>
      <CopyField label={t('coupon.code')} value={code.key} />
      <DescriptionList
        columns={2}
        facts={[
          { label: t('coupon.status'), value: <StateText code={code} /> },
          { label: t('coupon.kind'), value: t(code.is_gift ? 'coupon.gift' : 'coupon.single') },
          { label: t('coupon.quota'), value: <QuotaText value={code.quota} /> },
          { label: t('coupon.uses'), value: <CouponUses code={code} /> },
          { label: t('coupon.validity'), value: <Validity from={code.valid_from} until={code.valid_until} /> },
          { label: t('coupon.creator'), value: code.username || `#${code.user_id}` },
          { label: t('coupon.created'), value: <TimeText unix={code.created_time} style="full" /> },
          ...(code.is_gift ? [] : [{ label: t('coupon.redeemer'), value: code.used_username || `#${code.used_user_id}` }]),
          {
            label: t(code.is_gift ? 'coupon.lastRedeemedAt' : 'coupon.redeemedAt'),
            value: <TimeText unix={code.redeemed_time} style="full" />,
          },
        ]}
      />
    </div>
  )
}

/** What concerns many codes without choosing them: those of a name, and those that are disabled. */
function CouponHeadActions() {
  const t = useText()
  const deleteNamed = useDeleteNamed()
  const deleteDisabled = useDeleteDisabled()
  // A failure is shown by the query client.
  const quietly = (run: () => Promise<void>) => () => void run().catch(() => undefined)
  return (
    <Menu
      items={[
        { key: 'named', icon: <TrashIcon />, label: t('coupon.deleteNamed'), isDanger: true, run: quietly(deleteNamed) },
        { key: 'disabled', icon: <TrashIcon />, label: t('coupon.deleteDisabled'), isDanger: true, run: quietly(deleteDisabled) },
      ]}
    >
      <IconButton label={t('action.more')} icon={<MoreIcon />} isBordered />
    </Menu>
  )
}

/** Asks for a name, says how many codes have it, and deletes them when that is what is wanted. */
function useDeleteNamed() {
  const t = useText()
  const { countNamed, removeNamed } = useCouponCalls()
  return async () => {
    const name = await askText({
      title: t('coupon.deleteNamed'),
      label: t('coupon.name'),
      hint: t('coupon.deleteNamedHint'),
      yes: t('coupon.findNamed'),
      check: (typed) => (typed === '' ? t('coupon.nameNeeded') : undefined),
    })
    if (name === undefined) return
    const count = await countNamed(name)
    if (count === 0) {
      toast.warn(t('coupon.noneNamed', { name }))
      return
    }
    const isMeant = await confirm({
      title: t('coupon.confirmDeleteNamed', { count, name }),
      text: t('coupon.confirmDeleteText'),
      yes: t('coupon.deleteMany'),
      isDanger: true,
    })
    if (isMeant) toast.done(t('coupon.deletedMany', { count: await removeNamed(name) }))
  }
}

function useDeleteDisabled() {
  const t = useText()
  const { removeDisabled } = useCouponCalls()
  return async () => {
    const isMeant = await confirm({
      title: t('coupon.confirmDeleteDisabled'),
      text: t('coupon.confirmDeleteText'),
      yes: t('coupon.deleteMany'),
      isDanger: true,
    })
    if (isMeant) toast.done(t('coupon.deletedMany', { count: await removeDisabled() }))
  }
}

/** Codes just made, and what they are. */
interface MadeCoupons {
  readonly draft: z.input<typeof RedemptionDraft>
  /** Of each, in quota units. */
  readonly quota: number
  readonly codes: readonly string[]
}

/** The texts of new codes, to be taken along. */
function MadeCouponsDialog({ made, onClose }: { readonly made: MadeCoupons | undefined; readonly onClose: () => void }) {
  const t = useText()
  const { name = '', is_gift = false, valid_from = 0, valid_until = 0 } = made?.draft ?? {}
  const quota = made?.quota ?? 0
  const codes = made?.codes ?? []
  return (
    <CodesDialog
      isOpen={made !== undefined}
      onClose={onClose}
      title={t('coupon.madeTitle', { count: codes.length })}
      facts={[
        { label: t('coupon.name'), value: name },
        { label: t('coupon.each'), value: <QuotaText value={quota} /> },
        { label: t('coupon.kind'), value: t(is_gift ? 'coupon.gift' : 'coupon.single') },
        { label: t('coupon.validity'), value: <Validity from={valid_from} until={valid_until} /> },
        { label: t('coupon.total'), value: <QuotaText value={quota * codes.length} /> },
      ]}
      codes={codes.map((code) => ({ name, code }))}
      fileName={name}
      note={t('coupon.madeNote')}
    />
  )
}

interface CreateCouponDrawerProps {
  readonly drawer: Drawer<ListedRedemption>
  readonly onMade: (made: MadeCoupons) => void
}

/** Makes codes, up to a hundred at a time. */
function CreateCouponDrawer({ drawer, onMade }: CreateCouponDrawerProps) {
  const t = useText()
  const format = useQuotaFormat()
  const { create } = useCouponCalls()
  return (
    <FormDrawer
      drawer={drawer}
      title={t('coupon.create')}
      schema={CouponForm}
      initial={blankCoupon}
      onSubmit={async (values) => {
        const quota = values.quota ?? blankCoupon.quota
        const draft = sentDraft({ ...values, quota }, format(quota))
        onMade({ draft, quota, codes: await create(draft) })
      }}
      submitLabel={t('coupon.createMany')}
      footnote={t('coupon.keyLater')}
    >
      <CouponFields isNew />
    </FormDrawer>
  )
}

/** The redemption codes of the installation, for admins. */
export default function CouponsPage() {
  const t = useText()
  const drawer = useDrawer<ListedRedemption>(getRedemption)
  const [made, setMade] = useState<MadeCoupons>()
  return (
    <Page title={t('coupon.title')} subtitle={<InNumbers />} actions={<CouponHeadActions />}>
      <ListTable
        list={couponList}
        name="coupons"
        columns={couponColumns}
        filters={[
          { kind: 'search', name: 'keyword', label: t('coupon.search') },
          {
            kind: 'select',
            name: 'state',
            label: t('coupon.status'),
            allLabel: t('coupon.anyState'),
            choices: redemptionStates.map((value) => ({ value, label: t(`coupon.states.${value}`) })),
          },
        ]}
        isDim={(code) => isOver(code, nowSeconds())}
        empty={{ icon: <CodesIcon />, title: t('coupon.emptyTitle'), text: t('coupon.emptyText') }}
        onCreate={() => drawer.open()}
        createLabel={t('coupon.create')}
        onOpen={drawer.open}
        actions={useCouponActions(drawer.open)}
        bulk={useCouponBulk()}
        card={couponCard}
        hasCsv
      />
      <CreateCouponDrawer drawer={{ ...drawer, isOpen: drawer.isOpen && drawer.isNew }} onMade={setMade} />
      <EditCouponDrawer drawer={{ ...drawer, isOpen: drawer.isOpen && !drawer.isNew }} />
      <MadeCouponsDialog made={made} onClose={() => setMade(undefined)} />
      <AskTextHost />
    </Page>
  )
}

/** How many codes there are, how many could be redeemed now, and what they gave. */
function InNumbers() {
  const t = useText()
  const language = useLanguage()
  const format = useQuotaFormat()
  const { data } = useData(summarizeRedemptions, {}, { refetchesOnReturn: true })
  // A space keeps the line's height while it loads.
  if (!data) return ' '
  return t('coupon.subtitle', {
    total: numberText(data.total, language),
    available: numberText(data.available, language),
    redeemed: format(data.redeemed),
  })
}
